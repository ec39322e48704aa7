/* A check reports what the import then does: for every kind, on good, faulty and random sheets. SEED=… repeats a
   run. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { seed, seededRandom } from '../seeded-random.ts';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { makeProduct, stocked } from '../fixtures.ts';

const everything = {
  brands: true,
  categories: true,
  colors: true,
  sizes: true,
  suppliers: true,
  customers: true,
  expense_categories: true,
};
type Report = Row & { problems: Row[]; problem_count: number; rows: number; status: string };

const ask = (on: TestSession, kind: string, rows: Row[], dry: boolean, skip: boolean) =>
  on.call<Report>('import_sheet', {
    kind,
    id: randomUUID(),
    rows: rows.map((row, index) => ({ row: index + 2, ...row })),
    dry_run: dry,
    options: { create: everything, branch_id: branches.zamalek, skip_problem_rows: skip, file_name: 'kites.csv' },
  });

/** Records actually created and changed, from the table that undo reads. */
const done = (on: TestSession, id: unknown, table: string) =>
  on.rows(
    `select count(*) filter (where c.before is null)::int as create, count(*) filter (where c.before is not null)::int as update
    from private.import_changes c where c.import_id = $1 and c.table_name = $2`,
    id,
    table,
  );

async function same(on: TestSession, kind: string, rows: Row[], sheet: string): Promise<void> {
  for (const skip of [false, true]) {
    const reported = await ask(on, kind, rows, true, skip);
    const did = await ask(on, kind, rows, false, skip);
    expect({ ...did, id: 0, status: 0 }, sheet).toEqual({ ...reported, id: 0, status: 0 });
    await on.asDatabaseOwner();
    for (const table of kind === 'products' ? ['products', 'variants'] : [kind]) {
      const { create, update } = (did.status === 'applied' ? did[table] : { create: 0, update: 0 }) as Row;
      expect(await done(on, did.id, table), `${sheet}, ${table}`).toEqual([{ create, update }]);
    }
    const pieces = `select coalesce(sum(m.quantity), 0) from public.stock_movements m where m.document_type = 'stock_entry' and m.document_id in (
      select c.row_id from private.import_changes c where c.import_id = $1 and c.table_name = 'stock_entries')`;
    if (kind === 'products' && did.status === 'applied') expect(await on.value(pieces, did.id), sheet).toBe(did.pieces);
    await on.as(people.owner);
  }
}

const invisible = '\u200b\u2060';
const long = 'k'.repeat(121);
const much = '9999999999';
const sheets: Record<string, Record<string, Row[]>> = {
  products: {
    'a good one': [
      {
        name: 'Kite shirt',
        price: '50',
        color: 'Kite red',
        size: 'M',
        sku: 'KITE-1',
        brand: 'Kite',
        category: 'Kites / Shirts',
        quantity: '3',
        purchase_price: '20',
      },
      {
        name: 'Kite shirt',
        price: '60',
        color: 'Kite red',
        size: 'L',
        sku: '0012',
        barcode: '6221234567891',
        quantity: '2',
        branch: 'NSR',
      },
      { name: 'Kite mug', price: '12.5', sku: 'KITE-3', quantity: '7' },
    ],
    'the same again, changed': [
      { name: 'Kite shirt', price: '55', color: 'Kite red', size: 'M', sku: 'KITE-1' },
      { sku: 'KITE-3', price: '13', low_stock_level: '4', active: 'no' },
      { name: 'Kite shirt', size: 'XL', price: '70', quantity: '4' },
    ],
    'one path of a category in three spellings': [
      { name: 'Kite a', price: '5', category: 'Wind / Kites' },
      { name: 'Kite b', price: '5', category: 'Wind > Kites' },
      { name: 'Kite c', price: '5', category: 'WIND  /  kites' },
      { name: 'Kite d', price: '5', category: 'Wind' },
    ],
    'invalid names': [
      { name: invisible, price: '5' },
      { name: 'Kite a', price: '5', brand: invisible },
      { name: 'Kite b', price: '5', category: '>' },
      { name: 'Kite c', price: '5', category: ' / ' },
      { name: 'Kite d', price: '5', color: '\u00a0' },
      { name: 'Kite \ufffd', price: '5' },
      { name: 'Kite e', price: '5', category: `Kites / ${long}` },
    ],
    'invalid codes': [
      { name: 'Kite a', price: '5', sku: '\u00a0X' },
      { name: 'Kite b', price: '5', barcode: `${'9'.repeat(65)}` },
      { name: 'Kite c', price: '5', sku: 'a\tb' },
      { name: 'Kite d', price: '5', barcode: '6221234567890' },
    ],
    'more than the sums can hold': [
      ...Array.from({ length: 12 }, (_, index) => ({
        name: 'Kite heavy',
        price: '5',
        sku: `HEAVY-${index}`,
        size: `H${index}`,
        quantity: '1000000000',
      })),
      { name: 'Kite light', price: much, quantity: '1' },
      { name: 'Kite a', price: '5', quantity: '1000000000.001' },
      { name: 'Kite b', price: '5', quantity: much },
      { name: 'Kite c', price: '5', low_stock_level: '1000000001' },
    ],
    'codes that change hands': [
      { barcode: '6221234567891', sku: 'NEW-SKU' },
      { name: 'Kite other', price: '5', sku: '0012' },
      { name: 'Kite third', price: '5', barcode: '6221234567891' },
    ],
    'numbers above the counters': [
      { name: 'Kite n', price: '5', sku: '100400' },
      { name: 'Kite o', price: '5' },
      { name: 'Kite p', price: '5', sku: '100402', barcode: '2000000004005' },
    ],
  },
  customers: {
    'a good one': [
      { name: 'Kite Mariam', phone: '+20 100 555 0101', email: 'm@kite.example' },
      { name: 'Kite Hotel', phone: '02 555 0102', active: 'no' },
      { name: 'Kite Walk-in' },
    ],
    'one customer meant in two ways': [
      { email: 'm@kite.example', phone: '5550199' },
      { phone: '+201005550101', address: 'There' },
    ],
    'invalid values': [
      { name: invisible },
      { name: 'Kite', phone: '---' },
      { name: 'Kyte', phone: '(((' },
      { name: 'Kite x', email: `${'k'.repeat(250)}@kite.example` },
      { address: 'Nowhere' },
      { name: long },
      { name: 'Kite y', address: 'a'.repeat(301) },
    ],
  },
  suppliers: {
    'a good one': [{ name: 'Kite Mills', name_ar: 'مصانع كايت', land_line: '02 555 1000' }, { name: 'Kite Leather' }],
    'one supplier meant in two ways': [
      { name: 'KITE mills', land_line: '1234' },
      { name: 'مصانع كايت', land_line: '5678' },
      { name: 'kite mills', active: 'no' },
    ],
    'invalid values': [{ name: invisible }, { land_line: '123' }, { name: 'Kite', land_line: 'call' }, { name: long }],
  },
  purchase_orders: {
    'a good one': [
      {
        reference: 'Kite 7',
        supplier: 'Mahalla Textiles',
        branch: 'ZAM',
        ordered_on: '2026-10-01',
        due_on: '2026-11-01',
        sku: 'PLAN-1',
        quantity: '10',
        unit_cost: '4.125',
        discount: '1',
        tax: '5',
      },
      { reference: 'kite 7', product: 'kite planned', quantity: '2', unit_cost: '100', sku: 'PLAN-2' },
      { supplier: 'New kite mills', branch: 'NSR', ordered_on: '2026-10-02', sku: 'PLAN-1', quantity: '1', unit_cost: '4' },
    ],
    'the same again, changed': [
      {
        reference: 'Kite 7',
        supplier: 'Mahalla Textiles',
        branch: 'ZAM',
        ordered_on: '2026-10-01',
        sku: 'PLAN-1',
        quantity: '12',
        unit_cost: '4',
        tax: '1',
      },
    ],
    'one reference for two branches': [
      {
        reference: 'Kite 7',
        supplier: 'Mahalla Textiles',
        branch: 'NSR',
        ordered_on: '2026-10-01',
        sku: 'PLAN-1',
        quantity: '3',
        unit_cost: '4',
      },
    ],
    'more than an order can hold': [
      { reference: 'Kite 8', supplier: 'Mahalla Textiles', sku: 'PLAN-1', quantity: much, unit_cost: much },
      { reference: 'Kite 9', supplier: 'Mahalla Textiles', sku: 'PLAN-1', quantity: '1', unit_cost: much },
      { reference: 'Kite 9', supplier: 'Mahalla Textiles', sku: 'PLAN-2', quantity: '1', unit_cost: much },
      {
        reference: 'Kite 13',
        supplier: 'Mahalla Textiles',
        branch: 'ZAM',
        ordered_on: '2026-10-01',
        sku: 'PLAN-1',
        quantity: '1000000001',
        unit_cost: '0',
      },
      { reference: 'Kite 10', supplier: 'Mahalla Textiles', sku: 'PLAN-2', quantity: '0.001', unit_cost: '0.0001', discount: '0' },
    ],
    'days that do not fit': [
      { reference: 'Kite 11', supplier: 'Mahalla Textiles', due_on: '1999-01-01', sku: 'PLAN-1', quantity: '1', unit_cost: '1' },
      { reference: 'Kite 12', supplier: 'Mahalla Textiles', ordered_on: '2098-12-31', sku: 'PLAN-1', quantity: '1', unit_cost: '1' },
    ],
  },
  sales: {
    'a good one': [
      {
        reference: 'Kite 7',
        branch: 'ZAM',
        sold_at: '2026-10-01 10:00:00',
        customer: 'Kite Mariam',
        phone: '+20 100 555 0101',
        sku: 'PLAN-1',
        quantity: '3',
        unit_price: '99.995',
        discount: '0.01',
        sale_discount: '7',
        payment_method: 'Card',
        paid: '5',
      },
      { reference: 'Kite 7', branch: 'ZAM', sku: 'PLAN-2', quantity: '0.5' },
      { reference: 'Kite 8', branch: 'ZAM', sold_at: '2026-10-02', customer: 'Kite Mariam', sku: 'PLAN-1', quantity: '-1.25' },
    ],
    'the same again, changed': [{ reference: 'Kite 7', branch: 'ZAM', sold_at: '2026-10-01', sku: 'PLAN-1', quantity: '4' }],
    'what comes back twice': [
      { reference: 'Kite 9', branch: 'ZAM', sold_at: '2026-10-03', original: 'Kite 7', sku: 'PLAN-1', quantity: '-1.75' },
      { reference: 'Kite 9', branch: 'ZAM', original: 'Kite 7', sku: 'PLAN-1', quantity: '-0.001' },
      { reference: 'Kite 10', branch: 'ZAM', sold_at: '2026-10-03', original: 'Kite 7', sku: 'PLAN-2', quantity: '-0.5' },
    ],
    'more than a sale can hold': [
      { reference: 'Kite 11', branch: 'ZAM', sold_at: '2026-10-03', sku: 'PLAN-1', quantity: '1', unit_price: much },
      { reference: 'Kite 12', branch: 'ZAM', sold_at: '2026-10-03', sku: 'PLAN-1', quantity: '1000000000' },
      {
        reference: 'Kite 13',
        branch: 'ZAM',
        sold_at: '2026-10-03',
        sku: 'PLAN-1',
        quantity: '1',
        unit_price: '4999999999',
        sale_discount: '4999999999',
        paid: much,
      },
    ],
  },
  expenses: {
    'a good one': [
      {
        reference: 'Kite 7',
        branch: 'ZAM',
        spent_on: '2026-10-01',
        category: 'Kites > Strings',
        amount: '114',
        tax_rate: '14',
        supplier: 'Mahalla Textiles',
        payment_method: 'Cash',
        paid: '50',
        paid_on: '2026-10-02',
      },
      { spent_on: '2026-10-02', amount: '20', category: 'Kites', customer: 'Kite Mariam', payment_method: 'Card' },
      { branch: 'NSR', spent_on: '2026-10-02', amount: '20' },
    ],
    'the same again, changed': [
      { reference: 'kite 7', branch: 'ZAM', spent_on: '2026-10-01', amount: '114', supplier: 'Mahalla Textiles', notes: 'Again' },
      { branch: 'NSR', spent_on: '2026-10-02', amount: '20', notes: 'Another' },
    ],
    'one path of a category in three spellings': [
      { spent_on: '2026-10-03', amount: '1', category: 'Wind / Kites' },
      { spent_on: '2026-10-03', amount: '2', category: 'Wind > Kites' },
      { spent_on: '2026-10-03', amount: '3', category: 'WIND  /  kites' },
      { spent_on: '2026-10-03', amount: '4', category: 'Wind' },
    ],
    'invalid categories': [
      { spent_on: '2026-10-03', amount: '5', category: '>' },
      { spent_on: '2026-10-03', amount: '6', category: invisible },
      { spent_on: '2026-10-03', amount: '7', category: `Kites / ${long}` },
    ],
    'more than an expense can hold': [
      { spent_on: '2026-10-04', amount: much, payment_method: 'Cash' },
      { spent_on: '2026-10-04', amount: `${much}9` },
      { spent_on: '2026-10-04', amount: '1', payment_method: 'Cash', paid: much },
    ],
  },
};

/** Cells of real files, good and bad, by field; few enough for rows to collide. */
const cells: Record<string, string[]> = {
  name: ['Kite', 'kite', 'كايت', 'Kite big', 'Kite small', invisible, '#REF!', long, 'Kite \ufffd', '-'],
  name_ar: ['كايت', 'كَايت', invisible, 'Kite'],
  group: ['g1', 'g2'],
  description: ['Cotton', 'x'.repeat(4001)],
  category: ['Wind / Kites', 'Wind>Kites', 'Kites', '>', ' / ', 'Wind / Kites / Red', `${long} / a`],
  brand: ['Kite', 'KITE', 'كايت', invisible],
  supplier: ['Kite mills', 'Mahalla Textiles', 'kite MILLS'],
  designer_id: ['D1', '1.5E+10'],
  tag_number: ['T1', ' T 2'],
  price: ['5', '5.5', '0', '-1', 'x', '9999999999', '1e400', '5.00001', '99999999999'],
  purchase_price: ['2', '1.23456', 'NaN'],
  max_discount: ['10', '101', '12.5'],
  low_stock_level: ['3', '0', '1.5'],
  by_measure: ['yes', 'no', 'sometimes'],
  active: ['yes', 'no', 'maybe'],
  color: ['Red', 'red', 'أحمر', invisible],
  size: ['S', 'M', 'XXL'],
  sku: ['K-1', 'K-2', 'K-3', '100002', '100004', '100300', '\u00a0K', 'k\u200b', '6.22E+12', 'PLAN-1'],
  barcode: ['6221234567891', '6221234567890', '2000000000015', '12345', 'K-1', '6,22E+12'],
  price_override: ['7', '0', 'x'],
  quantity: ['1', '0', '2.5', '9999999999', '-3', '0.0001', 'Infinity'],
  branch: ['ZAM', 'NSR', 'Zamalek', 'Nowhere'],
  stock_point: ['Display', 'Nowhere'],
  phone: ['+20 100 555 0101', '+201005550101', '5550102', '---', '2.01E+11', 'call me'],
  email: ['a@kite.example', 'A@KITE.example', 'b@kite.example', 'none'],
  address: ['Here', 'There', 'a'.repeat(301)],
  price_group: ['Retail', 'No such group'],
  land_line: ['123', '02 555', 'x'],
  reference: ['Kite 7', 'KITE 7', 'Kite 8', 'K\u200b'],
  ordered_on: ['2026-10-01', '2026-10-02', '2026-02-30', '1800-01-01', 'infinity'],
  due_on: ['2026-11-01', '2026-09-01', '31/02/2026'],
  status: ['pending', 'received'],
  notes: ['Soon', 'n'.repeat(4001)],
  product: ['Kite planned', 'kite PLANNED', 'Kite', 'Nothing'],
  original: ['Kite 7', 'kite 8', 'Nothing'],
  sold_at: ['2026-10-01 10:00:00', '2026-10-02', '2026-10-02 09:00Z', '2099-01-01', '2026-02-30 10:00', '2026-10-01 25:00'],
  till: ['POS1', 'pos-2', 'Main register'],
  customer: ['Kite Mariam', 'kite mariam', 'Kite new', invisible],
  salesperson: ['Hoda', 'Nobody'],
  unit_price: ['4', '0', '99999999999', '-1'],
  sale_discount: ['1', '0', '0.001', '500'],
  discount_reason: ['Chipped', long],
  tax_rate: ['0', '14', 'VAT', '1e5'],
  payment_method: ['Cash', 'Card', 'Shells'],
  paid: ['0', '5', '-5', '100', '0.001', much],
  amount: ['20', '114', '0.5', '0', '0.001', '-1', much],
  spent_on: ['2026-10-01', '2026-10-02', '2026-11-01', '2026-02-30', '1800-01-01'],
  assigned: ['Hoda', 'Nobody'],
  paid_on: ['2026-10-01', '2026-10-05', 'soon'],
  unit_cost: ['4', '4.12345', '0', '9999999999'],
  discount: ['1', '0', '99999', '0.0001'],
  tax: ['5', '0', '9999999999'],
};

async function goods(on: TestSession): Promise<void> {
  await on.as(people.owner);
  const made = [
    await makeProduct(on, { name: 'Kite planned', by_measure: true }, [{ sku: 'PLAN-1' }]),
    await makeProduct(on, { name: 'Kite planned too', by_measure: true }, [{ sku: 'PLAN-2' }]),
  ];
  await stocked(
    on,
    people.owner,
    branches.zamalek,
    made.map(({ variants }) => [variants[0] ?? '', 500]),
  );
}

scenario('every kind of import has its plan, write and undo functions, its fields, and sheets here', async (on) => {
  expect(
    await on.rows(`select k.kind, f.name from private.import_kinds k cross join lateral unnest(array['import_plan_' || k.steps, 'import_write_' || k.steps, 'import_undo_' || k.steps]) f(name)
    where not exists (select from pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname = f.name)`),
  ).toEqual([]);
  expect((await on.rows('select distinct kind from private.import_fields order by 1')).map(({ kind }) => kind)).toEqual(
    (await on.rows('select kind from private.import_kinds order by 1')).map(({ kind }) => kind),
  );
  expect(Object.keys(sheets).sort()).toEqual((await on.rows('select kind from private.import_kinds order by 1')).map(({ kind }) => kind));
});

describe.each(Object.keys(sheets))('an import of %s', (kind) => {
  scenario('does what its check reported, on valid and faulty sheets', async (on) => {
    await goods(on);
    for (const [sheet, rows] of Object.entries(sheets[kind] ?? {})) await same(on, kind, rows, sheet);
  });

  scenario('does what its check reported on random sheets, and never fails for another reason', async (on) => {
    await goods(on);
    const fields = (await on.asDatabaseOwner(),
    await on.rows<{ field: string }>('select field from private.import_fields where kind = $1 order by position', kind)).map(
      ({ field }) => field,
    );
    await on.as(people.owner);
    const roll = seededRandom(seed);
    for (let sheet = 0; sheet < 6; sheet++) {
      const most = 2 + roll(5);
      const rows = Array.from({ length: 1 + roll(25) }, () =>
        Object.fromEntries(
          fields.flatMap((field) => {
            const from = cells[field] ?? [];
            // The first values of a list are valid, and the most frequent.
            return roll(10) < most ? [[field, from[roll(3) > 0 ? roll(Math.min(3, from.length)) : roll(from.length)]]] : [];
          }),
        ),
      );
      await same(on, kind, rows, `SEED=${seed}, sheet ${sheet}`);
    }
  });
});

scenario('a check splits each category into its levels once, however many rows have it', async (on) => {
  await on.asDatabaseOwner();
  await on.rows('alter function private.category_names rename to split_category');
  await on.rows('create sequence private.calls');
  await on.rows(`create function private.category_names(path text) returns text[] language sql security definer as
    $$ select private.split_category(path) from nextval('private.calls') $$`);
  const calls = async () => Number(await on.value("select nextval('private.calls')"));
  const checked = async (count: number) => {
    const before = await calls();
    await on.as(people.owner);
    const rows = Array.from({ length: count }, (_, n) => ({ name: `Kite ${n}`, price: '5', category: `Toys > Kites ${n % 2}` }));
    expect(await ask(on, 'products', rows, true, false)).toMatchObject({ problem_count: 0 });
    await on.asDatabaseOwner();
    return (await calls()) - before;
  };
  expect(await checked(200)).toBe(await checked(20));
});
