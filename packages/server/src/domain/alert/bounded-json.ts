import type { JsonObject, JsonValue } from '@extaudit/engine';

export interface JsonBounds {
  readonly listLengthMax: number;
  readonly textCharactersMax: number;
}

/** What an event or an alert may say of one list or text; hostile manifests hold thousands, and megabytes. */
const eventBounds: JsonBounds = { listLengthMax: 50, textCharactersMax: 500 };

/**
 * The same data with long lists and texts cut, and without what JSON or PostgreSQL cannot carry on: absent
 * values, NUL and lone surrogates. The shape is our own, so it is neither deep nor cyclic.
 */
export function boundedJson(value: unknown, bounds: JsonBounds = eventBounds): JsonValue {
  if (typeof value === 'string') return boundedText(value, bounds.textCharactersMax);
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) {
    return value.slice(0, bounds.listLengthMax).map((item: unknown) => boundedJson(item, bounds));
  }
  if (typeof value !== 'object' || value === null) return null;
  return boundedObject(value, bounds);
}

/** As `boundedJson`; absent values are left out. */
export function boundedObject(value: object, bounds: JsonBounds = eventBounds): JsonObject {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, boundedJson(item, bounds)]),
  );
}

/** Cut to so many UTF-16 code units, the last of which says that it was. */
export function boundedText(text: string, charactersMax: number): string {
  const cut = text.length > charactersMax ? `${text.slice(0, charactersMax - 1)}…` : text;
  return cut.replaceAll('\u0000', '\uFFFD').toWellFormed();
}
