import { audit, unpack } from '@extaudit/engine';
import type { PackageSource } from '@extaudit/engine';
import { parseSync, type ParserOptions } from 'oxc-parser';
import { realExtensions } from './real-extensions.ts';

const rounds = 3;

/** As the engine parses; raw transfer is missing from the library's types. */
const parserOptions: ParserOptions & { experimentalRawTransfer: true } = {
  sourceType: 'unambiguous',
  experimentalRawTransfer: true,
};

interface ScriptText {
  readonly path: string;
  readonly text: string;
}

/** Whole audits, bytes to report, against nothing but parsing the same scripts and visiting every node. */
export async function benchmarkEngine(): Promise<void> {
  const sources = realExtensions();
  const scripts = (await Promise.all(sources.map(scriptsOf))).flat();
  const megabytes = scripts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) / 1e6;

  const parseAndWalk = await fastestSeconds(() => {
    let nodes = 0;
    for (const { path, text } of scripts) {
      nodes += countNodes(parseSync(path, text, parserOptions).program);
    }
    if (nodes === 0) throw new Error('the reference visited nothing');
  });
  const engine = await fastestSeconds(async () => {
    for (const source of sources) await audit(source, { analyzedAt: '2026-01-01T00:00:00.000Z' });
  });

  console.log(
    `engine: ${sources.length} extensions, ${scripts.length} scripts, ${megabytes.toFixed(1)} MB of JavaScript`,
  );
  console.log(
    `  extaudit, package to report   ${(megabytes / engine).toFixed(1)} MB/s   ${engine.toFixed(2)} s`,
  );
  console.log(
    `  bare oxc parse and walk       ${(megabytes / parseAndWalk).toFixed(1)} MB/s   ${parseAndWalk.toFixed(2)} s`,
  );
  console.log(`  ratio                         ${(engine / parseAndWalk).toFixed(2)} (at most 3)`);
}

async function scriptsOf(source: PackageSource): Promise<ScriptText[]> {
  const { files } = await unpack(source);
  const decoder = new TextDecoder();
  return [...files]
    .filter(([path]) => /\.[cm]?js$/.test(path))
    .map(([path, bytes]) => ({ path, text: decoder.decode(bytes) }));
}

function countNodes(node: object): number {
  let nodes = 'type' in node ? 1 : 0;
  for (const value of Object.values(node)) {
    if (typeof value === 'object' && value !== null) nodes += countNodes(value);
  }
  return nodes;
}

/** Seconds of the fastest of a few rounds, after one to warm up. */
async function fastestSeconds(work: () => void | Promise<void>): Promise<number> {
  let fastest = Infinity;
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now();
    await work();
    const seconds = (performance.now() - start) / 1000;
    if (round > 0) fastest = Math.min(fastest, seconds);
  }
  return fastest;
}
