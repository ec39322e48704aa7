import { expect, it } from 'vitest';
import { addressesOf, entryAt, menu, menuFor } from './menu.ts';

const all = menu.flatMap((item) => (item === 'line' ? [] : 'entries' in item ? item.entries : [item])).map(({ to }) => to);

it('never shows a locked door', () => expect(menuFor(() => false, ['/inventory/brands'])).toEqual([]));
it('never shows a door to nowhere', () => expect(menuFor(() => true, [])).toEqual([]));
it('shows an area only for the entries that are open', () => {
  const [area] = menuFor((permission) => permission === 'inventory.brands.view', all.filter((to) => to !== '/reports' && to !== '/whats-new'));
  expect(area).toMatchObject({ key: 'inventory', entries: [{ key: 'brands' }] });
});
it('knows the entry an address belongs to', () => {
  const items = menuFor(() => true, all);
  expect(entryAt(items, '/inventory/stockpoints/transactions/add')?.key).toBe('transfers');
  expect(entryAt(items, '/inventory/stockpoints/edit/1')?.key).toBe('stockPoints');
  expect(entryAt(items, '/nowhere')).toBeUndefined();
});
it('reads addresses out of nested routes', () => {
  const lazy = () => Promise.resolve({});
  expect(addressesOf([{ path: 'a', children: [{ path: 'b', lazy }] }, { path: 'c/d', lazy }])).toEqual(['/a/b', '/c/d']);
});
