// npm run bench -- [name…]: runs the named benchmarks, or all of them, and prints ours, the reference and the ratio.
import { benchmarkBulk } from './bulk.ts';
import { benchmarkEngine } from './engine.ts';

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  bulk: benchmarkBulk,
  engine: benchmarkEngine,
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `unknown benchmark ${unknown.join(', ')}; there are: ${Object.keys(benchmarks).join(', ')}`,
  );
  process.exit(1);
}
for (const name of names.length > 0 ? names : Object.keys(benchmarks)) {
  await benchmarks[name]?.();
}
