// Makes what the detectors of libraries are tried on, and what they know by its bytes, from the releases on npm:
//   node scripts/library-releases.ts FOLDER
// FOLDER keeps what was downloaded. Written are packages/engine/fixtures/libraries.json, with the few hundred
// characters of each release around its version, and packages/engine/data/library-files.json, with the hashes of
// releases that say nowhere which version they are. It ends with 1 where a whole release is not recognised.

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findLibraries } from '../packages/engine/src/analyse/package/libraries/find-libraries.ts';
import { Lines } from '../packages/engine/src/analyse/source/lines.ts';
import { exists, fetchRelease, versionsOf } from './libraries/fetch-release.ts';
import { releases, silentReleases } from './libraries/releases.ts';

const engine = join(import.meta.dirname, '../packages/engine');
/** What is kept on both sides of a version; what the detectors look at. */
const charactersAround = 330;

interface Excerpt {
  readonly library: string;
  readonly version: string;
  readonly isVulnerable: boolean;
  /** Package, version and path on npm. */
  readonly source: string;
  /** Whether a comment, only the code, or nothing says the version; then the text is the whole file. */
  readonly said: 'comment' | 'code' | 'nowhere';
  readonly text: string;
}

const [cache] = process.argv.slice(2);
if (cache === undefined) {
  process.stderr.write('usage: node scripts/library-releases.ts FOLDER\n');
  process.exitCode = 64;
} else {
  await mkdir(cache, { recursive: true });
  await writeFile(join(engine, 'data/library-files.json'), await knownFiles(cache));
  const excerpts = [...(await allExcerpts(cache)), await silentRelease(cache)];
  const lines = excerpts.map((excerpt) => `  ${JSON.stringify(excerpt)}`).join(',\n');
  await writeFile(join(engine, 'fixtures/libraries.json'), `[\n${lines}\n]\n`);
  process.stdout.write(`${excerpts.length} excerpts of ${releases.length} libraries\n`);
}

async function allExcerpts(folder: string): Promise<readonly Excerpt[]> {
  const excerpts: Excerpt[] = [];
  for (const { library, npm, files, vulnerable, mended, says } of releases) {
    for (const released of [vulnerable, mended]) {
      if (released === undefined) continue;
      const version = says?.[released] ?? released;
      const release = await fetchRelease(folder, npm, released);
      for (const choice of files) {
        const file = await firstThere(release, choice.split('|'));
        if (file === undefined) continue;
        const text = await readFile(join(release, file), 'utf8');
        const found = [...excerptsIn(library, version, text)];
        if (found.length === 0) {
          process.stderr.write(`${library} ${version}: not recognised in ${file}\n`);
          process.exitCode = 1;
        }
        const about = {
          isVulnerable: released === vulnerable,
          source: `${npm}@${released}/${file}`,
        };
        excerpts.push(...found.map((excerpt) => ({ library, version, ...about, ...excerpt })));
      }
    }
  }
  return excerpts;
}

/** What says the version, once with the comments that the file starts with, once without. */
function* excerptsIn(
  library: string,
  version: string,
  text: string,
): Generator<Pick<Excerpt, 'said' | 'text'>> {
  const bare = text.replace(/^(?:\s*(?:\/\*[^]*?\*\/|\/\/[^\n]*\n)\s*)+/, '');
  for (const [said, whole] of [
    ['comment', text],
    ['code', bare],
  ] as const) {
    const place = placeOf(library, version, whole);
    if (place === undefined) continue;
    const start = Math.max(0, place - charactersAround);
    const excerpt = whole.slice(start, place + version.length + charactersAround);
    const also = library === 'threejs' ? '\nWebGLRenderer' : '';
    yield { said, text: `${excerpt}${also}` };
    if (bare === text) return;
  }
}

function placeOf(library: string, version: string, text: string): number | undefined {
  const lines = new Lines('bundle.js', text);
  const bytes = new Uint8Array();
  const match = findLibraries({ file: 'bundle.js', text, bytes }, lines).find(
    (found) => found.name === library && found.version === version,
  );
  if (!match) return undefined;
  const before = text.split('\n', match.at.line - 1).join('\n').length;
  return before + (match.at.line > 1 ? 1 : 0) + match.at.column - 1;
}

/** The smallest of the releases that are known by their bytes, as a whole. */
async function silentRelease(folder: string): Promise<Excerpt> {
  const [library, version, file] = ['jquery-deparam', '0.5.3', 'jquery-deparam.js'] as const;
  const release = await fetchRelease(folder, library, version);
  const text = await readFile(join(release, file), 'utf8');
  const source = `${library}@${version}/${file}`;
  return { library, version, isVulnerable: true, source, said: 'nowhere', text };
}

/** A file that several releases share is known as the newest of them. */
async function knownFiles(folder: string): Promise<string> {
  const known = new Map<string, readonly [string, string, number, string]>();
  for (const { library, npm, files, versions } of silentReleases) {
    for (const version of (await versionsOf(npm)).filter((text) => versions.test(text))) {
      const release = await fetchRelease(folder, npm, version);
      for (const file of files) {
        if (!(await exists(join(release, file)))) continue;
        const bytes = await readFile(join(release, file));
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        known.set(sha256, [library, version, bytes.length, sha256]);
      }
    }
  }
  const lines = [...known.values()].map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  return `{\n  "files": [\n${lines}\n  ]\n}\n`;
}

async function firstThere(folder: string, files: readonly string[]): Promise<string | undefined> {
  for (const file of files) if (await exists(join(folder, file))) return file;
  return undefined;
}
