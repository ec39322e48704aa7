/* Products that are sold in whole pieces, and by measure. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, makeProduct, stocked } from '../fixtures.ts';
import { line as ordered, order, receive } from './purchasing.ts';
import { customer, line, preview, sell, sellForCash } from './selling.ts';
import { approve, create } from './transfer-fixtures.ts';

const { zamalek } = branches;

interface Goods {
  id: string;
  variant: string;
}

/** A product sold in whole pieces or by measure, ten of it in Zamalek; the owner is the current user. */
async function goods(on: TestSession, product: Row = {}): Promise<Goods> {
  await on.as(people.owner);
  const {
    id,
    variants: [variant = ''],
  } = await makeProduct(on, { name: 'Whole shirt', ...product }, [{ sku: `WHOLE-${randomUUID().slice(0, 6)}` }]);
  await stocked(on, people.owner, zamalek, [[variant, 10]]);
  return { id, variant };
}

async function counting(on: TestSession, product: string): Promise<string> {
  const id = randomUUID();
  await on.call('start_count', { id, branch_id: zamalek, scope: 'products', scope_ids: [product] });
  return id;
}
const tally = (on: TestSession, count_id: string, variant_id: string, quantity: number, mode = 'set') =>
  on.call('record_tallies', { count_id, tallies: [{ id: randomUUID(), variant_id, mode, quantity }] });
const entry = (on: TestSession, kind: string, variant_id: string, quantity: number) =>
  on.call('post_stock_entry', {
    id: randomUUID(),
    kind,
    branch_id: zamalek,
    reason: kind === 'adjustment' ? 'correction' : null,
    lines: [{ variant_id, quantity }],
  });
const soldLine = async (on: TestSession, variant: string, quantity: number): Promise<string> => {
  const { id } = await sellForCash(on, [line(variant, quantity)]);
  return on.value<string>('select id from public.sale_lines where sale_id = $1', id);
};
const importing = (on: TestSession, kind: string, rows: Row[], options: Row = {}, dry_run = true) =>
  on.call<{ id: string; status: string; problems: { row: number; column: string; code: string; found: string | null }[] }>('import_sheet', {
    kind,
    id: randomUUID(),
    rows: rows.map((row, index) => ({ row: index + 2, ...row })),
    options,
    dry_run,
  });
const setMeasure = async (on: TestSession, { id, variant }: Goods, by_measure: boolean) =>
  on.call('save_product', {
    id,
    product: { by_measure },
    variants: [{ id: variant }],
    expected_version: await on.value<number>('select version from public.products where id = $1', id),
  });

/** Every way to enter a quantity; each keeps its fraction if it is accepted. */
const ways: [name: string, say: (on: TestSession, goods: Goods, quantity: number) => Promise<unknown>, field?: string][] = [
  ['a sale', async (on, { variant }, quantity) => sell(on, [line(variant, quantity)], { customer_id: await customer(on) })],
  [
    'a return',
    async (on, { variant }, quantity) =>
      sell(on, [{ returns_line_id: await soldLine(on, variant, 2), quantity }], { customer_id: await customer(on) }),
  ],
  [
    'a damaged return',
    async (on, { variant }, quantity) =>
      sell(on, [{ returns_line_id: await soldLine(on, variant, 2), quantity, damaged: true }], { customer_id: await customer(on) }),
  ],
  ['an order', (on, { variant }, quantity) => order(on, [ordered(variant, quantity, 5)]), 'items'],
  ['a receipt', async (on, { variant }, quantity) => receive(on, (await order(on, [ordered(variant, 3, 5)])).id, [[variant, quantity]])],
  ['a transfer', (on, { variant }, quantity) => create(on, [{ variant_id: variant, quantity }])],
  ['opening stock', (on, { variant }, quantity) => entry(on, 'opening', variant, quantity)],
  ['an adjustment', (on, { variant }, quantity) => entry(on, 'adjustment', variant, -quantity)],
  ['a count', async (on, { id, variant }, quantity) => tally(on, await counting(on, id), variant, quantity), 'tallies'],
];

describe.each(ways)('%s', (name, say, field = 'lines') => {
  scenario('accepts whole pieces of any product, but fractions only of products sold by measure', async (on) => {
    const whole = await goods(on);
    const refusal = await on.refused(() => say(on, whole, 1.5));
    expect(refusal, name).toMatchObject({ code: 'PT400', message: 'pieces_not_whole' });
    expect(detailOf(refusal)).toMatchObject({
      field,
      product: 'Whole shirt',
      quantity: name === 'an adjustment' ? -1.5 : 1.5,
      lines: [{ line: 1, variant_id: whole.variant, product: 'Whole shirt' }],
    });
    await say(on, whole, 2);
    await say(on, await goods(on, { name: 'Cloth', by_measure: true }), 1.5);
    expect(await on.invariants()).toEqual([]);
  });

  scenario('prevents changing a product to whole pieces once it has a fraction', async (on) => {
    const cloth = await goods(on, { name: 'Cloth', by_measure: true });
    await setMeasure(on, cloth, false);
    await setMeasure(on, cloth, true);
    await say(on, cloth, 1.5);
    expect(detailOf(await on.refused(() => setMeasure(on, cloth, false)))).toEqual({ product: 'Cloth', field: 'by_measure' });
  });
});

scenario('the error lists every line with a fraction, and no others', async (on) => {
  const [one, two, cloth] = [await goods(on), await goods(on), await goods(on, { by_measure: true })];
  const lines = [line(cloth.variant, 0.25), line(one.variant, 0.5), line(two.variant, 1), line(two.variant, 2.125)];
  const refusal = await on.refused(() => preview(on, lines));
  expect((detailOf(refusal).lines as Row[]).map((told) => [told.line, told.variant_id, told.quantity])).toEqual([
    [2, one.variant, 0.5],
    [4, two.variant, 2.125],
  ]);
});

scenario('a sale with a fraction in a batch is rejected without affecting the others', async (on) => {
  const whole = await goods(on);
  const method = await idOf(on, 'payment_methods', 'Cash');
  const sale = (quantity: number) => ({
    reference: `w-${quantity}`,
    lines: [line(whole.variant, quantity, { unit_price: 100 })],
    payments: [{ payment_method_id: method, amount: 100 * quantity }],
  });
  const answers = await on.call<Row[]>('record_sales', { branch_id: zamalek, till: 'WEB', sales: [sale(0.5), sale(2)] });
  expect(answers).toMatchObject([{ result: 'rejected', error: { code: 'PT400', message: 'pieces_not_whole' } }, { result: 'recorded' }]);
});

scenario('the error does not reveal how a product out of reach is sold', async (on) => {
  await on.as(people.owner);
  const {
    variants: [variant = ''],
  } = await makeProduct(on, { name: 'Hidden shirt', branch_id: branches.maadi });
  await on.as(people.storekeeper);
  expect(await on.refused(() => entry(on, 'opening', variant, 0.5))).toMatchObject({ message: 'line_invalid' });
});

describe('an import', () => {
  const file = (by_measure?: string) => [
    { name: 'Kite cloth', price: '5', sku: 'CLOTH-1', quantity: '2.5', ...(by_measure ? { by_measure } : {}) },
    { name: 'Kite shirt', price: '9', sku: 'SHIRT-9', quantity: '3' },
  ];
  const options = { branch_id: zamalek };

  scenario('of products sets how each is sold, and accepts fractions of stock only by measure', async (on) => {
    await on.as(people.owner);
    expect((await importing(on, 'products', file(), options)).problems).toEqual([
      expect.objectContaining({ row: 2, column: 'quantity', code: 'pieces_not_whole', found: '2.5' }),
    ]);
    expect((await importing(on, 'products', file('no'), options)).problems).toHaveLength(1);
    const brought = await importing(on, 'products', file('yes'), options, false);
    expect(brought).toMatchObject({ status: 'applied', problems: [] });
    expect(await on.rows(`select name, by_measure from public.products where name like 'Kite %' order by name`)).toEqual([
      { name: 'Kite cloth', by_measure: true },
      { name: 'Kite shirt', by_measure: false },
    ]);
    expect((await importing(on, 'products', [{ sku: 'CLOTH-1', by_measure: 'no' }], options)).problems).toMatchObject([
      { row: 2, column: 'by_measure', code: 'product_has_fractions' },
    ]);
    expect(await importing(on, 'products', [{ sku: 'SHIRT-9', by_measure: 'yes' }], options, false)).toMatchObject({
      status: 'applied',
      problems: [],
    });
    // Values missing in a file stay unchanged.
    expect(await importing(on, 'products', [{ sku: 'CLOTH-1', price: '6' }], options, false)).toMatchObject({
      status: 'applied',
      problems: [],
    });
    expect(await on.value(`select bool_and(by_measure) from public.products where name like 'Kite %'`)).toBe(true);
    expect(await on.invariants()).toEqual([]);
  });

  scenario('cannot be undone if its product sold by measure has a fraction since', async (on) => {
    await on.as(people.owner);
    await importing(on, 'products', file('yes'), options, false);
    const { id } = await importing(on, 'products', [{ sku: 'SHIRT-9', by_measure: 'yes' }], options, false);
    await entry(on, 'opening', await on.value<string>(`select id from public.variants where sku = 'SHIRT-9'`), 0.5);
    expect(await on.refused(() => on.call('undo_import', { id }))).toMatchObject({ code: 'PT409', message: 'product_has_fractions' });
  });

  scenario('of orders and sales reports the row with a fraction', async (on) => {
    const [whole, cloth] = [await goods(on), await goods(on, { by_measure: true })];
    const [wholeSku, clothSku] = [
      await on.value<string>('select sku from public.variants where id = $1', whole.variant),
      await on.value<string>('select sku from public.variants where id = $1', cloth.variant),
    ];
    const orders = (sku: string) =>
      importing(on, 'purchase_orders', [
        {
          reference: 'Kite 1',
          supplier: 'Mahalla Textiles',
          branch: 'ZAM',
          ordered_on: '2026-10-01',
          sku,
          quantity: '1.5',
          unit_cost: '4',
        },
      ]);
    const sales = (sku: string) =>
      importing(
        on,
        'sales',
        [{ reference: 'Kite 1', branch: 'ZAM', sold_at: '2026-10-01 10:00:00', sku, quantity: '1.5', unit_price: '100' }],
        {
          file_name: 'kite.csv',
        },
      );
    for (const ask of [orders, sales]) {
      expect((await ask(wholeSku)).problems).toMatchObject([{ row: 2, column: 'quantity', code: 'pieces_not_whole', found: '1.5' }]);
      expect((await ask(clothSku)).problems).toEqual([]);
    }
  });

  scenario('of orders cannot be undone if that would restore a fraction of a whole-piece product', async (on) => {
    const cloth = await goods(on, { by_measure: true });
    const sku = await on.value<string>('select sku from public.variants where id = $1', cloth.variant);
    const bring = (quantity: string) =>
      importing(
        on,
        'purchase_orders',
        [{ reference: 'Kite 1', supplier: 'Mahalla Textiles', branch: 'ZAM', ordered_on: '2026-10-01', sku, quantity, unit_cost: '4' }],
        {},
        false,
      );
    await bring('1.5');
    const { id } = await bring('2');
    await setMeasure(on, cloth, false);
    expect(await on.refused(() => on.call('undo_import', { id }))).toMatchObject({ code: 'PT400', message: 'pieces_not_whole' });
  });
});

scenario('a product shows how it is sold on its page, in the log, in documents and at the counter', async (on) => {
  const [whole, cloth] = [await goods(on), await goods(on, { by_measure: true })];
  const rows = await on.table<Row>('variant_page', { variant_ids: [whole.variant, cloth.variant] });
  expect(new Map(rows.map((row) => [row.variant_id, row.by_measure]))).toEqual(
    new Map([
      [whole.variant, false],
      [cloth.variant, true],
    ]),
  );
  expect(await on.call('product_detail', { id: cloth.id })).toMatchObject({ by_measure: true });
  const { products } = await on.call<{ products: Row[] }>('counter_goods', { branch_id: zamalek });
  expect([whole.id, cloth.id].map((id) => products.find((product) => product.id === id)?.by_measure)).toEqual([undefined, true]);
  await setMeasure(on, whole, true);
  expect(
    await on.value(
      'select changes from public.audit_log where record_id = $1 and table_name = $2 order by id desc limit 1',
      whole.id,
      'products',
    ),
  ).toMatchObject({ by_measure: [false, true] });
  const { id } = await create(on, [{ variant_id: cloth.variant, quantity: 0.5 }]);
  await approve(on, id);
  expect(await on.call<{ items: Row[] }>('transfer_detail', { id })).toMatchObject({ items: [{ by_measure: true }] });
});
