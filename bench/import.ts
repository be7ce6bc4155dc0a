import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { runBinary } from '../packages/cli/src/run-binary.ts';
import { writeCatalogueLines } from '../packages/server/src/testing/catalogue-lines.ts';
import { withTestDatabase } from '../packages/server/src/testing/test-database.ts';

const linesTotal = 100_000;
const linesPerInsert = 200;

/** `extaudit import` of 100,000 lines in a process of its own, against storing the bare lines. */
export async function benchmarkImport({ scale }: { readonly scale: number }): Promise<void> {
  const lines = Math.round(linesTotal * scale);
  const folder = await mkdtemp(join(tmpdir(), 'extaudit-bench-'));
  try {
    const file = join(folder, 'catalogue.jsonl');
    await writeCatalogueLines(file, lines);
    const megabytes = ((await stat(file)).size / 1e6).toFixed(0);
    await withTestDatabase(async ({ url }) => {
      const options = {
        env: { DATABASE_URL: url, EXTAUDIT_DATA_DIR: folder, NODE_OPTIONS: tellMemory },
      };
      const firstSeconds = await secondsOf(async () => {
        const { code, stderr } = await runBinary(['import', file], options);
        if (code !== 0) throw new Error(stderr);
        console.log(`import: ${lines} extensions with manifests, ${megabytes} MB`);
        console.log(`  peak memory of the process    ${peakMegabytes(stderr)} MB (at most 400)`);
      });
      const againSeconds = await secondsOf(() => runBinary(['import', file], options));
      const bareSeconds = await secondsOf(() => storeLines(url, file));
      console.log(`  extaudit import               ${Math.round(lines / firstSeconds)} lines/s`);
      console.log(`  the same again                ${Math.round(lines / againSeconds)} lines/s`);
      console.log(`  bare lines into one table     ${Math.round(lines / bareSeconds)} lines/s`);
      console.log(`  ratio                         ${(firstSeconds / bareSeconds).toFixed(1)}`);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes a Node process say at its end how much memory it took, in kB. */
const tellMemory = `--import=data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.stderr.write(`maxRSS ${process.resourceUsage().maxRSS}\\n`))",
)}`;

function peakMegabytes(stderr: string): string {
  return (Number(/^maxRSS (\d+)$/m.exec(stderr)?.[1]) / 1024).toFixed(0);
}

async function storeLines(url: string, file: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('CREATE TABLE bare_line (line json NOT NULL)');
    let batch: string[] = [];
    const store = async (): Promise<void> => {
      await client.query('INSERT INTO bare_line SELECT unnest($1::json[])', [batch]);
      batch = [];
    };
    for await (const line of createInterface({ input: createReadStream(file) })) {
      batch.push(line);
      if (batch.length === linesPerInsert) await store();
    }
    await store();
  } finally {
    await client.end();
  }
}

async function secondsOf(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return (performance.now() - start) / 1_000;
}
