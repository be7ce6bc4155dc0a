-- Whatever statistics say of `stale_short_parts`, which fills and empties within seconds: told that it was empty, the planner
-- compared each extension with each mark, 40 s where 23,000 extensions and 20,000 marks met. The costs of what is switched
-- off are no reason to compile anything.
ALTER FUNCTION extensions_with_parts(text[]) SET enable_nestloop = off SET jit = off;
ALTER FUNCTION count_with_parts(text[]) SET enable_nestloop = off SET jit = off;
