import { useQuery } from '@tanstack/react-query';
import { operations, reading } from '../api/api.ts';

const inventoriesMax = 100;

/** Id -> the name of its source. */
export function useInventories(): ReadonlyMap<string, string> {
  const query = { page_size: inventoriesMax };
  const { data } = useQuery(reading(operations.listInventories, { query }));
  return new Map(data?.result.map(({ inventory_id, source }) => [inventory_id, source]));
}
