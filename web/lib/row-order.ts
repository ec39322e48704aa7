/* Sorts rows that were read in the order of their ids like the list. */

export interface RowSort {
  by: string;
  descending: boolean;
}

/** Compares texts in the database's order, whatever the language. */
export const { compare: compareWords } = new Intl.Collator('en');

/** The sort keys of a row: the sorted column; then for goods variant and place, as in all lists, those without colour or size first. */
export function rankOf(row: unknown, by: string): unknown[] {
  const { [by]: first, product, color, size_position, size, branch, stock_point } = row as Record<string, unknown>;
  return [first, product, color ?? '', size_position ?? -1, size ?? '', branch, stock_point ?? ''];
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
