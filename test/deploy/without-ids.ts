import type { SchemaObject } from 'ajv';

/** A schema of an old draft without what a newer one would not read: its `id`s, by which nothing refers, and its draft. */
export function withoutIds(schema: object): SchemaObject {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    typeof value === 'string' && (key === 'id' || key === '$schema') ? undefined : value,
  );
}
