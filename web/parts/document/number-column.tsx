import type { Column } from '@/list/column.ts';
import { Code } from '@/ui/figure.tsx';

/** A document by its number, in a list. A link as well as a row: the keyboard and a new tab need one. */
export const numberColumn = <Row extends { id: string; number: string }>(label: string, address: string): Column<Row> => ({
  id: 'number',
  label,
  sort: 'number',
  width: '220px',
  pinned: true,
  card: 'title',
  cell: ({ id, number }) => (
    <a className="nm hi" href={address + id}>
      <Code>{number}</Code>
    </a>
  ),
  sheet: { value: ({ number }) => number, kind: 'code' },
});

/** In pixels, what the longest of these numbers needs to stand whole: it names branch and till, and a code may be all wide letters. least: in characters. */
export const numberWidth = (rows: readonly { number: string }[], least: number): number =>
  44 + Math.max(8 * least, ...rows.map(({ number }) => 8 * number.length + 6 * (number.match(/[MW]/g)?.length ?? 0)));
