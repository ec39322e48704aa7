import type { HTMLAttributes, Key, ReactNode } from 'react';

export interface TableColumn<Row> {
  head: ReactNode;
  cell: (row: Row, at: number) => ReactNode;
  /** Of its cells; of one, by what stands in it. */
  className?: string | ((row: Row) => string | false | undefined);
  /** Figures: what aligns and rules them, in the head too. */
  num?: 'num' | 'num col' | 'num col col2';
  /** Says which row it is. */
  names?: boolean;
  /** Its head stands beside each figure where a row is a card. */
  said?: string;
  /** A class that says how wide it is. */
  width?: string;
  foot?: ReactNode;
}

interface TableProps<Row> {
  className: string;
  label?: string;
  columns: readonly (TableColumn<Row> | false)[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>;
  /** Rows beneath them that are not of their kind. */
  children?: ReactNode;
}

/** A table to read: each column's head beside its cells. Lists of the database and lines of documents have their own. */
export function Table<Row>({ className, label, columns: given, rows, keyOf, rowProps, children }: TableProps<Row>) {
  const columns = given.filter((column) => column !== false);
  const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ') || undefined;
  return (
    <table className={className} aria-label={label}>
      {columns.some(({ width }) => width) && (
        <colgroup>
          {columns.map(({ width }, at) => (
            <col key={at} className={width} />
          ))}
        </colgroup>
      )}
      <thead>
        <tr>
          {columns.map(({ head, num }, at) => (
            <th key={at} scope="col" className={num}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={keyOf(row)} {...rowProps?.(row)}>
            {columns.map(({ cell, className: own, num, names, said }, at) => {
              const shared = { className: classes(num, typeof own === 'function' ? own(row) : own), children: cell(row, place) };
              return names ? <th key={at} scope="row" {...shared} /> : <td key={at} data-l={said} {...shared} />;
            })}
          </tr>
        ))}
        {children}
      </tbody>
      {columns.some(({ foot }) => foot !== undefined) && (
        <tfoot>
          <tr>
            {columns.map(({ foot, num }, at) => (
              <td key={at} className={num}>
                {foot}
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}
