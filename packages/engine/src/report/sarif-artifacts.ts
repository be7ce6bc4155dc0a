import { posix } from 'node:path';

/** The run's `artifacts` array, filled while results ask for their files. */
export interface ArtifactIndex {
  readonly list: readonly Artifact[];
  /**
   * A file of the target. That of a package stands below the package's own path, as if it were a folder: a nested artifact
   * (SARIF 3.24.3) begins with a slash, and GitHub takes only paths from the root of the repository.
   */
  locate(target: string, file: string): { uri: string; index: number };
}

interface Artifact {
  readonly location: { readonly uri: string };
}

export function createArtifactIndex(): ArtifactIndex {
  const list: Artifact[] = [];
  const indexes = new Map<string, number>();
  return {
    list,
    locate(target, file) {
      const container = artifactUri(target).replace(/\/$/, '');
      const uri = container === '.' ? encodePath(file) : `${container}/${encodePath(file)}`;
      const index = indexes.get(uri) ?? list.push({ location: { uri } }) - 1;
      indexes.set(uri, index);
      return { uri, index };
    },
  };
}

/** A path as given -> URI: relative paths stay relative and lose what says nothing, absolute ones become `file:`. */
export function artifactUri(target: string): string {
  const path = target.replaceAll('\\', '/');
  if (/^[A-Za-z]:\//.test(path)) return `file:///${path.slice(0, 2)}${encodePath(path.slice(2))}`;
  return path.startsWith('/') ? `file://${encodePath(path)}` : encodePath(posix.normalize(path));
}

/** Lone surrogates cannot be encoded, and file names of a package may hold them. */
function encodePath(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}
