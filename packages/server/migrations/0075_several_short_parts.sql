-- Extensions whose text has all of several letters or pairs of letters. The index meets their lists in milliseconds, but where
-- each is common the planner would rather take every text apart, which takes a second at 200,000 extensions.
CREATE FUNCTION extensions_with_parts(asked text[]) RETURNS SETOF text LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off SET work_mem = '32MB' AS $$
  SELECT k.extension_id FROM extension_short_parts AS k WHERE string_to_array(k.parts, ' ') @> asked
    AND NOT EXISTS (SELECT FROM stale_short_parts AS s WHERE s.extension_id = k.extension_id)
  UNION ALL
  SELECT e.extension_id FROM extension AS e WHERE e.extension_id = ANY(ARRAY(SELECT extension_id FROM stale_short_parts))
    AND NOT EXISTS (SELECT FROM unnest(asked) AS a (part) WHERE strpos(e.search_text, a.part) = 0)
$$;
-- The same, without bringing them.
CREATE FUNCTION count_with_parts(asked text[]) RETURNS bigint LANGUAGE sql STABLE
SET enable_seqscan = off SET enable_indexscan = off SET enable_indexonlyscan = off SET work_mem = '32MB' AS $$
  SELECT (SELECT count(*) FROM extension_short_parts AS k WHERE string_to_array(k.parts, ' ') @> asked
      AND NOT EXISTS (SELECT FROM stale_short_parts AS s WHERE s.extension_id = k.extension_id))
    + (SELECT count(*) FROM extension AS e
      WHERE e.extension_id = ANY(ARRAY(SELECT extension_id FROM stale_short_parts))
        AND NOT EXISTS (SELECT FROM unnest(asked) AS a (part) WHERE strpos(e.search_text, a.part) = 0))
$$;
