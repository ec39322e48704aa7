import type { HTMLAttributes, Key, ReactNode } from 'react';

export interface TableColumn<Row> {
  head: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  /** The class of its cells, the same for all or by row. */
  className?: string | ((row: Row) => string | false | undefined);
  /** Numbers: the class that aligns and rules them, also in the head. */
  num?: 'numeric' | 'numeric figure-column' | 'numeric figure-column figure-edge';
  /** The cell is the row's header. */
  isRowHeader?: boolean;
  /** The label beside the value where a row is shown as a card. */
  cardLabel?: string;
  /** The class that sets the column's width. */
  width?: string;
  footer?: ReactNode;
}

interface TableProps<Row> {
  className: string;
  label?: string;
  columns: readonly (TableColumn<Row> | false)[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
  /** Further rows after the others, of another kind. */
  children?: ReactNode;
}

/** A read-only table. Lists of records and document lines have their own components. */
export function Table<Row>({ className, label, columns: allColumns, rows, keyOf, rowProps, children }: TableProps<Row>) {
  const columns = allColumns.filter((column) => column !== false);
  const classes = (...isRowHeader: (string | false | undefined)[]) => isRowHeader.filter(Boolean).join(' ') || undefined;
  return (
    <table className={className} aria-label={label}>
      {columns.some(({ width }) => width) && (
        <colgroup>
          {columns.map(({ width }, index) => (
            <col key={index} className={width} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          {columns.map(({ head, num }, index) => (
            <th key={index} scope="col" className={num}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, rowIndex) => (
          <tr key={keyOf(row)} {...rowProps?.(row)}>
            {columns.map(({ cell, className: cellClass, num, isRowHeader, cardLabel }, index) => {
              const shared = {
                className: classes(num, typeof cellClass === 'function' ? cellClass(row) : cellClass),
                children: cell(row, rowIndex),
              };
              return isRowHeader ? <th key={index} scope="row" {...shared} /> : <td key={index} data-l={cardLabel} {...shared} />;
            })}
          </tr>
        ))}
        {children}
      </tbody>
      {columns.some(({ footer }) => footer !== undefined) && (
        <tfoot>
          <tr>
            {columns.map(({ footer, num }, index) => (
              <td key={index} className={num}>
                {footer}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
