import type { ContextKind } from '../../../vocabulary.ts';
import type { BorderEnd, Channel } from '../../facts/border.ts';
import { joinEnds } from './border-joins.ts';
import type { Join } from './border-joins.ts';
import type { PartialFlow } from '../../collect/partial-flow.ts';

/** Channels whose ends meet by name alone. */
const named: ReadonlySet<Channel> = new Set<Channel>([
  'argument',
  'callback',
  'result',
  'storage',
  'value',
  'web-storage',
]);

/** Partial flows by the border that data enters them at. */
export class BorderIndex {
  private readonly entries = new Map<string, PartialFlow[]>();
  private readonly contextsOf: (file: string) => readonly ContextKind[];
  private left: number;

  /** `triesMax` bounds the pairs of ends that are compared. */
  constructor(
    partials: readonly PartialFlow[],
    contextsOf: (file: string) => readonly ContextKind[],
    triesMax: number,
  ) {
    this.contextsOf = contextsOf;
    this.left = triesMax;
    for (const partial of partials) {
      if (partial.input === undefined) continue;
      for (const key of keysOf(partial.input)) {
        const known = this.entries.get(key);
        if (known === undefined) this.entries.set(key, [partial]);
        else known.push(partial);
      }
    }
  }

  /** Whether the bound was met, so that joins are missing. */
  get isCut(): boolean {
    return this.left < 0;
  }

  /** Partial flows that what leaves at the output of one may enter. */
  *following({ output, file }: PartialFlow): Generator<readonly [PartialFlow, Join]> {
    if (output === undefined) return;
    const from = { end: output, file, contexts: this.contextsOf(file) };
    for (const key of askedOf(output)) {
      for (const part of this.entries.get(key) ?? []) {
        this.left -= 1;
        if (this.left < 0) return;
        const to = { end: part.input!, file: part.file, contexts: this.contextsOf(part.file) };
        const join = joinEnds(from, to);
        if (join !== 'no') yield [part, join];
      }
    }
  }
}

/** What a reader is filed under: its names, or that it may have any. */
function keysOf({ channel, names }: BorderEnd): readonly string[] {
  if (!named.has(channel)) return [channel];
  return names === undefined ? [`${channel} *`] : names.map((name) => `${channel}=${name}`);
}

/** What a writer is looked up by. A writer whose name is not known is not joined with all that have one. */
function askedOf({ channel, names }: BorderEnd): readonly string[] {
  if (!named.has(channel)) return [channel];
  return [...(names ?? []).map((name) => `${channel}=${name}`), `${channel} *`];
}
