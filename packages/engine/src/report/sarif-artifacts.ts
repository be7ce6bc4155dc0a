/** The run's `artifacts` array, filled while results ask for their files. */
export interface ArtifactIndex {
  readonly list: readonly Artifact[];
  /** A folder's file is a file of its own; a package's file is nested in the package (SARIF 3.24.3). */
  locate(target: string, file: string, isFolder: boolean): { uri: string; index: number };
}

interface Artifact {
  readonly location: { readonly uri: string };
  readonly parentIndex?: number;
  readonly roles?: readonly string[];
}

export function createArtifactIndex(): ArtifactIndex {
  const list: Artifact[] = [];
  const indexes = new Map<string, number>();
  const indexOf = (key: string, artifact: Artifact): number => {
    const known = indexes.get(key);
    if (known !== undefined) return known;
    indexes.set(key, list.length);
    return list.push(artifact) - 1;
  };
  return {
    list,
    locate(target, file, isFolder) {
      const container = artifactUri(target);
      if (isFolder) {
        const uri = `${container.replace(/\/$/, '')}/${encodePath(file)}`;
        return { uri, index: indexOf(uri, { location: { uri } }) };
      }
      const parentIndex = indexOf(container, {
        location: { uri: container },
        roles: ['analysisTarget'],
      });
      const uri = `/${encodePath(file)}`;
      const key = `${container}\n${uri}`;
      return { uri, index: indexOf(key, { location: { uri }, parentIndex }) };
    },
  };
}

/** A path as given -> URI: relative paths stay relative, absolute ones become `file:`. */
export function artifactUri(target: string): string {
  const path = target.replaceAll('\\', '/');
  if (/^[A-Za-z]:\//.test(path)) return `file:///${path.slice(0, 2)}${encodePath(path.slice(2))}`;
  return path.startsWith('/') ? `file://${encodePath(path)}` : encodePath(path);
}

/** Lone surrogates cannot be encoded, and file names of a package may hold them. */
function encodePath(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}
