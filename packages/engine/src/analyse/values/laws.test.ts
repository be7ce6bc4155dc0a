import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { DecodingBudget } from '../deobfuscate/budget.ts';
import { openScript } from '../scripts/open-script.ts';
import { ScriptIndex } from './index/script-index.ts';
import { Lines } from '../source/lines.ts';
import { linkSites } from '../scripts/link-sites.ts';
import { parseScript } from '../source/parse.ts';
import type { ScriptReader } from './script-reader.ts';
import type { Called } from '../syntax/walked.ts';
import { reachOf } from './graph/call-graph.ts';
import { ValueFinder } from './value-finder.ts';

const folder = join(import.meta.dirname, '../../../fixtures');
const fixtures = globSync('**/*.js', { cwd: folder }).sort();

function open(file: string): ScriptReader | undefined {
  const source = readFileSync(join(folder, file), 'utf8');
  const parsed = parseScript(file, source);
  if (!('program' in parsed)) return undefined;
  let ids = 0;
  const reading = {
    budget: new DecodingBudget(),
    nextFunctionId: () => (ids += 1),
    hiddenNames: new Set<string>(),
  };
  const script = openScript(file, source, parsed.program, new Lines(file, source), reading);
  linkSites(script);
  return script;
}

/** Where the functions start that each call may run, asked in the order of the calls. */
function reached(
  script: ScriptReader,
  calls: readonly Called[],
): ReadonlyMap<string, readonly number[]> {
  const finder = new ValueFinder(script, new ScriptIndex(script));
  const found = calls.map(({ node, scope }) => {
    const { callee } = reachOf(node, scope);
    const starts = finder.functions(callee, scope).map((info) => info.node.start);
    return [`${node.start} ${node.end}`, starts.sort((left, right) => left - right)] as const;
  });
  return new Map(found);
}

describe('the values of a script', () => {
  it('are the same in whichever order they are asked for', () => {
    for (const file of fixtures) {
      const script = open(file);
      if (script === undefined) continue;
      const { calls } = script.walked;
      assert.deepEqual(reached(script, calls.toReversed()), reached(script, calls), file);
    }
  });

  it('name for each function the calls that may run it, and no others', () => {
    for (const file of fixtures) {
      const script = open(file);
      if (script === undefined) continue;
      const finder = new ValueFinder(script, new ScriptIndex(script));
      for (const { node, scope } of script.walked.calls) {
        const { callee } = reachOf(node, scope);
        for (const info of finder.functions(callee, scope)) {
          const nodes = finder.callsOf(info).map((call) => call.node);
          assert.ok(nodes.includes(node), `${file}: call at ${node.start}`);
        }
      }
      for (const info of script.walked.functions) {
        const linked = new Set(info.calls.map(({ node }) => node));
        for (const { node, scope } of finder.callsOf(info)) {
          if (node.type !== 'CallExpression' && node.type !== 'NewExpression') continue;
          if (linked.has(node)) continue;
          const { callee } = reachOf(node, scope);
          const isReached = finder.functions(callee, scope).includes(info);
          assert.ok(isReached, `${file}: function at ${info.node.start}, call at ${node.start}`);
        }
      }
    }
  });
});
