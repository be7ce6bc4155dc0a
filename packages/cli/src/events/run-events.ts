import { readFile } from 'node:fs/promises';
import type { Column } from '@extaudit/contract';
import { firefoxExtensionId, isGeckoId } from '@extaudit/engine';
import type { Severity } from '@extaudit/engine/vocabulary';
import { type FeedEventData, feedEventData, type FeedFilters, readFeed } from '@extaudit/server';
import { CommandError, UsageError } from '../exit.ts';
import type { ListOptions } from '../list/list-options.ts';
import { writeList } from '../list/write-list.ts';
import { writeOutputFile } from '../output.ts';
import { asMember, type MemberFlags } from '../service/as-member.ts';

export interface EventsFlags extends MemberFlags, ListOptions {
  readonly extension?: string;
  readonly minSeverity?: Severity;
  readonly since?: string;
  readonly state?: string;
}

const eventsAtATime = 500;

const columns: readonly Column<FeedEventData>[] = [
  { name: 'created_at', of: ({ created_at }) => created_at },
  { name: 'severity', of: ({ severity }) => severity },
  { name: 'event_type', of: ({ event_type }) => event_type },
  { name: 'extension_id', of: ({ extension_id }) => extension_id },
  { name: 'extension_name', of: ({ extension_name }) => extension_name },
  { name: 'summary', of: ({ summary }) => summary.join(' ') },
  { name: 'headline', of: ({ headline }) => headline },
  { name: 'id', of: ({ id }) => id },
];
const shown = ['created_at', 'severity', 'event_type', 'extension_name', 'summary'];

export async function runEvents(flags: EventsFlags): Promise<void> {
  const filters = filtersOf(flags);
  const begin = flags.state === undefined ? undefined : await positionIn(flags.state);
  // People look for what is new; programs go on from where they were.
  const order = flags.format === 'table' && begin === undefined ? 'desc' : 'asc';
  await asMember(flags, async ({ db }, { accountId }) => {
    let position = begin;
    let left = flags.limit ?? Number.POSITIVE_INFINITY;
    const parts = async function* (): AsyncGenerator<readonly FeedEventData[]> {
      for (;;) {
        const place = { order, position, limit: Math.min(eventsAtATime, left) } as const;
        const events = left > 0 ? await readFeed(db, accountId, filters, place) : [];
        if (events.length === 0) return;
        left -= events.length;
        yield events.map(feedEventData);
        // Only what was written counts.
        position = events.at(-1)?.position;
      }
    };
    await writeList(parts(), columns, shown, flags);
    if (flags.state !== undefined)
      await writeOutputFile('--state', flags.state, `${position ?? 0}\n`);
  });
}

function filtersOf({ extension, minSeverity, since }: EventsFlags): FeedFilters {
  const id =
    extension !== undefined && isGeckoId(extension) ? firefoxExtensionId(extension) : extension;
  if (id !== undefined && !/^[a-p]{32}$/.test(id)) {
    throw new UsageError(
      `--extension is ${JSON.stringify(extension)}; it must be an id of 32 letters from a to p, or an add-on's such as name@example.org`,
    );
  }
  const day = since === undefined ? undefined : new Date(`${since}T00:00:00Z`);
  if (day && (!/^\d{4}-\d{2}-\d{2}$/.test(since ?? '') || Number.isNaN(day.getTime())))
    throw new UsageError(
      `--since is ${JSON.stringify(since)}; it must be a day such as 2026-11-01`,
    );
  return {
    extensionIds: id === undefined ? undefined : [id],
    severityMin: minSeverity,
    notBefore: day,
  };
}

/** 0 where there is no such file yet. */
async function positionIn(file: string): Promise<number> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return '0';
    throw new CommandError(`--state ${file} cannot be read: ${cause.message}`, { cause });
  });
  if (/^\d{1,15}\s*$/.test(text)) return Number(text);
  throw new CommandError(
    `--state ${file} holds no position; it must be one that this command wrote`,
  );
}
