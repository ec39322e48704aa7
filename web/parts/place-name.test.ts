import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { PlaceWords } from '@/db/documents.ts';
import { arrivalName, endName, placeName } from './place-name.ts';

const t = ((key: string, words?: { branch: string; point: string }) =>
  words ? `${words.branch}, ${words.point}` : key) as unknown as TFunction;
const zamalek = { branch: 'Zamalek', branch_ar: 'الزمالك' };
const floor = { stock_point_id: null, stock_point: null, stock_point_ar: null };
const window = { stock_point_id: 'w', stock_point: 'Window', stock_point_ar: null };
/** A person without access to stock points receives no names of them. */
const unseen = { ...floor, stock_point_id: 'w' };
const way = (to_branch_id: string, point: Omit<PlaceWords, 'branch' | 'branch_ar'>) => ({
  from_branch_id: 'z',
  from_branch: 'Zamalek',
  from_branch_ar: null,
  from_stock_point_id: null,
  from_stock_point: null,
  from_stock_point_ar: null,
  to_branch_id,
  to_branch: to_branch_id === 'z' ? 'Zamalek' : 'Maadi',
  to_branch_ar: null,
  to_stock_point_id: point.stock_point_id,
  to_stock_point: point.stock_point,
  to_stock_point_ar: null,
});

it('names a place by branch and stock point, or as the shop floor if it has no stock point', () => {
  expect([floor, window, unseen].map((point) => placeName(t, { ...zamalek, ...point }))).toEqual([
    'Zamalek, stock.floor',
    'Zamalek, Window',
    'Zamalek',
  ]);
});

it('names the ends of a transfer; between branches, a shop floor is named by its branch only', () => {
  const ways = [way('m', floor), way('m', window), way('z', window), way('z', unseen)];
  expect(ways.map((row) => endName(t, row, 'from'))).toEqual(['Zamalek', 'Zamalek', 'Zamalek, stock.floor', 'Zamalek, stock.floor']);
  expect(ways.map((row) => arrivalName(t, row))).toEqual(['Maadi', 'Maadi, Window', 'Window', '']);
});
