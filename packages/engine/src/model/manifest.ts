import { PackageError } from '../unpack/package.ts';
import type { ExtensionPackage } from '../unpack/package.ts';
import type { PackageFormat } from '../vocabulary.ts';
import type {
  Background,
  ContentScript,
  ExternallyConnectable,
  Manifest,
  MatchPattern,
  WebAccessibleResources,
} from './extension.ts';
import { isExtensionVersion, isToolkitVersion, versionProblem } from './extension-version.ts';
import { ManifestReader, invalid, isObject } from './manifest-reader.ts';
import { parseMatchPattern } from './match-pattern.ts';
import { messageResolver } from './messages.ts';
import type { ResolveMessages } from './messages.ts';
import { packagePath } from './package-path.ts';

/**
 * Reads manifest.json as Chromium does. What Chromium refuses and has one obvious reading all the same is in `faults`:
 * a thief with a comma too many is still worth an audit.
 * @param format `xpi` where the package is one, which is judged by Firefox's rules
 * Throws `PackageError`: `manifest-missing`, or `manifest-invalid` where no reading is obvious.
 */
export function readManifest(files: ExtensionPackage['files'], format?: PackageFormat): Manifest {
  const raw = files.get('manifest.json');
  if (raw === undefined) {
    throw new PackageError(
      'manifest-missing',
      'There is no manifest.json at the root of the package; an extension has exactly one there.',
    );
  }
  const reader = new ManifestReader(raw);
  const manifestVersion = readManifestVersion(reader);
  const isForGecko = format === 'xpi' || hasGeckoSettings(reader);
  const version = readVersion(reader, isForGecko);
  const resolve = messageResolver(files, reader.string(['default_locale']));
  const name = readName(reader, resolve);
  const optional = {
    versionProblem: versionProblem(reader.string(['version']) ?? '', isForGecko),
    author: readAuthor(reader, resolve),
    homepageUrl: reader.string(['homepage_url']),
    updateUrl: reader.string(['update_url']),
    background: readBackground(reader, manifestVersion),
    externallyConnectable: readExternallyConnectable(reader),
  };
  return {
    raw,
    whole: reader.whole,
    value: reader.value,
    cutKeys: reader.cutKeys,
    warnings: reader.warnings,
    faults: reader.faults,
    manifestVersion,
    name,
    version,
    description: localised(reader, resolve, 'description') ?? '',
    contentScripts: readContentScripts(reader),
    webAccessibleResources: readWebAccessibleResources(reader),
    ...withoutUndefined(optional),
    locate: reader.locate,
  };
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function withoutUndefined<T extends object>(object: T): Present<T> {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== undefined),
  ) as Present<T>;
}

function readManifestVersion(reader: ManifestReader): number {
  const declared = reader.at(['manifest_version']);
  if (declared === 2 || declared === 3) return declared;
  const path = ['manifest_version'];
  if (declared === undefined) {
    const version = impliedManifestVersion(reader);
    const problem = `the key "manifest_version" is missing; write "manifest_version": 3`;
    reader.fault(path, `${problem} (read as ${version})`);
    return version;
  }
  const problem = '"manifest_version" must be the integer 2 or 3; browsers load no other';
  const isVersion = typeof declared !== 'object' && /^[1-9]$/.test(String(declared));
  if (!isVersion) throw invalid(reader.locate(path), problem);
  reader.fault(path, problem);
  return Number(declared);
}

/** Chromium takes an absent version for 1, of which it loads nothing since 2014; what only 3 has shows what was meant. */
function impliedManifestVersion(reader: ManifestReader): number {
  const modern = [['host_permissions'], ['action'], ['background', 'service_worker']];
  return modern.some((path) => reader.at(path) !== undefined) ? 3 : 1;
}

function readVersion(reader: ManifestReader, isForGecko: boolean): string {
  const path = ['version'];
  const version = reader.at(path);
  const problem =
    'the required value "version" is missing or invalid; it must be 1-4 dot-separated integers, for example "1.2.3"';
  if (version === undefined || version === '') {
    reader.fault(path, `${problem} (read as 0)`);
    return '0';
  }
  if (typeof version !== 'string') throw invalid(reader.locate(path), problem);
  if (isExtensionVersion(version)) {
    const unpublishable = versionProblem(version, isForGecko);
    if (unpublishable !== undefined) reader.warn(path, unpublishable);
    return version;
  }
  if (isForGecko) {
    const refusal = versionProblem(version, isForGecko);
    reader.warn(
      path,
      refusal ?? 'Chromium refuses this version: it allows 1-4 integers with dots.',
    );
    return version;
  }
  // Chromium refuses it, Firefox does not, and any package may be meant for it.
  if (isToolkitVersion(version)) {
    reader.warn(
      path,
      `Chromium and the stores refuse the version ${JSON.stringify(version)}, which Firefox loads: they allow 1-4 integers with dots.`,
    );
    return version;
  }
  if (!/^\d[\w.+-]{0,63}$/.test(version)) throw invalid(reader.locate(path), problem);
  reader.fault(path, problem);
  return version;
}

/** Firefox loads any version; a package made for it alone is still worth an audit. */
function hasGeckoSettings(reader: ManifestReader): boolean {
  return ['browser_specific_settings', 'applications'].some((key) =>
    isObject(reader.at([key, 'gecko'])),
  );
}

function readName(reader: ManifestReader, resolve: ResolveMessages): string {
  if (typeof reader.at(['name']) !== 'string') {
    throw invalid(
      reader.locate(['name']),
      'the required value "name" is missing or invalid; it must be a string',
    );
  }
  return localised(reader, resolve, 'name') ?? '';
}

function localised(
  reader: ManifestReader,
  resolve: ResolveMessages,
  key: string,
): string | undefined {
  const text = reader.string([key]);
  if (text === undefined) return undefined;
  const resolved = resolve(text);
  for (const placeholder of resolved.missing) {
    reader.warn([key], `${placeholder} is not in the messages of the default locale.`);
  }
  return resolved.text;
}

/** A string, or `{"email": …}` as Chrome's enterprise policy wants it. */
function readAuthor(reader: ManifestReader, resolve: ResolveMessages): string | undefined {
  return isObject(reader.at(['author']))
    ? reader.string(['author', 'email'])
    : localised(reader, resolve, 'author');
}

function readBackground(reader: ManifestReader, manifestVersion: number): Background | undefined {
  if (reader.object(['background']) === undefined) {
    // How manifest version 1 had it.
    const page = manifestVersion === 1 ? reader.string(['background_page']) : undefined;
    return page === undefined
      ? undefined
      : { type: 'page', persistent: true, files: paths([page]) };
  }
  const worker = reader.string(['background', 'service_worker']);
  if (worker !== undefined) {
    return { type: 'service_worker', persistent: false, files: paths([worker]) };
  }
  // MV3's background pages exist in Firefox only and are never persistent there.
  const persistent = manifestVersion < 3 && (reader.boolean(['background', 'persistent']) ?? true);
  const page = reader.string(['background', 'page']);
  if (page !== undefined) return { type: 'page', persistent, files: paths([page]) };
  const scripts = paths(reader.strings(['background', 'scripts']));
  return scripts.length === 0 ? undefined : { type: 'scripts', persistent, files: scripts };
}

function readContentScripts(reader: ManifestReader): ContentScript[] {
  return reader.objectIndices(['content_scripts']).map((index) => {
    const path = ['content_scripts', index];
    return {
      matches: patterns(reader, [...path, 'matches']),
      excludeMatches: patterns(reader, [...path, 'exclude_matches']),
      js: paths(reader.strings([...path, 'js'])),
      css: paths(reader.strings([...path, 'css'])),
      allFrames: reader.boolean([...path, 'all_frames']) ?? false,
      matchAboutBlank: reader.boolean([...path, 'match_about_blank']) ?? false,
      runAt: readRunAt(reader, [...path, 'run_at']),
      world: reader.string([...path, 'world']) === 'MAIN' ? 'MAIN' : 'ISOLATED',
    };
  });
}

function readRunAt(
  reader: ManifestReader,
  path: readonly (string | number)[],
): ContentScript['runAt'] {
  const value = reader.string(path);
  if (value === 'document_start' || value === 'document_end') return value;
  if (value !== undefined && value !== 'document_idle') {
    reader.warn(path, 'Unknown value for run_at; document_idle is taken.');
  }
  return 'document_idle';
}

function readWebAccessibleResources(reader: ManifestReader): WebAccessibleResources[] {
  const key = 'web_accessible_resources';
  const list = reader.list([key]);
  const plain = list.filter((entry) => typeof entry === 'string');
  if (plain.length > 0) {
    // MV2: every web page may load them.
    const matches = [parseMatchPattern('<all_urls>')];
    return [{ resources: plain, matches, extensionIds: [], useDynamicUrl: false }];
  }
  return reader.objectIndices([key]).map((index) => ({
    resources: reader.strings([key, index, 'resources']),
    matches: patterns(reader, [key, index, 'matches']),
    extensionIds: reader.strings([key, index, 'extension_ids']),
    useDynamicUrl: reader.boolean([key, index, 'use_dynamic_url']) ?? false,
  }));
}

function readExternallyConnectable(reader: ManifestReader): ExternallyConnectable | undefined {
  const key = 'externally_connectable';
  if (reader.object([key]) === undefined) return undefined;
  return {
    matches: patterns(reader, [key, 'matches']),
    ids: reader.strings([key, 'ids']),
    acceptsTlsChannelId: reader.boolean([key, 'accepts_tls_channel_id']) ?? false,
  };
}

function patterns(reader: ManifestReader, path: readonly (string | number)[]): MatchPattern[] {
  return reader.strings(path).map((text, index) => {
    const pattern = parseMatchPattern(text);
    if (pattern.error !== undefined) {
      reader.warn([...path, index], `Invalid match pattern: ${pattern.error}`);
    }
    return pattern;
  });
}

function paths(references: readonly string[]): string[] {
  return references.map((reference) => packagePath(reference) ?? reference);
}
