import type { CallResult } from '@extaudit/client';
import { riskLevels } from '@extaudit/engine/vocabulary';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { operations, reading, type ItemOf } from '../../api/api.ts';
import { countOf, formatCount } from '../../components/format.tsx';
import { LevelBar } from '../../components/level-bar.tsx';
import { Panel } from '../../components/page.tsx';
import styles from './overview.module.css';

type Inventory = ItemOf<CallResult<typeof operations.listInventories>>;

/** What is installed where, by source. */
export function InventoryCoverage() {
  const inventories = useQuery(reading(operations.listInventories));
  if (!inventories.data) return null;
  const { result } = inventories.data;
  return (
    <Panel title="Inventory">
      {result.length === 0 ? (
        <p className="soft">
          Not imported yet. <Link to="/inventory">Import one</Link> to see which extensions your
          machines have.
        </p>
      ) : (
        <ul className="stack plain">
          {result.slice(0, inventoriesMax).map((inventory) => (
            <Coverage key={inventory.inventory_id} inventory={inventory} />
          ))}
          {result.length > inventoriesMax && (
            <li className="small">
              <Link to="/inventory">{countOf('inventory', result.length)} in all</Link>
            </li>
          )}
        </ul>
      )}
    </Panel>
  );
}

/** Each is asked for by itself. */
const inventoriesMax = 5;
const levels = [...riskLevels.toReversed(), 'unknown'] as const;

/** How many of a source's extensions were judged, and as what. */
function Coverage({
  inventory: { inventory_id: inventoryId, source, extensions, machines },
}: {
  readonly inventory: Inventory;
}) {
  const detail = useQuery(reading(operations.getInventory, { params: { inventoryId } }));
  const counts = detail.data?.data.extensions_by_level;
  return (
    <li className={styles['coverage']}>
      <Link to="/inventory/$inventoryId" params={{ inventoryId }}>
        <b className="number">{formatCount(extensions)}</b>
        <span className="foreign">
          in {source} on {countOf('machine', machines)}
        </span>
      </Link>
      {counts && (
        <>
          <LevelBar parts={levels.map((level) => ({ level, count: counts[level] }))} />
          {counts.unknown > 0 && (
            <Link
              to="/inventory/$inventoryId"
              params={{ inventoryId }}
              search={{ risk_level: 'unknown' }}
              className="soft small"
            >
              <span>{formatCount(counts.unknown)} of them without a verdict</span>
            </Link>
          )}
        </>
      )}
    </li>
  );
}
