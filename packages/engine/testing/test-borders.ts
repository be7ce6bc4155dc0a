import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flowsBetween } from './flows-between.ts';
import { sinkTraits } from '../src/analyse/facts/sink-traits.ts';
import { sinkSamples, sourceSamples } from './kind-samples.ts';
import type { SinkSample, SourceSample } from './kind-samples.ts';
import type { SinkKind, SourceKind } from '../src/vocabulary.ts';

/** A way from one script to another. `key` names the message, port, event or item, which differs in the safe twin. */
export interface Border {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Where the data comes from and goes to: in web pages, or in the extension. */
  readonly runs: readonly ['page' | 'own', 'page' | 'own'];
  /** `around` puts code around where its argument is used, with the data for `$`. */
  readonly leave: (around: (use: string) => string, key: string) => string;
  readonly enter: (use: (data: string) => string, key: string) => string;
  readonly files?: Readonly<Record<string, string>>;
  readonly manifest?: object;
}

/**
 * Shows that data of every kind of source crosses the border, and reaches every kind of sink behind it, as far as these
 * are where the border's scripts run; and that it does not under another key.
 */
export function testBorders(borders: readonly Border[]): void {
  for (const border of borders) {
    describe(`over ${border.name}`, () => {
      for (const [source, sink] of pairsOf(border)) {
        it(`${source.kind} is followed to ${sink.kind}`, () => {
          const flow = `${source.kind} ${border.from} > ${sink.kind} ${border.to}`;
          const found = flowsOver(border, source, sink, 'jar');
          assert.ok(found.includes(flow), `none: ${found}`);
          const safe = flowsOver(border, source, sink, 'other');
          assert.ok(!safe.includes(flow), `one of another name: ${safe}`);
        });
      }
    });
  }
}

/** Every source with the sink that says what its data is good for, and every sink with what others say. */
function pairsOf({ runs: [from, to] }: Border): readonly (readonly [SourceSample, SinkSample])[] {
  const sources = sourceSamples.filter((sample) => runsIn(sample, from));
  // What only a server's word counts for is reached by no stranger.
  const sinks = sinkSamples.filter(
    (sample) => runsIn(sample, to) && !sinkTraits[sample.kind].isOfServers,
  );
  const sourceOf = (kind: SourceKind): SourceSample => sources.find((each) => each.kind === kind)!;
  const sinkOf = (kind: SinkKind): SinkSample => sinks.find((each) => each.kind === kind)!;
  const told = from === 'page' ? 'page-event' : 'external-message';
  return [
    ...sources.map((source) => [source, sinkOf(source.to ?? 'network')] as const),
    // What a page said is no news to a page.
    ...sinks.map(
      (sink) => [sourceOf(sink.kind === 'page-message' ? 'cookies' : told), sink] as const,
    ),
  ];
}

const runsIn = (sample: { runs: string }, where: string): boolean =>
  sample.runs === 'both' || sample.runs === where;

function flowsOver(border: Border, source: SourceSample, sink: SinkSample, asked: string): string {
  const around = (use: string): string =>
    source.around.replace('$', () => use.replace('$', () => source.data));
  return flowsBetween(
    {
      ...border.files,
      [border.from]: border.leave(around, 'jar'),
      [border.to]: border.enter((data) => sink.code.replace('$', () => data), asked),
    },
    border.manifest,
  ).join('\n');
}
