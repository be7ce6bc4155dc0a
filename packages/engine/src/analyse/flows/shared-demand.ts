import type { BorderEnd, Channel } from './border.ts';
import type { PartialFlow } from './partial-flow.ts';
import type { Linker } from './shared-links.ts';

/** A value that a script shares with others. What it holds is only asked when another script does. */
export interface PendingOutput {
  readonly end: BorderEnd;
  /** Adds the partial flows that end in it to the list of all. */
  trace(): void;
}

export interface PendingOutputs {
  readonly file: string;
  readonly outputs: readonly PendingOutput[];
}

/** Shared values that are asked about for one extension. */
const tracedMax = 20_000;

/**
 * Follows what is shared backwards from where it is used: each name that data enters a script by is looked up
 * among what others share, and only that is traced. Gives all partial flows, with the names at their ends linked.
 * `partials` grows meanwhile.
 */
export function traceShared(
  partials: readonly PartialFlow[],
  pending: readonly PendingOutputs[],
  linker: Linker,
): { readonly partials: readonly PartialFlow[]; readonly isCut: boolean } {
  const outputs = byName(pending, linker);
  const asked = new Set<string>();
  const linked: PartialFlow[] = [];
  let left = tracedMax;
  let isCut = false;
  // Not for…of: the list grows on the way.
  for (let next = 0; next < partials.length; next += 1) {
    const partial = linker.link(partials[next]!);
    if (partial === undefined) continue;
    linked.push(partial);
    for (const key of keysOf(partial.input)) {
      if (asked.has(key)) continue;
      asked.add(key);
      for (const output of outputs.get(key) ?? []) {
        left -= 1;
        if (left < 0) return { partials: linked, isCut: true };
        isCut = !traced(output) || isCut;
      }
    }
  }
  return { partials: linked, isCut };
}

/** Whether it could be traced: a full stack, which V8 reports as a RangeError, must not end the audit. */
function traced(output: PendingOutput): boolean {
  try {
    output.trace();
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function byName(
  pending: readonly PendingOutputs[],
  linker: Linker,
): ReadonlyMap<string, readonly PendingOutput[]> {
  const outputs = new Map<string, PendingOutput[]>();
  for (const { file, outputs: shared } of pending) {
    for (const output of shared) {
      for (const key of keysOf(linker.linked(output.end, file) ?? undefined)) {
        const known = outputs.get(key);
        if (known === undefined) outputs.set(key, [output]);
        else known.push(output);
      }
    }
  }
  return outputs;
}

const sharedChannels: ReadonlySet<Channel> = new Set<Channel>([
  'argument',
  'callback',
  'result',
  'value',
]);

function keysOf(end: BorderEnd | undefined): readonly string[] {
  if (end?.names === undefined || !sharedChannels.has(end.channel)) return [];
  return end.names.map((name) => `${end.channel} ${name}`);
}
