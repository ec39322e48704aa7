import type { Column } from '@/list/column.ts';
import { Code } from '@/ui/figure.tsx';

/** The width in pixels for the longest number without wrapping: it contains branch and till codes, which may be of wide letters.
    `least`: characters. */
export const numberWidth = (rows: readonly { number: string }[], least: number): number =>
  44 + Math.max(8 * least, ...rows.map(({ number }) => 8 * number.length + 6 * (number.match(/[MW]/g)?.length ?? 0)));

/** The document's number, as a link in addition to the clickable row: for the keyboard and for opening a new tab.
    `rows`: those shown; the column is wide enough for their numbers. */
export const numberColumn = <Row extends { id: string; number: string }>(
  rows: readonly Row[],
  label: string,
  address: string,
): Column<Row> => ({
  id: 'number',
  label,
  sort: 'number',
  width: `${numberWidth(rows, 16)}px`,
  pinned: true,
  card: 'title',
  cell: ({ id, number }) => (
    <a className="record-name font-medium text-ink" href={address + id}>
      <Code>{number}</Code>
    </a>
  ),
  sheet: { value: ({ number }) => number, kind: 'code' },
});
