import { expect, it } from 'vitest';
import { topRanks } from './ranks.ts';

const rows = Array.from({ length: 14 }, (_, index) => ({ key: String(index), name: `Row ${index}`, now: 14 - index, before: index }));

it('sums the rows after the eleventh as others, now and before', () => {
  const ranks = topRanks(rows, 'Others');
  expect(ranks.slice(0, 11)).toEqual(rows.slice(0, 11));
  expect(ranks.slice(11)).toEqual([{ key: 'others', name: 'Others', now: 3 + 2 + 1, before: 11 + 12 + 13 }]);
  expect(topRanks(rows.slice(0, 12), 'Others')).toEqual(rows.slice(0, 12));
});

it('never sums rates, and has no value before for others if no row has one', () => {
  expect(topRanks(rows, 'Others', true)).toEqual(rows.slice(0, 12));
  expect(
    topRanks(
      rows.map((row) => ({ ...row, before: null })),
      'Others',
    ).at(-1),
  ).toEqual({ key: 'others', name: 'Others', now: 6, before: null });
});
