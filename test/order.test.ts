// What a flow is asked of must not depend on what was asked before: the sinks of each script in the opposite order, or a script more
// that has nothing to do with the others, change no flow.

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { realExtensions } from '../bench/real-extensions.ts';
import { analyse } from '../packages/engine/src/analyse/analyse.ts';
import { FlowReader } from '../packages/engine/src/analyse/flows/record/flow-reader.ts';
import { modelExtension } from '../packages/engine/src/model/model-extension.ts';
import type { ExtensionPackage } from '../packages/engine/src/unpack/package.ts';
import { unpack } from '../packages/engine/src/unpack/unpack.ts';

const fixtures = join(import.meta.dirname, '../packages/engine/fixtures/rules');
const bytesMax = 300_000;
/** Has sinks, a helper, and names of its own alone. */
const unrelated = `(() => {
  const tideGauge = (level, done) => done({ level });
  tideGauge(Number(new Date()), (found) => {
    document.title = String(found.level);
    fetch('https://gauge.tides.dev/level', { method: 'POST', body: JSON.stringify(found) });
  });
})();`;

function flowsOf(from: ExtensionPackage, more: Readonly<Record<string, string>> = {}): string[] {
  const files = new Map(from.files);
  for (const [path, text] of Object.entries(more)) files.set(path, new TextEncoder().encode(text));
  return analyse(modelExtension({ ...from, files }))
    .flows.filter(({ source, sink }) => source.file !== 'gauge.js' && sink.file !== 'gauge.js')
    .map(
      ({ source, sink, direction, confidence, host }) =>
        `${source.kind} ${source.file}:${source.line}:${source.column} > ` +
        `${sink.kind} ${sink.file}:${sink.line}:${sink.column} ${host} ${direction} ${confidence}`,
    )
    .sort();
}

/** The same, with the sinks of each script asked from the last one to the first. */
function flowsReversed(from: ExtensionPackage): string[] {
  const { prototype } = FlowReader;
  const finish: unknown = Reflect.get(prototype, 'finish');
  prototype.finish = function finishReversed(this: FlowReader): void {
    (Reflect.get(this, 'sinks') as unknown[]).reverse();
    (finish as (this: FlowReader) => void).call(this);
  };
  try {
    return flowsOf(from);
  } finally {
    Reflect.set(prototype, 'finish', finish);
  }
}

/**
 * With a content script more, of an entry of its own. Undefined where the manifest is no plain JSON, or names no content script: what
 * none can ask for is told apart.
 */
function flowsBesideAnother(from: ExtensionPackage): string[] | undefined {
  const text = new TextDecoder().decode(from.files.get('manifest.json')).replace('\uFEFF', '');
  let manifest: { readonly content_scripts?: readonly object[] };
  try {
    manifest = JSON.parse(text) as typeof manifest;
  } catch {
    return undefined;
  }
  if (manifest.content_scripts === undefined) return undefined;
  const entry = { matches: ['https://gauge.tides.dev/*'], js: ['gauge.js'] };
  const scripts = [...manifest.content_scripts, entry];
  return flowsOf(from, {
    'manifest.json': JSON.stringify({ ...manifest, content_scripts: scripts }),
    'gauge.js': unrelated,
  });
}

async function packages(): Promise<readonly (readonly [string, ExtensionPackage])[]> {
  const folders = globSync('**/manifest.json', { cwd: fixtures }).sort().map(dirname);
  const few = folders.filter((_, position) => position % 4 === 0);
  const found: [string, ExtensionPackage][] = [];
  for (const folder of few)
    found.push([folder, await unpack({ kind: 'directory', path: join(fixtures, folder) })]);
  for (const source of realExtensions()) {
    const unpacked = await unpack(source);
    const sizeBytes = [...unpacked.files.values()].reduce((sum, { length }) => sum + length, 0);
    if (sizeBytes < bytesMax)
      found.push([source.kind === 'bytes' ? source.name : source.path, unpacked]);
  }
  return found;
}

suite('flows do not depend on the order of questions', () => {
  test('sinks may be asked from the last one to the first, and a script may stand beside the others', async () => {
    const all = await packages();
    let flows = 0;
    for (const [name, each] of all) {
      const found = flowsOf(each);
      flows += found.length;
      assert.deepEqual(flowsReversed(each), found, name);
      const beside = flowsBesideAnother(each);
      if (beside !== undefined) assert.deepEqual(beside, found, name);
    }
    assert.ok(all.length > 100 && flows > 50, `${all.length} packages with ${flows} flows`);
  });
});
