import type { JsonValue, Manifest } from '../model/extension.ts';

/** The value at a path in manifest.json, for example `['oauth2', 'scopes']`; undefined where there is none. */
export function manifestValue(
  manifest: Manifest,
  path: readonly (string | number)[],
): JsonValue | undefined {
  let value: JsonValue | undefined = manifest.value;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as { readonly [key: string | number]: JsonValue | undefined })[key];
  }
  return value;
}

/** The string at a path in manifest.json; undefined where there is none or it is empty. */
export function manifestString(
  manifest: Manifest,
  path: readonly (string | number)[],
): string | undefined {
  const value = manifestValue(manifest, path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
