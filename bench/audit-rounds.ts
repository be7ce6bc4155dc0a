// node audit-rounds.ts extaudit|addons-linter <folder> [folder of the linter]
// Audits the folder a few times and prints the processor seconds of the fastest round; the first one only warms up.
import { audit } from '@extaudit/engine';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fastestSeconds } from './fastest-seconds.ts';

/** As many as it takes until nothing is compiled any more, on both sides. */
const rounds = 10;

const [what, folder = '', linterFolder = ''] = process.argv.slice(2);
const work = what === 'extaudit' ? auditWork() : await linterWork();
process.stdout.write(`${await fastestSeconds(work, rounds)}\n`);

function auditWork(): () => Promise<void> {
  return async () => {
    const source = { kind: 'directory', path: folder } as const;
    const { report } = await audit(source, { analyzedAt: '2026-01-01T00:00:00.000Z' });
    if (report.findings.length === 0) throw new Error('the audit found nothing');
  };
}

/** What the reference has of its public door. */
interface Linter {
  createInstance(options: { config: object; runAsBinary: boolean }): {
    run(dependencies: object): Promise<{ readonly count: number }>;
  };
}

async function linterWork(): Promise<() => Promise<void>> {
  const door = pathToFileURL(join(linterFolder, 'dist/addons-linter.js')).href;
  const { default: linter } = (await import(door)) as { default: Linter };
  const silent = { log() {}, warn() {}, error() {} };
  const config = {
    _: [folder],
    logLevel: 'fatal',
    output: 'none',
    boring: true,
    minManifestVersion: 2,
    maxManifestVersion: 3,
    shouldScanFile: () => true,
  };
  return async () => {
    const { count } = await linter
      .createInstance({ config, runAsBinary: false })
      .run({ _console: silent });
    if (count === 0) throw new Error('the linter found nothing');
  };
}
