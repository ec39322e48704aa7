/* Sorts rows that were read in the order of their ids like the list. */
import { settings } from './settings.ts';

export interface RowSort {
  by: string;
  descending: boolean;
}

/** Compares texts in the database's order, whatever the language. */
export const { compare: compareWords } = new Intl.Collator('en');

const RECORDS = ['name', 'product', 'category', 'brand', 'supplier', 'branch'];

/** A list's sort as the database names it: in Arabic, records are sorted by the names that Arabic readers see. */
export const sortForReader = (sort: string): string => (settings().language === 'ar' && RECORDS.includes(sort) ? `${sort}_ar` : sort);

const shown = (row: unknown, key: string): unknown => {
  const values = row as Record<string, unknown>;
  return (settings().language === 'ar' && values[`${key}_ar`]) || values[key];
};

/** Compares rows by names as the user sees them; those without one come first. */
export const byNames =
  <Row>(...keys: (string & keyof Row)[]) =>
  (a: Row, b: Row): number => {
    for (const key of keys) {
      const order = compareWords(String(shown(a, key) ?? ''), String(shown(b, key) ?? ''));
      if (order) return order;
    }
    return 0;
  };

/** The sort keys of a row: the sorted column; then for goods variant and place, as in all lists, those without colour or size first. */
export function rankOf(row: unknown, by: string): unknown[] {
  const { size_position } = row as Record<string, unknown>;
  return [
    shown(row, by),
    shown(row, 'product'),
    shown(row, 'color') ?? '',
    size_position ?? -1,
    shown(row, 'size') ?? '',
    shown(row, 'branch'),
    shown(row, 'stock_point') ?? '',
  ];
}

/** Empty values come last in either direction. */
export const byRank = (descending: boolean) => (a: readonly unknown[], b: readonly unknown[]) => {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    const empty = Number(left === null || left === undefined) - Number(right === null || right === undefined);
    const order =
      empty || (typeof left === 'string' && typeof right === 'string' ? compareWords(left, right) : Number(left) - Number(right));
    if (order) return empty === 0 && index === 0 && descending ? -order : order;
  }
  return 0;
};

export function inOrder<Row>(rows: readonly Row[], { by, descending }: RowSort): Row[] {
  const compareRanks = byRank(descending);
  return rows
    .map((row) => ({ row, rank: rankOf(row, by) }))
    .sort((a, b) => compareRanks(a.rank, b.rank))
    .map(({ row }) => row);
}
