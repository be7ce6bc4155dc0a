import { createHash } from 'node:crypto';
import { boundedText } from '../alert/bounded-json.ts';

// Texts and lists of strangers as a last seen state keeps them: bounded, yet different where the whole differs.

const textCharactersMax = 300;
export const listLengthMax = 500;

/** Cut texts keep apart by their digest. */
export function seenText(value: string): string {
  if (value.length <= textCharactersMax) return boundedText(value, textCharactersMax);
  return `${boundedText(value, textCharactersMax - 20)} ${digestOf(value)}`;
}

/** Sorted and without duplicates. Of more than fit, a last entry stands for the rest and changes with it. */
export function seenTexts(texts: readonly string[]): string[] {
  const sorted = [...new Set(texts.map(seenText))].sort();
  if (sorted.length <= listLengthMax) return sorted;
  const kept = sorted.slice(0, listLengthMax - 1);
  const rest = sorted.slice(listLengthMax - 1);
  return [...kept, `… and ${rest.length} more (${digestOf(rest)})`];
}

/** A seen text for people, without the digest that keeps it apart from others. */
export function shownText(seen: string): string {
  return seen.replace(/^(… and \d+ more) \([0-9a-f]{16}\)$|(…) [0-9a-f]{16}$/, '$1$2');
}

/** 16 hexadecimal digits; the order of keys makes no difference. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(sortedJson(value)).digest('hex').slice(0, 16);
}

/** The same for the same value, whatever the order of its keys. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, sortKeys) ?? '';
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
