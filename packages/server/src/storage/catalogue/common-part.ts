import { type RawBuilder, sql } from 'kysely';
import type { DatabaseTransaction } from '../database/database.ts';

const blockBits = 2_048;

/** Whether bits are kept of it: few parts may have any, as each takes a block wherever one extension has it. */
export function isCommonPart(part: string): boolean {
  return /^[a-z0-9]{1,2}$/.test(part);
}

/** What one extension has now and had not, or the other way round. */
export interface TurnedParts {
  readonly place: number;
  readonly parts: readonly string[];
}

/** Turns the bits of the parts that are common. @param turned each place once */
export async function turnCommonParts(
  trx: DatabaseTransaction,
  turned: readonly TurnedParts[],
): Promise<void> {
  const blocks = new Map<string, { part: string; block: number; bits: Buffer }>();
  for (const { place, parts } of turned) {
    const [block, bit] = [Math.floor(place / blockBits), place % blockBits];
    for (const part of parts) {
      if (!isCommonPart(part)) continue;
      const key = `${part} ${block}`;
      const known = blocks.get(key) ?? { part, block, bits: Buffer.alloc(blockBits / 8) };
      blocks.set(key, known);
      const byte = bit >> 3;
      known.bits.writeUInt8(known.bits.readUInt8(byte) | (0x80 >> (bit & 7)), byte);
    }
  }
  const changes = [...blocks.values()];
  await sql`MERGE INTO common_part AS p
    USING (SELECT part, block, ('x' || bits)::bit(2048) AS turned
      FROM unnest(${changes.map(({ part }) => part)}::text[], ${changes.map(({ block }) => block)}::integer[],
        ${changes.map(({ bits }) => bits.toString('hex'))}::text[]) AS c (part, block, bits)) AS c
    ON p.part = c.part AND p.block = c.block
    WHEN NOT MATCHED THEN INSERT VALUES (c.part, c.block, c.turned)
    WHEN MATCHED THEN UPDATE SET members = p.members # c.turned`.execute(trx);
}

/** How many extensions have all of them in their text, as an expression. @param parts each once, all common */
export function countCommonParts(parts: readonly string[]): RawBuilder<number> {
  return sql`((SELECT coalesce(sum(bit_count(members)), 0) FROM (
      SELECT bit_and(members) AS members FROM common_part WHERE part = ANY(${parts}::text[])
      GROUP BY block HAVING count(*) = ${parts.length}) AS b)
    - (SELECT count(*) FROM extension_short_parts
      WHERE extension_id = ${anyStale} AND string_to_array(parts, ' ') @> ${parts}::text[])
    + (SELECT count(*) FROM extension WHERE extension_id = ${anyStale}
      AND NOT EXISTS (SELECT FROM unnest(${parts}::text[]) AS a (part) WHERE strpos(search_text, a.part) = 0)))::bigint`;
}

/** Extensions whose text may be another than what is kept of it. */
export const anyStale = sql`ANY(ARRAY(SELECT extension_id FROM stale_short_parts))`;
