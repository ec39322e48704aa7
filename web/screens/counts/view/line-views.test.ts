import { expect, it } from 'vitest';
import type { CountLine } from '@/db/counts.ts';
import { goodsOf, lineViews } from './line-views.ts';

const line = (variant_id: string, counted: number, mine: number) =>
  ({ variant_id, product_id: 'p', product: 'Shirt', counted, mine }) as CountLine;
const add = (variant_id: string, quantity: number) => ({ id: variant_id + quantity, variant_id, mode: 'add' as const, quantity, at: 0 });
const short = (views: ReturnType<typeof lineViews>) =>
  views.map(({ variant_id, counted, mine, waiting }) => [variant_id, counted, mine, waiting]);

it('puts the goods scanned here on top, including the tallies not sent yet', () => {
  const lines = [line('a', 5, 2), line('b', 1, 1)];
  const views = lineViews({ lines, readAt: 10, answered: new Map(), waiting: [add('b', 1)], scanned: [goodsOf(line('b', 0, 0))] });
  expect(short(views)).toEqual([
    ['b', 2, 2, true],
    ['a', 5, 2, false],
  ]);
});

it('uses whichever is newer, the list or the response', () => {
  const told = new Map([['a', { counted: 9, mine: 9, at: 20 }]]);
  expect(short(lineViews({ lines: [line('a', 5, 2)], readAt: 10, answered: told, waiting: [], scanned: [] }))).toEqual([
    ['a', 9, 9, false],
  ]);
  expect(short(lineViews({ lines: [line('a', 12, 3)], readAt: 30, answered: told, waiting: [], scanned: [] }))).toEqual([
    ['a', 12, 3, false],
  ]);
});

it('shows goods that are new to the server, and drops those it rejected', () => {
  const fresh = goodsOf(line('n', 0, 0));
  expect(short(lineViews({ lines: [], readAt: 0, answered: new Map(), waiting: [add('n', 1)], scanned: [fresh] }))).toEqual([
    ['n', 1, 1, true],
  ]);
  expect(lineViews({ lines: [], readAt: 0, answered: new Map(), waiting: [], scanned: [fresh] })).toEqual([]);
});
