/**
 * What a source file starts by its own place, with the file's path below `packages/`: as it stands there, and as it is
 * called where all is JavaScript.
 */
export const builtPaths: Readonly<Record<string, readonly [source: string, built: string]>> = {
  'engine/src/host/child-pool.ts': ["'audit-child.ts'", "'audit-child.js'"],
  'engine/src/host/audit-child.ts': ["'process-watch.ts'", "'process-watch.js'"],
};

/** @throws where the text is not there exactly once, so that a change of the file is not overlooked */
export function replaceOnce(text: string, old: string, replacement: string, file: string): string {
  const count = text.split(old).length - 1;
  if (count !== 1) throw new Error(`${file} holds ${old} ${count} times, not once`);
  return text.replace(old, () => replacement);
}
