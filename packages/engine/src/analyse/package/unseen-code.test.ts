import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { extensionOf } from '../../../testing/build-extension.ts';
import { analyse } from '../analyse.ts';
import { wasmImports } from './wasm-imports.ts';

const text = (name: string): number[] => [name.length, ...Buffer.from(name)];

/** A module with one type and one imported function. */
function moduleWith(from: string, name: string): Uint8Array {
  const imports = [1, ...text(from), ...text(name), 0, 0];
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const types = [1, 4, 1, 0x60, 0, 0];
  return Uint8Array.from(head.concat(types, 2, imports.length, imports));
}

describe('WebAssembly', () => {
  const gapsOf = (worker: string, module: Uint8Array) =>
    analyse(
      extensionOf(
        { background: { service_worker: 'worker.js' } },
        { 'worker.js': worker, 'tide.wasm': module },
      ),
    ).skipped;
  const load = "WebAssembly.instantiateStreaming(fetch('tide.wasm'), glue)";

  it('is code that was not read where it asks for the network, code or the API', () => {
    for (const name of ['__wbg_fetch_1a2b', 'emscripten_run_script', '__wbg_newnoargs_eval'])
      assert.equal(gapsOf(load, moduleWith('env', name)).length, 1, name);
  });

  it('is none where it only computes, or nothing loads it', () => {
    assert.deepEqual(gapsOf(load, moduleWith('env', 'memory_grow')), []);
    assert.deepEqual(gapsOf('void 5', moduleWith('env', '__wbg_fetch_1a2b')), []);
  });

  it('is read within its bytes, whatever they say', () => {
    assert.deepEqual(wasmImports(moduleWith('env', 'tide')), ['env.tide']);
    const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    for (const rest of [
      [],
      [2],
      [2, 0xff, 0xff, 0xff, 0xff, 0x7f],
      [1, 0xff, 0xff, 0xff, 0xff, 0xff],
    ])
      assert.ok(wasmImports(Uint8Array.from([...head, ...rest, ...rest])).length <= 5_000);
    assert.deepEqual(wasmImports(Uint8Array.from([1, 2, 3])), []);
  });
});
