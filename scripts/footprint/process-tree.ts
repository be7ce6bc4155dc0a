import { readdir, readFile } from 'node:fs/promises';

export interface ProcessFigures {
  readonly id: number;
  /** Of the program, at most 15 characters. */
  readonly name: string;
  /** Its own memory, and its share of what it has together with others. */
  readonly pssBytes: number;
  /** User and system, since its start, with that of its children that have ended. */
  readonly cpuSeconds: number;
}

/** `getconf CLK_TCK` on every Linux that Node.js runs on. */
const ticksPerSecond = 100;

/** A process and all that it has started. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
export async function readProcessTree(rootId: number): Promise<readonly ProcessFigures[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(ids.map(readProcess))).filter((each) => each !== undefined);
  const isBelow = (id: number): boolean => {
    if (id === rootId) return true;
    const parent = all.find((each) => each.id === id)?.parentId;
    return parent !== undefined && isBelow(parent);
  };
  return all.filter(({ id }) => isBelow(id));
}

/** @returns `undefined` when it has ended */
async function readProcess(id: number) {
  try {
    const [stat, memory] = await Promise.all([
      readFile(`/proc/${id}/stat`, 'utf8'),
      readFile(`/proc/${id}/smaps_rollup`, 'utf8'),
    ]);
    // The name is in brackets and may hold some itself.
    const [, name = '', rest = ''] = /\((.*)\) (.*)$/s.exec(stat) ?? [];
    const fields = rest.split(' ');
    const parentId = Number(fields[1]);
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
    const pssKilobytes = Number(/^Pss:\s+(\d+) kB$/m.exec(memory)?.[1] ?? 0);
    return {
      id,
      parentId,
      name,
      pssBytes: pssKilobytes * 1_024,
      cpuSeconds: ticks / ticksPerSecond,
    };
  } catch {
    return undefined;
  }
}
