import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type TestSession } from '../database.ts';
import { makeProduct } from '../fixtures.ts';
import type { Kind } from '../../functions/import/fields.ts';
import type { Edits } from '../../functions/import/rows.ts';
import { readCase } from '../import-cases/read.ts';

/* Files of other programs, from their bytes to the resulting records. import/cases.test.ts covers how each is
   read. */

interface Report {
  status: string;
  problems: { row: number; column: string; code: string; found: string | null }[];
}

const create = { brands: true, categories: true, colors: true, sizes: true, suppliers: true };

async function bring(on: TestSession, name: string, kind: Kind = 'products', edits: Edits = {}): Promise<Report> {
  const { rows } = await readCase(name, kind, { edits });
  return await on.call<Report>('import_sheet', {
    kind,
    id: randomUUID(),
    rows,
    options: { create, branch_id: branches.zamalek },
    dry_run: false,
  });
}
const told = ({ status, problems }: Report) => [
  status,
  ...problems.map(({ row, column, code, found }) => `${row} ${column} ${code} ${found}`),
];
const products = (on: TestSession) =>
  on.rows(`select p.name, p.price, p.active, c.name as category, p.low_stock_level, count(v.id)::int as variants, coalesce(sum(l.quantity), 0)::float8 as pieces
    from public.products p
    left join public.categories c on c.id = p.category_id
    join public.variants v on v.product_id = p.id
    left join public.stock_levels l on l.variant_id = v.id
    where v.sku like 'CASE-%' or v.sku like 'SHIRT-%' or v.sku = 'MUG-W'
    group by p.id, c.name
    order by min(v.sku)`);

describe('a file of another program', () => {
  scenario('is imported with its stock, categories, item groups and variations', async (on) => {
    await on.as(people.owner);
    for (const name of ['01-in-stock.csv', '02-item-group.csv', '17-woocommerce.csv'])
      expect((await bring(on, name)).status, name).toBe('applied');
    expect(await products(on)).toEqual([
      { name: 'Clay mug', price: 60, active: true, category: null, low_stock_level: null, variants: 1, pieces: 25 },
      { name: 'Glass cup', price: 45, active: true, category: null, low_stock_level: null, variants: 1, pieces: 40 },
      { name: 'Layla abaya', price: 900, active: true, category: 'Abayas', low_stock_level: null, variants: 1, pieces: 0 },
      { name: 'Noor abaya', price: 1100, active: true, category: 'Abayas', low_stock_level: null, variants: 1, pieces: 0 },
      { name: 'Clay mug', price: 60, active: true, category: 'Kitchen', low_stock_level: null, variants: 1, pieces: 0 },
      { name: 'Glass cup', price: 45, active: true, category: 'Kitchen', low_stock_level: null, variants: 1, pieces: 0 },
      { name: 'Mug', price: 60, active: false, category: 'Home', low_stock_level: null, variants: 1, pieces: 7 },
      { name: 'Linen shirt', price: 450, active: true, category: 'Shirts', low_stock_level: null, variants: 2, pieces: 8 },
    ]);
  });

  scenario('is refused by row and column where a cell is unreadable, and creates nothing', async (on) => {
    await on.as(people.owner);
    expect(told(await bring(on, '07-formula-no-value.xlsx'))).toEqual([
      'refused',
      '2 quantity formula_not_calculated =2+3',
      '3 price formula_not_calculated =C2*0.9',
    ]);
    expect(told(await bring(on, '14-size-became-date.xlsx'))).toEqual([
      'refused',
      expect.stringContaining('2 size became_date'),
      expect.stringContaining('3 size became_date'),
    ]);
    expect(told(await bring(on, '13-question-marks.csv'))).toEqual(
      expect.arrayContaining(['refused', '2 color letters_lost ????', '2 name letters_lost ???? ????']),
    );
    expect(await products(on)).toEqual([]);
    expect(told(await bring(on, '14-size-became-date.csv', 'products', { 2: null, 3: null }))).toEqual(['applied']);
    expect(
      await on.rows(`select z.name from public.variants v join public.sizes z on z.id = v.size_id where v.sku like 'CASE-13%'`),
    ).toEqual([{ name: '6-8' }]);
  });

  scenario('reads dates of many notations, and refuses percentages and foreign currency in orders', async (on) => {
    await on.as(people.owner);
    for (const sku of ['CASE-A', 'CASE-B']) await makeProduct(on, { name: sku }, [{ sku }]);
    for (const name of ['Delta Textiles', 'Shenzhen Trading', 'دلتا'])
      await on.rows(
        'insert into public.suppliers (name) select $1::text where not exists (select from public.suppliers s where s.name = $1::text)',
        [name],
      );
    expect(told(await bring(on, '03-discount-percent.csv', 'purchase_orders'))).toEqual([
      'refused',
      '2 discount is_percentage 10',
      '3 discount is_percentage 12.5',
    ]);
    expect(told(await bring(on, '03-tax-percent.csv', 'purchase_orders'))).toEqual(['refused', '2 tax is_percentage 14']);
    expect(told(await bring(on, '11-cost-in-dollars.csv', 'purchase_orders'))).toEqual(['refused', '2 unit_cost other_currency 12.50']);
    for (const name of ['12-utc-stamps.csv', '19-arabic-dates.csv', '21-merged-order.xlsx'])
      expect(told(await bring(on, name, 'purchase_orders')), name).toEqual(['applied']);
    expect(
      await on.rows(`select o.reference, o.ordered_on::text, o.due_on::text, a.total from public.purchase_orders o join public.purchase_amounts a on a.purchase_order_id = o.id
      where o.reference in ('PO-301', 'PO-302', 'PO-1101', 'PO-1201', '901', '902', 'PO-2901') order by o.reference`),
    ).toEqual([
      { reference: '901', ordered_on: '2026-11-05', due_on: '2026-11-25', total: 30 },
      { reference: '902', ordered_on: '2026-11-06', due_on: '2026-11-26', total: 20 },
      { reference: 'PO-1201', ordered_on: '2026-11-06', due_on: '2026-12-06', total: 30 },
      { reference: 'PO-2901', ordered_on: '2026-11-05', due_on: null, total: 350 },
    ]);
  });

  scenario('ignores notes about unread cells with an unknown field or code', async (on) => {
    await on.as(people.owner);
    const rows = [{ row: 2, name: 'Kite', price: '5', unread: { name: 'anything', nothing: 'became_date' } }];
    expect(await on.call<Report>('import_sheet', { kind: 'products', id: randomUUID(), rows, options: {}, dry_run: true })).toMatchObject({
      status: 'checked',
      problems: [],
    });
    const list = [{ row: 2, name: 'Kite', price: '5', unread: ['name'] }];
    expect(
      await on.call<Report>('import_sheet', { kind: 'products', id: randomUUID(), rows: list, options: {}, dry_run: true }),
    ).toMatchObject({ status: 'checked', problems: [] });
  });
});
