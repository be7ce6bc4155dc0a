import { boundedObject, type JsonBounds } from './bounded-json.ts';
import type { UpdateData } from './update-data.ts';

const charactersMax = 256 * 1_024;
/** What each may take however many there are; a message has no room for more than 32 of them. */
const updateCharactersMin = 8 * 1_024;

export interface FittingUpdates {
  readonly updates: readonly UpdateData[];
  /** How many have no room at all. */
  readonly left: number;
  readonly isShortened: boolean;
}

/**
 * What of updates fits into what receivers accept: each has its share, so that one that says much takes no room from the
 * others, and those at the end are left out.
 */
export function fittingUpdates(updates: readonly UpdateData[]): FittingUpdates {
  if (JSON.stringify(updates).length <= charactersMax)
    return { updates, left: 0, isShortened: false };
  const share = Math.max(Math.floor(charactersMax / updates.length), updateCharactersMin);
  const fitting: UpdateData[] = [];
  let characters = 0;
  for (const update of updates) {
    const short = shortened(update, share);
    characters += JSON.stringify(short).length;
    if (characters > charactersMax) break;
    fitting.push(short);
  }
  return { updates: fitting, left: updates.length - fitting.length, isShortened: true };
}

/** From the most that is worth telling to what always fits. */
const steps: readonly (JsonBounds & { readonly eventsMax: number })[] = [
  { eventsMax: 50, listLengthMax: 50, textCharactersMax: 200 },
  { eventsMax: 20, listLengthMax: 10, textCharactersMax: 200 },
  { eventsMax: 10, listLengthMax: 3, textCharactersMax: 100 },
  { eventsMax: 5, listLengthMax: 1, textCharactersMax: 50 },
];

function shortened(update: UpdateData, most: number): UpdateData {
  let short = update;
  for (const { eventsMax, ...bounds } of steps) {
    if (JSON.stringify(short).length <= most) return short;
    const { events, url, ...rest } = update;
    short = {
      ...boundedObject(rest, bounds),
      ...(url !== undefined && { url }),
      events: events.slice(0, eventsMax).map((event) => boundedObject(event, bounds)),
    } as unknown as UpdateData;
  }
  return short;
}
