import { expect } from 'vitest';
import { people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf } from '../fixtures.ts';
import { customer, goods, line, paying, sell } from './selling.ts';

interface Detail {
  sale: Row;
  items: Row[];
  payments: Row[];
  business: Row | null;
}
const detailOf = (on: TestSession, id: string) => on.call<Detail>('sale_detail', { id });
/** Lets an hour pass, so that what follows is later. */
async function later(on: TestSession): Promise<void> {
  await on.asDatabaseOwner();
  await on.rows('alter table public.sales disable trigger stamp');
  await on.rows(`update public.sales set created_at = created_at - interval '1 hour' where created_at > now() - interval '3 hours'`);
  await on.rows('alter table public.sales enable trigger stamp');
  await on.rows(`update private.name_changes set at = at - interval '1 hour' where at > now() - interval '3 hours'`);
}

scenario('a sale keeps all names as they were when it was recorded, after any renaming', async (on) => {
  const who = await customer(on, { name: 'Amira', name_ar: 'أميرة', phone: '+201001234567', address: 'Old street' });
  const { variant } = await goods(on, 10, { name: 'Linen abaya', price: 10 });
  await on.asDatabaseOwner();
  const [color, size] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'sizes', 'M')];
  await on.rows('update public.variants set color_id = $2, size_id = $3 where id = $1', variant, color, size);
  await on.rows('update public.business set sale_tax_rate_id = (select id from public.tax_rates where active order by id limit 1)');
  await on.as(people.owner);
  const payment = await paying(on, 10);
  const sold = async () => (await sell(on, [line(variant)], { customer_id: who }, [payment])).id;
  const first = await sold();
  const before = await detailOf(on, first);
  expect(before.business).toBeNull();
  await later(on);

  const taxNumbers = { ' one': '300000000000013', ' two': '300000000000023' };
  const rename = async (mark: keyof typeof taxNumbers) => {
    await on.asDatabaseOwner();
    for (const table of ['business', 'branches', 'profiles', 'colors', 'sizes', 'payment_methods', 'tax_rates', 'customers']) {
      await on.rows(`update public.${table} set name = left(name, 60) || $1, name_ar = btrim($1)`, mark);
    }
    // All at once, as an import does.
    await on.rows('update public.products set name = left(name, 60) || $1', mark);
    await on.rows(`update public.business set tax_number = $1, country = 'SA'`, taxNumbers[mark]);
    await on.rows(
      `update public.customers set address = 'New street' || $2, phone = '+20100765432' || length($2), tax_number = $3 where id = $1`,
      who,
      mark,
      taxNumbers[mark],
    );
    await on.rows(`update public.branches set phone = '+20 2 555 000' || length($1)`, mark);
  };
  await rename(' one');
  await later(on);
  await on.as(people.owner);
  const second = await sold();
  await later(on);
  await rename(' two');

  await on.as(people.owner);
  const words = ({ sale, items, payments, business }: Detail) => ({
    ...Object.fromEntries(
      ['customer', 'customer_ar', 'customer_phone', 'customer_address', 'customer_tax_number', 'branch', 'branch_ar', 'branch_phone'].map(
        (key) => [key, sale[key]],
      ),
    ),
    tax_rate: (sale.taxes as Row[])[0]?.tax_rate,
    tax_rate_ar: (sale.taxes as Row[])[0]?.tax_rate_ar,
    seller: (sale.salesperson as Row).name,
    ...Object.fromEntries(['product', 'product_ar', 'color', 'color_ar', 'size', 'size_ar'].map((key) => [key, items[0]?.[key]])),
    method: payments[0]?.payment_method,
    method_ar: payments[0]?.payment_method_ar,
    issuer: business?.name,
    tax_number: business?.tax_number,
    country: business?.country,
  });
  const was = words(before);
  const then = await detailOf(on, first);
  expect(was).toMatchObject({ customer_phone: '+201001234567', tax_rate: expect.any(String) as string });
  const business = await on.rows('select name, tax_number, country from public.business');
  expect(words(then)).toEqual({ ...was, issuer: 'Dar Nour', tax_number: expect.anything() as unknown, country: 'EG' });
  expect(Object.values(taxNumbers)).not.toContain(then.business?.tax_number);
  const middle = words(await detailOf(on, second));
  expect(middle).toMatchObject({
    customer: 'Amira one',
    customer_ar: 'one',
    customer_address: 'New street one',
    product: 'Linen abaya one',
    color: 'Black one',
    size: 'M one',
    method: 'Cash one',
    issuer: 'Dar Nour one',
    tax_number: taxNumbers[' one'],
    country: 'SA',
  });
  // A new sale uses the current names.
  const last = await detailOf(on, await sold());
  expect(last.business).toBeNull();
  expect(words(last)).toMatchObject({ customer: 'Amira one two', product: 'Linen abaya one two', method: 'Cash one two' });
  expect(business).toEqual([expect.objectContaining({ tax_number: taxNumbers[' two'] })]);

  // A user who may not view customers sees neither current nor earlier names.
  await on.revokePermission(people.accountant, 'contacts.customers.view');
  await on.as(people.accountant);
  const blind = await detailOf(on, first);
  expect(blind.sale.customer).toBeNull();
  expect(blind.sale.customer_phone).toBeUndefined();
  expect(JSON.stringify(blind)).not.toContain('Amira');
});
