import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ReactNode;
  /** Right-aligned, with digits of one width. */
  readonly isNumber?: boolean;
  /** Takes the room that the others leave. */
  readonly isWide?: boolean;
}

/** A plain table; what is narrow stays on one line. On phones each row is a card, whose cells stand below each other. */
export function DataTable<Row>({
  columns,
  rows,
  keyOf,
  caption,
}: {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** For those who do not see what stands around it. */
  readonly caption: string;
}) {
  return (
    <div className={styles['frame']} tabIndex={0} role="region" aria-label={caption}>
      {/* Named by roles as well, because on phones it is laid out as a list, which would take them away. */}
      <table role="table" className={styles['table']}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column, index) => (
              <th key={index} role="columnheader" scope="col" className={classOf(column)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map((column, index) => (
                <td key={index} role="cell" className={classOf(column)} data-head={column.head}>
                  <div>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function classOf<Row>({ isNumber, isWide }: Column<Row>): string {
  return [isNumber && `${styles['numeric']} number`, isWide && styles['wide']]
    .filter(Boolean)
    .join(' ');
}
