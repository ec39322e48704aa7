import { expect, test } from 'vitest';
import { inTreeOrder, isWithin, pathOf } from './tree.ts';

const nodes = new Map(
  [
    { id: 'women', parent_id: null },
    { id: 'abayas', parent_id: 'women' },
    { id: 'linen', parent_id: 'abayas' },
    { id: 'orphan', parent_id: 'out of reach' },
    { id: 'a', parent_id: 'b' },
    { id: 'b', parent_id: 'a' },
  ].map((node) => [node.id, node]),
);

test('returns the path from the top down', () => {
  expect(pathOf(nodes, 'linen').map((node) => node.id)).toEqual(['women', 'abayas', 'linen']);
  expect(pathOf(nodes, 'orphan').map((node) => node.id)).toEqual(['orphan']);
  expect(pathOf(nodes, 'gone')).toEqual([]);
});

test('terminates on a cyclic tree', () => {
  expect(pathOf(nodes, 'a').map((node) => node.id)).toEqual(['b', 'a']);
});

test('tells whether a record is within another, including itself', () => {
  expect(isWithin(nodes, 'linen', 'women')).toBe(true);
  expect(isWithin(nodes, 'women', 'women')).toBe(true);
  expect(isWithin(nodes, 'women', 'linen')).toBe(false);
});

test('orders siblings below their parent, and keeps rows outside the tree at the end', () => {
  const rows = [
    { id: 'rent', parent_id: null },
    { id: 'water', parent_id: 'bills' },
    { id: null, parent_id: null },
    { id: 'bills', parent_id: null },
    { id: 'power', parent_id: 'bills' },
    { id: 'orphan', parent_id: 'out of reach' },
  ];
  const byId = (a: (typeof rows)[number], b: (typeof rows)[number]) => String(a.id).localeCompare(String(b.id));
  expect(inTreeOrder(rows, byId).map(({ id }) => id)).toEqual(['bills', 'power', 'water', 'rent', null, 'orphan']);
});
