import { expect, it } from 'vitest';
import type { RouteHandle } from '@/kit/screen.ts';
import { handlesOf } from './handles.ts';
import { entryAt, menu, menuFor } from './menu.ts';

const entries = menu.flatMap((item) => (item === 'separator' ? [] : 'entries' in item ? item.entries : [item]));
const open = (permission?: RouteHandle['permission'], ...addresses: string[]) =>
  new Map(addresses.map((to) => [to, { title: 'app.name' as const, permission }]));
const everything = open(undefined, ...entries.map(({ to }) => to));

it('hides entries without permission', () => expect(menuFor(() => false, open('inventory.brands.view', '/inventory/brands'))).toEqual([]));
it('hides entries without a route', () => expect(menuFor(() => true, new Map())).toEqual([]));
it('shows an area only with its permitted entries', () => {
  const handles = new Map([
    ...open('inventory.brands.view', '/inventory/brands'),
    ...open('inventory.sizes.view', '/inventory/sizes'),
    ...open('contacts.customers.view', '/contacts/customers'),
  ]);
  expect(menuFor((permission) => permission === 'inventory.brands.view', handles)).toMatchObject([
    { key: 'inventory', entries: [{ key: 'brands' }] },
  ]);
});
it('shows an entry with any one of several permissions', () => {
  const handles = open(['contacts.customers.import', 'contacts.suppliers.import'], '/imports');
  expect(menuFor((permission) => permission === 'contacts.suppliers.import', handles)).toMatchObject([{ entries: [{ key: 'imports' }] }]);
});
it('finds the menu entry of an address', () => {
  const items = menuFor(() => true, everything);
  expect(entryAt(items, '/inventory/stockpoints/transactions/add')?.key).toBe('transfers');
  expect(entryAt(items, '/inventory/stockpoints/edit/1')?.key).toBe('stockPoints');
  expect(entryAt(items, '/nowhere')).toBeUndefined();
});
it('collects the handles of nested routes', () => {
  const [above, below] = [{ title: 'above' }, { title: 'below' }];
  expect(handlesOf([{ path: 'a', handle: above, children: [{ path: 'b', handle: below }, { path: 'c' }] }])).toEqual([
    ['/a', above],
    ['/a/b', below],
  ]);
});
