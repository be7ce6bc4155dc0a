import { Link } from '@tanstack/react-router';
import { countOf } from '../../components/format.tsx';
import type { Subscription } from './draft.ts';
import { useInventories } from '../../components/use-inventories.ts';

export const watchNames = {
  all: 'All extensions',
  inventory: 'An inventory',
  extensions: 'Named extensions',
} as const;

export const frequencyNames = {
  at_once: 'At once',
  daily: 'Once a day',
  weekly: 'Once a week',
} as const;

/** What a subscription watches, in words. */
export function Watched({ subscription }: { readonly subscription: Subscription }) {
  const { watches, inventory_id, extension_ids } = subscription;
  const inventories = useInventories();
  if (watches === 'all') return watchNames.all;
  if (watches === 'extensions') return countOf('extension', extension_ids.length);
  if (inventory_id === null) return 'An inventory that was deleted';
  return (
    <Link to="/inventory/$inventoryId" params={{ inventoryId: inventory_id }}>
      <bdi className="foreign">{inventories.get(inventory_id) ?? watchNames.inventory}</bdi>
    </Link>
  );
}
