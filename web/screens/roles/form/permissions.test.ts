import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { PermissionName } from '@/db/types.gen.ts';
import { areasOf, changeOf, narrowed, partsOf, toggled } from './permissions.ts';

const some: PermissionName[] = [
  'contacts.customers.view',
  'contacts.customers.delete',
  'inventory.products.view',
  'inventory.products.edit_price',
  'inventory.costs.view',
];

it('puts the catalogue into areas and rows, with what has no column of its own at the end', () => {
  const areas = areasOf(some);
  expect(areas.map(({ domain, rows }) => [domain, ...rows.map(({ resource }) => resource)])).toEqual([
    ['contacts', 'customers'],
    ['inventory', 'products', 'costs'],
  ]);
  expect(areas[1]!.rows[0]).toMatchObject({
    id: 'inventory.products',
    of: { view: 'inventory.products.view' },
    others: ['inventory.products.edit_price'],
  });
  expect(areas.flatMap(({ all }) => all)).toEqual(some);
});

it('gives and takes in the order of the catalogue, and says what differs', () => {
  const held = toggled(some, [], ['inventory.costs.view', 'contacts.customers.view'], true);
  expect(held).toEqual(['contacts.customers.view', 'inventory.costs.view']);
  const after = toggled(some, toggled(some, held, ['inventory.costs.view'], false), ['inventory.products.view'], true);
  expect(changeOf(held, after)).toEqual({ added: ['inventory.products.view'], removed: ['inventory.costs.view'] });
});

it('finds a row by every word, in whatever spelling, and only where something of it is shown', () => {
  const find = (words: string, shows: (one: PermissionName) => boolean = () => true) =>
    narrowed(areasOf(some), words, ({ resource }, { domain }) => `${domain} ${resource} الأصناف`, shows).flatMap(({ rows }) =>
      rows.map(({ id }) => id),
    );
  expect(find('INVENTORY prod')).toEqual(['inventory.products']);
  expect(find('اصناف costs')).toEqual(['inventory.costs']);
  expect(find('', (one) => one === 'contacts.customers.delete')).toEqual(['contacts.customers']);
  expect(find('nothing')).toEqual([]);
});

it('has a word in both languages for every area, resource and action that there is', () => {
  const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const names = [...text('db/types.gen.ts').matchAll(/"([a-z_]+\.[a-z_]+\.[a-z_]+)"/g)].map(([, name = '']) => partsOf(name));
  expect(names.length).toBeGreaterThan(100);
  for (const language of ['en', 'ar']) {
    const { permission } = JSON.parse(text(`i18n/${language}/app.json`)) as {
      permission: Record<'domain' | 'resource' | 'action', Record<string, string>>;
    };
    const missing = names.flatMap(({ domain, resource, action }) => [
      ...(permission.domain[domain] ? [] : [domain]),
      ...(permission.resource[resource] ? [] : [resource]),
      ...(permission.action[action] ? [] : [action]),
    ]);
    expect([...new Set(missing)], language).toEqual([]);
  }
});
