// npm run bench -- [name…] [--scale 0.1]: runs the named benchmarks, or all of them, and prints ours, the reference
// and the ratio. The scale makes the made-up catalogues smaller.
import { parseArgs } from 'node:util';
import { benchmarkBulk } from './bulk.ts';
import { benchmarkDeliveries } from './deliveries.ts';
import { benchmarkDetect } from './detect.ts';
import { benchmarkEngine } from './engine.ts';
import { benchmarkImport } from './import.ts';
import { benchmarkLists } from './lists.ts';
import { benchmarkWeb } from './web.ts';
import { benchmarkWorkers } from './workers.ts';

const benchmarks: Readonly<Record<string, (options: { readonly scale: number }) => Promise<void>>> =
  {
    bulk: benchmarkBulk,
    deliveries: benchmarkDeliveries,
    detect: benchmarkDetect,
    engine: benchmarkEngine,
    import: benchmarkImport,
    lists: benchmarkLists,
    web: benchmarkWeb,
    workers: benchmarkWorkers,
  };

const { values, positionals: names } = parseArgs({
  options: { scale: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const unknown = names.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `unknown benchmark ${unknown.join(', ')}; there are: ${Object.keys(benchmarks).join(', ')}`,
  );
  process.exit(1);
}
for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
  await benchmarks[name]?.({ scale: Number(values.scale) });
}
