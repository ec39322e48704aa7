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

it('groups permissions into areas and rows, those without a column at the end', () => {
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

it('adds and removes permissions in catalogue order, and reports the differences', () => {
  const held = toggled(some, [], ['inventory.costs.view', 'contacts.customers.view'], true);
  expect(held).toEqual(['contacts.customers.view', 'inventory.costs.view']);
  const after = toggled(some, toggled(some, held, ['inventory.costs.view'], false), ['inventory.products.view'], true);
  expect(changeOf(held, after)).toEqual({ added: ['inventory.products.view'], removed: ['inventory.costs.view'] });
});

it('finds rows by every word in any spelling, and only with a permission that is shown', () => {
  const find = (words: string, shows: (one: PermissionName) => boolean = () => true) =>
    narrowed(areasOf(some), words, ({ resource }, { domain }) => `${domain} ${resource} الأصناف`, shows).flatMap(({ rows }) =>
      rows.map(({ id }) => id),
    );
  expect(find('INVENTORY prod')).toEqual(['inventory.products']);
  expect(find('اصناف costs')).toEqual(['inventory.costs']);
  expect(find('', (one) => one === 'contacts.customers.delete')).toEqual(['contacts.customers']);
  expect(find('nothing')).toEqual([]);
});

it('names every area, resource and action in both languages', () => {
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
