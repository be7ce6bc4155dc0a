import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { buildZip } from '../../packages/engine/fixtures/packages/build-zip.ts';
import { audit } from '../../packages/engine/src/audit.ts';
import type { SecurityReport } from '../../packages/engine/src/report/security-report.ts';
import type { PackageSource } from '../../packages/engine/src/unpack/source.ts';

const fixturesFolder = join(import.meta.dirname, '../../packages/engine/fixtures/rules');
const original = 'return texts[kind](name);';
const reworded = "return 'reworded';";
/** Of a second engine beside the first: marked in its modules' addresses, as each address is a module of its own. */
const twin = '?reworded';

/**
 * What a step of a flow is called is for people alone: fails where a report says something else when every step is called
 * something else. @returns how many flows were compared
 */
export async function assertOnlyWords(sources: readonly PackageSource[]): Promise<number> {
  const auditReworded = await rewordedAudit();
  let flows = 0;
  for (const source of sources) {
    const [own, other] = [await reportOf(audit, source), await reportOf(auditReworded, source)];
    const name = source.kind === 'directory' ? source.path : source.name;
    assert.deepEqual(claimsOf(other), claimsOf(own), name);
    const texts = other.flows.flatMap(({ steps }) => steps.map(({ what }) => what));
    assert.deepEqual(
      texts.filter((text) => text !== 'reworded'),
      [],
      name,
    );
    flows += other.flows.length;
  }
  return flows;
}

/** Reads of a page's address and elements, which mean nothing in a page of the extension's own. */
export const popups: readonly PackageSource[] = [
  "fetch('https://in.a.dev/', { method: 'POST', body: location.href })",
  "eval(document.querySelector('#code').dataset.code)",
  "eval(document.querySelector('#code').textContent)",
  "eval(document.querySelector('#code').value)",
  'eval(location.hash.slice(1))',
].map(popupPackage);

function popupPackage(code: string): PackageSource {
  const manifest = {
    manifest_version: 3,
    name: 'Popup',
    version: '1.0',
    action: { default_popup: 'popup.html' },
  };
  const bytes = buildZip([
    { name: 'manifest.json', contents: JSON.stringify(manifest) },
    { name: 'popup.html', contents: '<script src="popup.js"></script>' },
    { name: 'popup.js', contents: code },
  ]);
  return { kind: 'bytes', bytes, name: code };
}

/** Of every rule. */
export function fixtures(): readonly PackageSource[] {
  const entries = readdirSync(fixturesFolder, { recursive: true, withFileTypes: true });
  return entries.flatMap(({ name, parentPath: path }) =>
    name === 'manifest.json' ? [{ kind: 'directory', path }] : [],
  );
}

async function rewordedAudit(): Promise<typeof audit> {
  let isReworded = false;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const isOfTwin = specifier.endsWith(twin) || context.parentURL?.endsWith(twin) === true;
      if (!isOfTwin || resolved.url.endsWith(twin) || !resolved.url.endsWith('.ts'))
        return resolved;
      return { ...resolved, url: `${resolved.url}${twin}` };
    },
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(`/step-kinds.ts${twin}`)) return loaded;
      const source = readFileSync(new URL(url), 'utf8');
      isReworded = source.includes(original);
      return { ...loaded, source: source.replace(original, reworded) };
    },
  });
  const door = `../../packages/engine/src/audit.ts${twin}`;
  const engine = (await import(door)) as { readonly audit: typeof audit };
  hooks.deregister();
  assert.ok(isReworded, 'the texts of steps are made in step-kinds.ts');
  return engine.audit;
}

async function reportOf(run: typeof audit, source: PackageSource): Promise<SecurityReport> {
  const { report } = await run(source, { analyzedAt: '2031-07-08T09:10:11.000Z' });
  return report;
}

/** A report without the words that its steps are shown by. */
function claimsOf(report: SecurityReport): unknown {
  const { flows, findings, ...rest } = report;
  return {
    ...rest,
    theft: rest.theft?.source,
    flows: flows.map(({ steps, ...flow }) => ({ ...flow, steps: steps.length })),
    findings: findings.map(({ evidence, ...finding }) => ({
      ...finding,
      evidence: evidence.map(({ at, confidence }) => ({ at, confidence })),
    })),
  };
}
