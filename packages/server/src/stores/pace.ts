import { setTimeout as wait } from 'node:timers/promises';

/** Spreads requests evenly, for each receiver by itself, within this process. */
export interface Pace {
  /** Resolves when the next request to this receiver may go out. */
  turn(receiver: string): Promise<void>;
}

export interface PaceOptions {
  readonly perSecondMax: number;
  /** Milliseconds that never go back. */
  readonly now?: () => number;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/** What is remembered of receivers whose turn is long over. */
const receiversMax = 1_000;

export function createPace({ perSecondMax, now, sleep }: PaceOptions): Pace {
  const clock = now ?? (() => performance.now());
  const pause = sleep ?? ((milliseconds) => wait(milliseconds));
  const interval = 1_000 / perSecondMax;
  const nextTurns = new Map<string, number>();
  return {
    async turn(receiver) {
      const time = clock();
      const mine = Math.max(time, nextTurns.get(receiver) ?? 0);
      nextTurns.set(receiver, mine + interval);
      if (nextTurns.size > receiversMax) {
        for (const [name, next] of nextTurns) if (next <= time) nextTurns.delete(name);
      }
      if (mine > time) await pause(mine - time);
    },
  };
}
