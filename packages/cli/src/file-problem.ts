/** Why a file or folder cannot be read or written, without the call and the path that Node.js names with it. */
export function fileProblem(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return problems.get(code) ?? message;
}

const problems: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or folder'],
  ['ENOTDIR', 'what should be a folder in its path is none'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
  ['EROFS', 'the file system is read-only'],
  ['ENOSPC', 'no space is left'],
]);
