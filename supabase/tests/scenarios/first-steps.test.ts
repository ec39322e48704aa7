import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { databaseOwner, people, inTestSession, scenario, type Row } from '../database.ts';
import { makeProduct, stocked } from '../fixtures.ts';
import { line, sellForCash } from './selling.ts';

describe('the first steps of a business', () => {
  scenario('are all done in the demo business', async (on) => {
    await on.as(people.owner);
    const { sale, ...steps } = await on.call<Row>('first_steps');
    expect(steps).toEqual({
      business: true,
      branch: true,
      taxes: true,
      payment_methods: true,
      products: true,
      stock: true,
      people: true,
      branches_without_stock: [],
    });
    expect(sale).toBe(await on.value('select exists (select from public.sales)'));
  });

  // Without the check of invariants, since truncating tables leaves their sums.
  test('are open in a new business, and each is done by its action', () =>
    inTestSession(databaseOwner(), async (on) => {
      await on.asDatabaseOwner();
      // As installed, with its first owner.
      await on.rows(
        'truncate public.profiles, public.branches, public.products, public.stock_movements, public.purchase_orders, public.sales, public.expenses, public.expense_rules cascade',
      );
      await on.rows('update public.business set sale_tax_rate_id = null, set_up_at = null');
      await on.rows('delete from public.tax_rates');
      await on.rows('delete from public.payment_methods where not is_cash');
      await on.rows(`select private.make_first_owner($1, 'Owner', 'first@example.com')`, people.owner);
      await on.as(people.owner);
      const left = async () =>
        Object.entries(await on.call<Row>('first_steps'))
          .flatMap(([step, done]) => (done ? [] : [step]))
          .sort();
      const without = async () =>
        (await on.call<{ branches_without_stock: Row[] }>('first_steps')).branches_without_stock.map(({ name }) => name);
      expect(await without()).toEqual([]);
      expect(await left()).toEqual(['branch', 'payment_methods', 'people', 'products', 'sale', 'stock', 'taxes']);
      await on.rows(`insert into public.tax_rates (name, percentage) values ('Zero', 0)`);
      expect(await left()).toEqual(['branch', 'payment_methods', 'people', 'products', 'sale', 'stock']);
      await on.rows(`insert into public.payment_methods (name) values ('Card')`);
      expect(await left()).toEqual(['branch', 'people', 'products', 'sale', 'stock']);
      const branch = await on.value<string>(`insert into public.branches (name, code) values ('First', 'FST') returning id`);
      expect(await left()).toEqual(['people', 'products', 'sale', 'stock']);
      await on.asDatabaseOwner();
      await on.rows(
        'insert into public.profiles (id, name, role_id) select $1, $2, id from public.roles where not is_owner limit 1',
        people.cashier,
        'Second',
      );
      await on.as(people.owner);
      expect(await left()).toEqual(['products', 'sale', 'stock']);
      const {
        variants: [variant = ''],
      } = await makeProduct(on);
      expect(await left()).toEqual(['sale', 'stock']);
      // Opening stock is entered per branch, and a closed branch needs none.
      const second = await on.value<string>(
        `insert into public.branches (name, name_ar, code) values ('Second', 'الثاني', 'SND') returning id`,
      );
      await on.rows(`insert into public.branches (name, code, active) values ('Closed', 'CLD', false)`);
      expect(await without()).toEqual(['First', 'Second']);
      await stocked(on, people.owner, branch, [[variant, 5]]);
      expect(await left()).toEqual(['sale']);
      expect((await on.call<Row>('first_steps')).branches_without_stock).toEqual([{ id: second, name: 'Second', name_ar: 'الثاني' }]);
      await stocked(on, people.owner, second, [[variant, 1]]);
      expect(await without()).toEqual([]);
      await on.call('open_shift', { id: randomUUID(), branch_id: branch, opening_balance: 0 });
      await on.rows(`insert into public.branches (name, code) values ('Third', 'THD')`);
      await sellForCash(on, [line(variant)], { branch_id: branch });
      expect(await left()).toEqual([]);
      // A branch opened before the first sale still needs stock; one opened after it does not.
      expect(await without()).toEqual(['Third']);
      await on.asDatabaseOwner();
      await on.rows('alter table public.branches disable trigger user');
      await on.rows(`update public.branches set created_at = now() + interval '1 minute' where code = 'THD'`);
      await on.as(people.owner);
      expect(await without()).toEqual([]);
    }));

  scenario('are visible only to users who may set up the business', async (on) => {
    await on.as(people.manager);
    expect(await on.refused(() => on.call('first_steps'))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
  });
});
