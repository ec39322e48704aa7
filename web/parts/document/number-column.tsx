import type { Column } from '@/kit/column.ts';
import { Code } from '@/ui/figure.tsx';

/** A document by its number, in a list. A link as well as a row: the keyboard and a new tab need one. */
export const numberColumn = <Row extends { id: string; number: string }>(label: string, address: string): Column<Row> => ({
  id: 'number',
  label,
  sort: 'number',
  width: '220px',
  pinned: true,
  slip: 'title',
  cell: ({ id, number }) => <a className="nm hi" href={address + id}><Code>{number}</Code></a>,
  sheet: { value: ({ number }) => number, kind: 'code' },
});
