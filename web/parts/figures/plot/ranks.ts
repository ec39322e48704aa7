import type { Mark } from '../drawing.ts';

const MAX_RANKS = 12;

/** At most twelve rows. What does not fit is summed in the last one; rates do not add up, so they are left out instead. */
export function topRanks(marks: readonly Mark[], others: string, isRate = false): readonly Mark[] {
  if (marks.length <= MAX_RANKS || isRate) return marks.slice(0, MAX_RANKS);
  const rest = marks.slice(MAX_RANKS - 1);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return [
    ...marks.slice(0, MAX_RANKS - 1),
    {
      key: 'others',
      name: others,
      now: sum(rest.map(({ now }) => now)),
      before: rest.some(({ before }) => typeof before === 'number') ? sum(rest.map(({ before }) => before ?? 0)) : null,
    },
  ];
}
