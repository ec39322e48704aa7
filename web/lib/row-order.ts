/* The order of a list, for rows that were read in the order of their keys. */

export interface RowSort {
  by: string;
  descending: boolean;
}

/** Words in the order in which the database puts them, whatever language is read. */
export const { compare: compareWords } = new Intl.Collator('en');

/** What decides where a row stands: what is sorted by; of goods then variants and places, as every list of them has it: what has no colour
    or size before those that do. */
export function rankOf(row: unknown, by: string): unknown[] {
  const { [by]: first, product, color, size_position, size, branch, stock_point } = row as Record<string, unknown>;
  return [first, product, color ?? '', size_position ?? -1, size ?? '', branch, stock_point ?? ''];
}

/** Empty comes last, whichever way the first goes. */
export const byRank = (descending: boolean) => (a: readonly unknown[], b: readonly unknown[]) => {
  for (const [at, one] of a.entries()) {
    const other = b[at];
    const empty = Number(one === null || one === undefined) - Number(other === null || other === undefined);
    const order = empty || (typeof one === 'string' && typeof other === 'string' ? compareWords(one, other) : Number(one) - Number(other));
    if (order) return empty === 0 && at === 0 && descending ? -order : order;
  }
  return 0;
};

export function inOrder<Row>(rows: readonly Row[], { by, descending }: RowSort): Row[] {
  const before = byRank(descending);
  return rows
    .map((row) => ({ row, rank: rankOf(row, by) }))
    .sort((a, b) => before(a.rank, b.rank))
    .map(({ row }) => row);
}
