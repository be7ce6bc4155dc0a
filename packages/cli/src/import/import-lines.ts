import { setFlagsFromString } from 'node:v8';
import { showControls } from '@extaudit/engine';
import { importCatalogueFile, type Catalogue } from '@extaudit/server';
import { Presets, SingleBar } from 'cli-progress';
import { writeNotice, writeResult } from '../output.ts';

/** Imports a file of JSON Lines and says what became of it. @returns the number of bad lines */
export async function importLines(
  catalogue: Catalogue,
  path: string,
  quiet: boolean,
): Promise<number> {
  // Otherwise V8 answers the many short-lived rows with a larger young generation, and the process takes a
  // third more memory for no more speed. https://nodejs.org/api/v8.html#v8setflagsfromstringflags
  setFlagsFromString('--semi-space-growth-factor=1');
  const progress = startLineProgress(quiet);
  const start = performance.now();
  const { imported, badLines, linesBefore } = await importCatalogueFile(catalogue.db, path, {
    onBadLine: ({ line, problem }) => writeNotice(`${path}:${line}: ${showControls(problem)}`),
    onProgress: progress.show,
  }).finally(progress.stop);
  const seconds = (performance.now() - start) / 1000;
  if (linesBefore > 0) {
    writeNotice(`${path}: went on after line ${linesBefore}, where an import was cut short`);
  }
  await writeResult(`${imported} extensions imported from ${path}, ${badLines} bad lines\n`);
  if (!quiet) writeNotice(`${Math.round((imported + badLines) / seconds)} lines a second`);
  return badLines;
}

interface LineProgress {
  readonly show: (
    position: { readonly lines: number; readonly bytes: number },
    bytesTotal: number,
  ) => void;
  readonly stop: () => void;
}

/** A bar on standard error with lines and rate, where a person watches; nothing otherwise. */
function startLineProgress(quiet: boolean): LineProgress {
  if (quiet || !process.stderr.isTTY) return { show: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    {
      format: '{bar} {percentage}%  {lines} lines, {rate} a second, {eta_formatted} left',
      stream: process.stderr,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  const begun = performance.now();
  let linesBefore: number | undefined;
  return {
    show: ({ lines, bytes }, bytesTotal) => {
      if (linesBefore === undefined) bar.start(bytesTotal, bytes, { lines, rate: 0 });
      linesBefore ??= lines;
      const rate = Math.round(((lines - linesBefore) / (performance.now() - begun)) * 1_000);
      bar.update(Math.min(bytes, bytesTotal), { lines, rate });
    },
    stop: () => bar.stop(),
  };
}
