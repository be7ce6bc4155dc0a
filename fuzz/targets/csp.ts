import { strict as assert } from 'node:assert';
import { crc32 } from 'node:zlib';
import { array, constantFrom, oneof, string } from 'fast-check';
import { contextPolicies } from '../../packages/engine/src/analyse/package/context-policies.ts';
import { cspFacts } from '../../packages/engine/src/analyse/package/csp.ts';
import { parseCsp } from '../../packages/engine/src/model/csp.ts';
import { modelExtension } from '../../packages/engine/src/model/model-extension.ts';
import { packageOf } from '../../packages/engine/testing/build-extension.ts';
import type { FuzzTarget } from '../fuzz-target.ts';

const words = [
  'script-src ',
  'default-src ',
  'object-src ',
  'worker-src ',
  'SCRIPT-SRC ',
  'sandbox ',
  'report-uri ',
  'require-trusted-types-for ',
  '__proto__ ',
  'constructor ',
  ';',
  '; ',
  "'self' ",
  "'none' ",
  "'unsafe-inline' ",
  "'unsafe-eval' ",
  "'wasm-unsafe-eval' ",
  "'strict-dynamic' ",
  "'nonce-abc' ",
  "'sha256-",
  'https: ',
  'data: ',
  '* ',
  'https://*.example.com ',
  'http://127.0.0.1:* ',
  'http://[',
  '//x ',
  'https://cdnjs.cloudflare.com/ajax/ ',
  ',',
  '\t',
  '\f',
  '\v',
  '\u00a0',
  '%',
] as const;

/** Any text is a policy; what follows a directive never changes it. */
export default function createTarget(): FuzzTarget {
  return {
    seeds: [
      "script-src 'self'; object-src 'self';",
      "default-src 'none'; script-src 'self' https://cdn.example; worker-src blob:",
      "sandbox allow-scripts; script-src 'self' 'unsafe-inline' 'unsafe-eval'; child-src 'self';",
    ].map((text) => Buffer.from(text)),
    generated: oneof(
      array(constantFrom(...words), { maxLength: 20 }).map((parts) => parts.join('')),
      string({ unit: 'binary', maxLength: 80 }),
    ).map((text) => Buffer.from(text)),
    dictionary: words,
    inputBytesMax: 30_000,
    hangSeconds: 20,
    check(input) {
      const text = Buffer.from(input).toString();
      checkDirectives(text);
      const kinds = [2, 3].flatMap((manifestVersion) => factKinds(text, manifestVersion));
      return [...new Set(kinds)].sort().join(' ');
    },
  };
}

function checkDirectives(text: string): void {
  const directives = parseCsp(text);
  const printed = [...directives].map((directive) => directive.flat().join(' ')).join(';');
  assert.deepEqual(parseCsp(printed), directives, 'a policy reads differently when written out');
  const at = text.length === 0 ? 0 : crc32(text) % text.length;
  const [head, garbage] = [text.slice(0, at), text.slice(at)];
  const longer = parseCsp(`${head};${garbage}`);
  for (const [name, values] of parseCsp(head))
    assert.deepEqual(longer.get(name), values, 'what follows a directive changed it');
}

function factKinds(text: string, manifestVersion: number): readonly string[] {
  const extension = modelExtension(
    packageOf(
      {
        manifest_version: manifestVersion,
        name: 'Tide table',
        version: '2.7',
        browser_specific_settings: { gecko: {} },
        content_security_policy:
          manifestVersion === 2 ? text : { extension_pages: text, sandbox: text },
        ...(manifestVersion === 2 && { sandbox: { content_security_policy: text } }),
      },
      { 'page.html': `<meta http-equiv="Content-Security-Policy" content="${text}">` },
    ),
  );
  const { extensionPages, sandbox } = extension.csp;
  for (const policy of [extensionPages, sandbox]) {
    assert.equal(policy.text, text);
    assert.ok(policy.declared);
  }
  const facts = cspFacts(extension);
  const policies = contextPolicies(extension, new Set(['extension-page', 'service-worker']), []);
  for (const { what } of facts) assert.ok(what.length <= 300);
  return [
    ...facts.map(({ kind }) => kind),
    ...policies.flatMap(({ weaknesses }) => weaknesses.map(({ kind }) => `context-${kind}`)),
  ];
}
