import { expect, it } from 'vitest';
import type { ChangeRow } from '@/db/history.ts';
import { recordPath } from './record-path.ts';

const change = (rest: Partial<ChangeRow>) =>
  ({
    record_table: null,
    record_id: '7',
    table_name: 'x',
    row_id: '8',
    record: { name: 'Seven', name_ar: null },
    action: 'update',
    ...rest,
  }) as ChangeRow;

it('a change links to its record as long as the record exists', () => {
  const to = (record_table: string) => recordPath(change({ record_table }));
  expect(['products', 'purchase_orders', 'expenses', 'profiles', 'roles', 'business'].map(to)).toEqual([
    '/inventory/products/edit/7',
    '/purchase/orders/7',
    '/accounting/expenses/view/7',
    '/managment/users/edit/7',
    '/managment/roles/edit/7',
    '/settings/business',
  ]);
  expect(recordPath(change({ record_table: 'expenses', record: null }))).toBeUndefined();
  expect(to('held_sales')).toBeUndefined();
  expect([
    recordPath(change({ table_name: 'attachments', action: 'insert' })),
    recordPath(change({ table_name: 'attachments', action: 'delete' })),
  ]).toEqual(['/documents?file=8', undefined]);
});
