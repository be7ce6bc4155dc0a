import { packageOrigins } from '@extaudit/engine/vocabulary';
import { Type, type TInteger, type TSchemaOptions, type TString, type TUnsafe } from 'typebox';

/** One of a const tuple's words. */
export function Word<const Words extends readonly string[]>(
  words: Words,
  options: TSchemaOptions = {},
): TUnsafe<Words[number]> {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options });
}

/** The `page` of a list; its end keeps page times page_size within PostgreSQL's bigint. */
export function Page(): TInteger {
  return Type.Integer({
    minimum: 1,
    maximum: 2_147_483_647,
    default: 1,
    description: 'Which page, from 1.',
  });
}

export function PageSize(standard: number): TInteger {
  return Type.Integer({
    minimum: 1,
    maximum: 100,
    default: standard,
    description: 'Items on a page.',
  });
}

/** Where a page begins, in place of its number. */
export const After = Type.String({
  minLength: 1,
  maxLength: 4_096,
  description:
    '`pagination.next` of the page before, in place of `page`: nothing is repeated or skipped while items come and go. ' +
    'With the same filters and order.',
});

/** Forms of a whole list. */
export const listFormats = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const;

export const ListFormat = Word(['json', 'csv', 'jsonl'], {
  description:
    '`csv` and `jsonl`, which `Accept` can ask for as well, are the whole list from its start or from `after`, streamed: one ' +
    'item a line, `page` and `page_size` do not count. In CSV, what is not known is empty, and a text that a spreadsheet ' +
    'would take for a formula begins with an apostrophe.',
});

export function Timestamp(description: string): TString {
  return Type.String({ format: 'date-time', description });
}

export const orders = ['asc', 'desc'] as const;

/**
 * 32 letters a-p in every browser's extension ids; other lower-case letters and digits are well-formed but unknown.
 * `x-allowed` is what a 400 says is allowed.
 */
export const ExtensionId = Type.String({
  pattern:
    '^(?:[a-z0-9]{32}|\\{[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\\}|[A-Za-z0-9._-]{0,80}@[A-Za-z0-9._-]{1,80})$',
  'x-allowed':
    "32 lower-case letters or digits, or a Firefox add-on's own id such as name@example.org",
  'x-extension-id': true,
  description:
    "The extension id, 32 letters; a Firefox add-on's own id stands for the one that is made of it.",
  examples: ['fmkadmapgofadopljbjfkapdkoienihi'],
});

export const Version = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'A version, as its manifest writes it.',
  examples: ['4.24.7'],
});

export const Sha256 = Type.String({
  pattern: '^[0-9a-f]{64}$',
  description: 'Lower-case hexadecimal SHA-256.',
});

export const PackageOrigin = Word(packageOrigins, {
  description:
    '`store`: the store named its hash. `store_signed`: signed by a store. `publisher_signed`: signed with the key that ' +
    'makes the id. `unsigned`: nothing shows who made it. `unknown`: stored before origins were known, and not read again yet.',
});

/**
 * The id of something that belongs to one account; to all others it is unknown. `kind` is what
 * `two-accounts.test.ts` makes one of, to show just that.
 */
export function AccountOwnedId(kind: string, options: TSchemaOptions): TString {
  return Type.String({ ...options, 'x-account-owned': kind });
}

export const Deleted = Type.Object({ id: Type.String(), deleted: Type.Literal(true) });

export const InventoryId = AccountOwnedId('inventory', {
  format: 'uuid',
  description: 'The `inventory_id` of an inventory.',
});
