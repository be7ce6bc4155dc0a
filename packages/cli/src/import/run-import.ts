import { showControls } from '@extaudit/engine';
import { importPackage, openCatalogue, type Catalogue } from '@extaudit/server';
import { findInstalledExtensions } from '@extaudit/engine/host';
import { CommandError, exitCodes } from '../exit.ts';
import { writeNotice, writeResult } from '../output.ts';
import { startProgress } from '../progress.ts';
import { importLines } from './import-lines.ts';
import { findTargets, type Target } from '../scan/find-targets.ts';
import { configOf, type ServiceFlags } from '../service/service-options.ts';

export interface ImportFlags extends ServiceFlags {
  readonly id?: string;
  readonly installed?: boolean;
  readonly quiet: boolean;
}

/** Imports everything that can be imported, says what could not, and gives the exit code. */
export async function runImport(paths: readonly string[], flags: ImportFlags): Promise<number> {
  const isCatalogue = (path: string): boolean => /\.(?:jsonl|ndjson)$/i.test(path);
  const targets = await findTargets(paths.filter((path) => !isCatalogue(path)));
  const installed = flags.installed ? await findInstalledExtensions() : [];
  const catalogues = paths.filter(isCatalogue);
  if (paths.length === 0 && !flags.installed) {
    throw new CommandError('nothing to import: name files or folders, or use --installed');
  }
  if (
    flags.id !== undefined &&
    (targets.length !== 1 || installed.length + catalogues.length > 0)
  ) {
    throw new CommandError('--id names one extension; import its package alone');
  }
  await using catalogue = await openCatalogue(await configOf(flags), { log: writeNotice });
  const everything = [
    ...targets.map((target) => ({ target, id: flags.id ?? profileId(target.path) })),
    ...installed.map(({ path, extensionId }) => ({
      target: { path, source: { kind: 'directory', path } } as const,
      id: extensionId,
    })),
  ];
  const progress = startProgress(everything.length, flags.quiet);
  let failures = 0;
  let created = 0;
  for (const { target, id } of everything) {
    const isCreated = await importTarget(catalogue, target, id);
    if (isCreated === undefined) failures += 1;
    else if (isCreated) created += 1;
    progress.advance(target.path);
  }
  progress.stop();
  if (created > 0) writeNotice('extaudit: `extaudit audit` has the service audit what is new');
  for (const path of catalogues) {
    failures += await importCatalogueLines(catalogue, path, flags.quiet);
  }
  return failures > 0 ? exitCodes.error : exitCodes.fine;
}

/** A profile keeps each extension under `Extensions/<id>/<version>`, where its manifest often has no key. */
function profileId(path: string): string | undefined {
  return /\/([a-p]{32})\/[^/]+\/?$/.exec(path.replaceAll('\\', '/'))?.[1];
}

/** @returns whether it is new; `undefined` where it could not be imported */
async function importTarget(
  catalogue: Catalogue,
  target: Target,
  id: string | undefined,
): Promise<boolean | undefined> {
  try {
    if ('problem' in target) throw new CommandError(target.problem.message);
    const result = await importPackage(catalogue, target.source, id === undefined ? {} : { id });
    await writeResult(
      `${result.created ? 'created' : 'there already'}  ${result.extension_id}  ${showControls(result.version)}  ${showControls(target.path)}\n`,
    );
    return result.created;
  } catch (error) {
    // What is wrong with one package must not keep the others out.
    writeNotice(`${showControls(target.path)}: ${messageOf(error)}`);
    return undefined;
  }
}

/** @returns how much went wrong: bad lines, or 1 for a file that cannot be read */
async function importCatalogueLines(
  catalogue: Catalogue,
  path: string,
  quiet: boolean,
): Promise<number> {
  try {
    return await importLines(catalogue, path, quiet);
  } catch (error) {
    writeNotice(`${path}: ${messageOf(error)}`);
    return 1;
  }
}

function messageOf(error: unknown): string {
  return showControls(error instanceof Error ? error.message : String(error));
}
