import type { CspPolicy, EffectiveCsp, Manifest } from './extension.ts';
import { isObject } from './manifest-reader.ts';

/**
 * The policies that hold for extension pages and sandboxed pages. Chrome's defaults:
 * https://developer.chrome.com/docs/extensions/reference/manifest/content-security-policy
 */
export function effectiveCsp(manifest: Manifest): EffectiveCsp {
  const key = 'content_security_policy';
  const value = manifest.value[key];
  const declared = isObject(value) ? value : undefined;
  const isModern = manifest.manifestVersion >= 3;
  const pages = isModern ? declared?.['extension_pages'] : (value ?? undefined);
  // MV2 has a key of its own inside `sandbox`.
  const mv2Sandbox = manifest.value['sandbox'];
  const sandbox = isModern
    ? declared?.['sandbox']
    : isObject(mv2Sandbox)
      ? mv2Sandbox[key]
      : undefined;
  return {
    extensionPages: policy(
      manifest,
      typeof pages === 'string' ? pages : undefined,
      isModern ? [key, 'extension_pages'] : [key],
      isModern ? mv3Pages : mv2Pages,
    ),
    sandbox: policy(
      manifest,
      typeof sandbox === 'string' ? sandbox : undefined,
      isModern ? [key, 'sandbox'] : ['sandbox', key],
      sandboxDefault,
    ),
  };
}

const mv2Pages = "script-src 'self' blob: filesystem:; object-src 'self' blob: filesystem:;";
const mv3Pages = "script-src 'self'; object-src 'self';";
const sandboxDefault =
  "sandbox allow-scripts allow-forms allow-popups allow-modals; script-src 'self' 'unsafe-inline' 'unsafe-eval'; child-src 'self';";

function policy(
  manifest: Manifest,
  declared: string | undefined,
  path: readonly string[],
  byDefault: string,
): CspPolicy {
  const text = declared ?? byDefault;
  return {
    text,
    declared: declared !== undefined,
    at: manifest.locate(path),
    directives: parseCsp(text),
  };
}

/** Directive (lower case) -> values as written; a repeated directive's first occurrence counts (CSP 3, section 2.2.1). */
export function parseCsp(text: string): ReadonlyMap<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const part of text.split(';')) {
    const [name, ...values] = part.split(/[\t\n\f\r ]+/).filter((token) => token !== '');
    if (name === undefined || directives.has(name.toLowerCase())) continue;
    directives.set(name.toLowerCase(), values);
  }
  return directives;
}
