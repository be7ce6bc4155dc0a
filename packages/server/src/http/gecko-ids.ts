import { firefoxExtensionId, isGeckoId } from '@extaudit/engine';

type Schema = Readonly<Record<string, unknown>>;

/**
 * A value of a request with the extension ids that stand for Firefox add-ons' own ids, wherever the contract has an extension
 * id; the rest of it stays what it is.
 */
export function withExtensionIds(value: unknown, schema: unknown): unknown {
  if (!isObject(schema)) return value;
  if (schema['x-extension-id'] === true)
    return typeof value === 'string' && isGeckoId(value) ? firefoxExtensionId(value) : value;
  const { properties, items } = schema;
  if (Array.isArray(value) && items !== undefined)
    return value.map((item: unknown) => withExtensionIds(item, items));
  if (!isObject(properties) || !isObject(value)) return value;
  const known = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return {
    ...value,
    ...Object.fromEntries(
      known.map(([name, property]) => [name, withExtensionIds(value[name], property)]),
    ),
  };
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
