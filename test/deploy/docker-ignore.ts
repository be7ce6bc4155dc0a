/**
 * Whether a `.dockerignore` keeps a path out of the build: the last pattern that matches it or a folder above it decides.
 * @param patterns the file's text
 * @param path from the root of the build, with `/`
 * @see https://docs.docker.com/build/concepts/context/#dockerignore-files
 */
export function isIgnored(patterns: string, path: string): boolean {
  const lines = patterns.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const last = lines.findLast((line) => expressionOf(line.replace(/^!/, '')).test(path));
  return last !== undefined && !last.startsWith('!');
}

/** Names that begin with a dot match like any other, which the globs of Node.js do not let them. */
function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    return part === '*' ? '[^/]*' : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join('')}(?:/|$)`);
}
