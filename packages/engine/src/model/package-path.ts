/**
 * The package file that a reference in the manifest, HTML or code points to; undefined when it leads outside
 * the package (another origin, `data:`, `blob:`, `javascript:`). The file need not exist.
 * @param from file that holds the reference, for relative ones; the root when absent.
 */
export function packagePath(reference: string, from?: string): string | undefined {
  const base = new URL('http://package.invalid/');
  if (from !== undefined) base.pathname = from;
  const url = URL.parse(reference, base.href);
  if (url === null) return undefined;
  const isOwn = url.origin === base.origin || extensionSchemes.has(url.protocol);
  if (!isOwn) return undefined;
  const path = decoded(url.pathname).replace(/^\/+/, '');
  return path === '' ? undefined : path;
}

/** An extension's absolute URLs carry its own id or a placeholder; one that names another extension is rare and cannot be told here. */
const extensionSchemes = new Set(['chrome-extension:', 'moz-extension:']);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
