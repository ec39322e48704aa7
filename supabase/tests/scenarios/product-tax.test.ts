import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, makeProduct } from '../fixtures.ts';
import { line as ordered, order, receive, withOnlyPermissions, type Saved } from './purchasing.ts';
import { ago, changed, customer, goods, line, paying, preview, sell, sellForCash } from './selling.ts';

const rate = (on: TestSession, name: string, percentage: number, kind = 'standard'): Promise<string> =>
  on.value<string>('insert into public.tax_rates (name, percentage, kind) values ($1, $2, $3) returning id', name, percentage, kind);
/** The tax rate and tax of each line. */
const taxed = async (on: TestSession, lines: Row[], sale: Row = {}): Promise<unknown[]> =>
  ((await preview(on, lines, sale)).lines as Row[]).map(({ tax_rate_id, tax }) => [tax_rate_id, tax]);

/** Goods at the default rate of 15%, at 5%, and exempt. */
async function shelf(on: TestSession) {
  await on.as(people.owner);
  const [standard, reduced, exempt] = [
    await rate(on, 'Kite 15', 15),
    await rate(on, 'Kite 5', 5, 'reduced'),
    await rate(on, 'Kite exempt', 0, 'exempt'),
  ];
  await changed(on, 40, () => on.rows('update public.business set sale_tax_rate_id = $1', standard));
  await on.as(people.owner);
  const [shirt, book, drug] = [
    await goods(on, 50, { price: 100 }),
    await goods(on, 50, { price: 10.1, tax_rate_id: reduced }),
    await goods(on, 50, { price: 20, tax_rate_id: exempt }),
  ];
  return { standard, reduced, exempt, shirt, book, drug };
}

/** The history of rates counts from the first sale. */
async function hasSoldFor(on: TestSession, hours: number): Promise<void> {
  await on.asDatabaseOwner();
  await on.rows('insert into private.first_sale (at) values (now() - $1::interval)', `${hours} hours`);
  await on.as(people.owner);
}

describe('the tax rate of a product', () => {
  scenario('finds the products at a rate, and those at the default of the business', async (on) => {
    const { reduced, exempt, shirt, book, drug } = await shelf(on);
    const found = async (...tax_rate_ids: (string | null)[]) => [
      (await on.table<{ id: string }>('product_page', { tax_rate_ids, page_size: 500 })).map(({ id }) => id),
      await on.call('product_count', { tax_rate_ids }),
    ];
    expect(await found(reduced)).toEqual([[book.product], 1]);
    const [both] = await found(reduced, exempt);
    expect(new Set(both as string[])).toEqual(new Set([book.product, drug.product]));
    expect((await found(null))[0]).toContain(shirt.product);
    expect((await found(null))[0]).not.toContain(book.product);
    // All that are found are changed together.
    const made = await on.call('update_products', {
      matching: { tax_rate_ids: [reduced] },
      changes: { tax_rate_id: exempt },
    });
    expect([made, await found(reduced), (await found(exempt))[1]]).toMatchObject([{ changed: 1 }, [[], 0], 2]);
  });

  scenario('applies to its lines, and others have the default of the business', async (on) => {
    const { standard, reduced, exempt, shirt, book, drug } = await shelf(on);
    const lines = [line(shirt.variant), line(book.variant), line(book.variant, 1, { unit_price: 10.1 }), line(drug.variant)];
    // 5% of 20.20 is 1.01: rounded per line it would be 1.02.
    expect(await taxed(on, lines)).toEqual([
      [standard, 15],
      [reduced, 0.51],
      [reduced, 0.5],
      [exempt, 0],
    ]);
    const { id } = await sellForCash(on, lines);
    const { sale, items } = await on.call<{ sale: Row; items: Row[] }>('sale_detail', { id });
    expect([sale.tax, sale.total, sale.tax_reason]).toEqual([16.01, 156.21, null]);
    const tax = (tax_rate: string, kind: string, percentage: number, net: number, amount: number) =>
      expect.objectContaining({ tax_rate, kind, percentage, net, tax: amount, included: false }) as unknown;
    expect(sale.taxes).toEqual([
      tax('Kite 15', 'standard', 15, 100, 15),
      tax('Kite 5', 'reduced', 5, 20.2, 1.01),
      tax('Kite exempt', 'exempt', 0, 20, 0),
    ]);
    expect(items.map((item) => item.tax_rate_id)).toEqual([standard, reduced, reduced, exempt]);

    // Returned goods have the rate of their sale, whatever their product has now.
    await on.call('update_products', { ids: [book.product], changes: { tax_rate_id: null } });
    expect(await taxed(on, [line(book.variant)])).toEqual([[standard, 1.52]]);
    expect(await taxed(on, [{ returns_line_id: items[1]?.id, quantity: 1 }])).toEqual([[reduced, -0.51]]);
  });

  scenario('is the one it had when a late sale was made', async (on) => {
    const { standard, reduced, exempt, book } = await shelf(on);
    const set = (id: string | null) => () => on.call('update_products', { ids: [book.product], changes: { tax_rate_id: id } });
    const customer_id = await customer(on);
    await hasSoldFor(on, 60);
    await changed(on, 20, set(null));
    await changed(on, 10, set(exempt));
    await on.as(people.owner);
    for (const [hours, expected] of [
      [30, [reduced, 0.51]],
      [15, [standard, 1.52]],
      [5, [exempt, 0]],
    ] as const) {
      const { id } = await sell(on, [line(book.variant)], { customer_id, sold_at: ago(hours) });
      const rows = await on.rows<Row>('select tax_rate_id, tax from public.sale_lines where sale_id = $1', id);
      expect(rows.map(({ tax_rate_id, tax }) => [tax_rate_id, tax])).toEqual([expected]);
    }
  });

  scenario('set before the first sale applies to all sales, and one that is gone to none', async (on) => {
    const { standard, reduced, shirt } = await shelf(on);
    const customer_id = await customer(on);
    const set = (id: string) => () => on.call('update_products', { ids: [shirt.product], changes: { tax_rate_id: id } });
    const soldAgo = async (hours: number) => {
      const { id } = await sell(on, [line(shirt.variant)], { customer_id, sold_at: ago(hours) });
      return on.value('select tax_rate_id from public.sale_lines where sale_id = $1', id);
    };
    await on.asDatabaseOwner();
    await on.rows('delete from private.first_sale');
    await changed(on, 20, set(reduced));
    await on.as(people.owner);
    expect(await soldAgo(30)).toBe(reduced);

    await hasSoldFor(on, 60);
    const gone = await rate(on, 'Kite gone', 9);
    await changed(on, 12, set(gone));
    await changed(on, 6, set(reduced));
    await on.as(people.owner);
    await on.rows('delete from public.tax_rates where id = $1', gone);
    expect(await soldAgo(8)).toBe(standard);
  });

  scenario('changes only with the permission to edit prices', async (on) => {
    const { exempt, shirt } = await shelf(on);
    const [product] = await on.rows<Row>('select name, price, tax_rate_id, version from public.products where id = $1', shirt.product);
    await withOnlyPermissions(on, people.cashier, 'inventory.products.view', 'inventory.products.update');
    await on.as(people.cashier);
    const { version, ...values } = product!;
    const save = (tax_rate_id: string | null) =>
      on.call('save_product', {
        id: shirt.product,
        product: { ...values, tax_rate_id },
        variants: [{ id: shirt.variant, color_id: null, size_id: null, price_override: null, active: true }],
        expected_version: version,
      });
    expect(detailOf(await on.refused(() => save(exempt)))).toEqual({ permission: 'inventory.products.edit_price', field: 'tax_rate_id' });
    expect(await on.refused(() => on.call('update_products', { ids: [shirt.product], changes: { tax_rate_id: exempt } }))).toMatchObject({
      message: 'permission_missing',
    });
    await save(null);
  });

  scenario('still applies after it was deactivated, and a rate of a product cannot be deleted', async (on) => {
    const { reduced, book } = await shelf(on);
    await on.rows('update public.tax_rates set active = false where id = $1', reduced);
    expect(await taxed(on, [line(book.variant)])).toEqual([[reduced, 0.51]]);
    expect(await on.refused(() => on.rows('delete from public.tax_rates where id = $1', reduced))).toMatchObject({ code: '23503' });
    const other = await rate(on, 'Kite unused', 3);
    await on.rows('delete from public.tax_rates where id = $1', other);
  });

  scenario('must be zero unless it is a standard or reduced rate', async (on) => {
    await on.as(people.owner);
    for (const kind of ['zero_rated', 'exempt', 'out_of_scope'])
      expect(await on.refused(() => rate(on, 'Kite wrong', 1, kind))).toMatchObject({
        message: expect.stringContaining('tax_rates_untaxed_kinds_are_zero'),
      });
    expect(await on.refused(() => rate(on, 'Kite wrong', 0, 'unknown'))).toMatchObject({
      message: expect.stringContaining('tax_rates_kind_known'),
    });
  });

  scenario('reaches devices of counters, lines of documents and labels', async (on) => {
    const { reduced, book, shirt } = await shelf(on);
    const { products } = await on.call<{ products: Row[] }>('counter_goods', { branch_id: branches.zamalek });
    expect(products.find(({ id }) => id === book.product)?.tax_rate_id).toBe(reduced);
    expect(products.find(({ id }) => id === shirt.product)).not.toHaveProperty('tax_rate_id');
    const rows = await on.rows<Row>('select tax_rate_id from public.variant_page(variant_ids => $1)', [book.variant]);
    expect(rows).toEqual([{ tax_rate_id: reduced }]);
    const labels = await on.rows<Row>("select price from public.label_lines('variants', $1, with_tax => true)", [
      book.variant,
      shirt.variant,
    ]);
    expect(labels.map(({ price }) => price).sort()).toEqual([10.61, 115]);
  });

  scenario('is changed for many products at once, and undone', async (on) => {
    const { standard, book, drug } = await shelf(on);
    const read = () =>
      on.rows<Row>('select tax_rate_id from public.products where id = any ($1) order by id', [book.product, drug.product]);
    const before = await read();
    const done = await on.call<Row>('update_products', { ids: [book.product, drug.product], changes: { tax_rate_id: standard } });
    expect(done).toMatchObject({ changed: 2 });
    expect(await read()).toEqual([{ tax_rate_id: standard }, { tax_rate_id: standard }]);
    await on.call('restore_products', { before: done.before });
    expect(await read()).toEqual(before);
    expect(
      await on.refused(() => on.call('update_products', { ids: [book.product], changes: { tax_rate_id: randomUUID() } })),
    ).toMatchObject({ message: 'missing_reference' });
  });
});

describe('the tax rate of a line', () => {
  scenario('is chosen for the line or the whole sale, with permission and a reason', async (on) => {
    const { standard, reduced, exempt, shirt, book, drug } = await shelf(on);
    const lines = [line(shirt.variant, 1, { tax_rate_id: reduced }), line(book.variant), line(drug.variant, 1, { tax_rate_id: null })];
    expect(await taxed(on, lines)).toEqual([
      [reduced, 5],
      [reduced, 0.51],
      [null, 0],
    ]);
    // That of a line before that of the sale.
    expect(await taxed(on, lines, { tax_rate_id: exempt })).toEqual([
      [reduced, 5],
      [exempt, 0],
      [null, 0],
    ]);
    await on.as(people.cashier);
    const cash = [await paying(on, 500)];
    for (const [its, sale] of [
      [[line(shirt.variant, 1, { tax_rate_id: reduced })], {}],
      [[line(book.variant)], { tax_rate_id: standard }],
    ] as const) {
      expect(detailOf(await on.refused(() => sell(on, [...its], { ...sale, tax_reason: 'Friend' }, cash)))).toMatchObject({
        permission: 'accounting.sales.change_tax',
      });
    }
    // Naming the rate that a product has anyway needs nothing.
    expect(await sell(on, [line(book.variant, 1, { tax_rate_id: reduced })], {}, cash)).toMatchObject({ tax: 0.51 });
    await on.as(people.manager);
    expect(detailOf(await on.refused(() => sell(on, lines, {}, cash)))).toMatchObject({ field: 'tax_reason' });
    const { id } = await sell(on, lines, { tax_reason: ' Diplomat ' }, cash);
    expect(await on.rows('select tax_changed from public.sale_lines where sale_id = $1 order by position', id)).toEqual([
      { tax_changed: true },
      { tax_changed: false },
      { tax_changed: true },
    ]);
    expect((await on.call<{ sale: Row }>('sale_detail', { id })).sale.tax_reason).toBe('Diplomat');
    const unknown = await on.refused(() => preview(on, [line(shirt.variant), line(book.variant, 1, { tax_rate_id: randomUUID() })]));
    expect([unknown.message, detailOf(unknown)]).toEqual(['tax_rate_not_found', { field: 'tax_rate_id', line: 2 }]);
  });

  scenario('distinguishes a repeated call from another sale', async (on) => {
    const { exempt, shirt } = await shelf(on);
    const id = randomUUID();
    const send = async (rest: Row) => sell(on, [line(shirt.variant, 1, rest)], { tax_reason: 'Export' }, [await paying(on, 500)], id);
    const first = await send({ tax_rate_id: exempt });
    expect(await send({ tax_rate_id: exempt.toUpperCase() })).toEqual(first);
    const perLine = () => sell(on, [line(shirt.variant, 1, { tax_rate_id: exempt })], { tax_reason: 'Export', tax_per_line: true }, [], id);
    expect(await on.refused(perLine)).toMatchObject({ message: 'exists_already' });
    for (const rest of [{}, { tax_rate_id: null }]) expect(await on.refused(() => send(rest))).toMatchObject({ message: 'exists_already' });
  });
});

describe('files', () => {
  const head = { sold_at: '2026-10-01', branch: 'Zamalek', quantity: '1', unit_price: '10' };
  const read = (on: TestSession, kind: string, rows: Row[]) =>
    on.call<Row>('import_sheet', {
      kind,
      id: randomUUID(),
      rows: rows.map((row, index) => ({ row: index + 2, ...row })),
      options: { file_name: 'kite.csv' },
      dry_run: false,
    });

  scenario('name the tax rate of a product by its name or percentage', async (on) => {
    const { reduced, exempt } = await shelf(on);
    const answer = await read(on, 'products', [
      { name: 'Kite atlas', price: '10', tax_rate: 'kite  EXEMPT' },
      { name: 'Kite map', price: '10', tax_rate: '5' },
      { name: 'Kite globe', price: '10' },
    ]);
    expect(answer.problems).toEqual([]);
    const rows = await on.rows<Row>(
      `select tax_rate_id from public.products where name in ('Kite atlas', 'Kite map', 'Kite globe') order by name`,
    );
    expect(rows.map(({ tax_rate_id }) => tax_rate_id)).toEqual([exempt, null, reduced]);
  });

  scenario('are refused rates that do not exist, since an empty cell means the default', async (on) => {
    await shelf(on);
    const wrong = [
      { name: 'Kite kite', price: '10', tax_rate: '7' },
      { name: 'Kite string', price: '10', tax_rate: 'Kite 99' },
    ];
    expect((await read(on, 'products', wrong)).problems).toMatchObject([
      { row: 2, column: 'tax_rate', code: 'tax_rate_unknown', found: '7' },
      { row: 3, column: 'tax_rate', code: 'tax_rate_unknown', found: 'Kite 99' },
    ]);
    const zero = { name: 'Kite tail', price: '10', tax_rate: '0' };
    expect((await read(on, 'products', [zero])).problems).toEqual([]);
    await on.rows('update public.tax_rates set active = false where percentage = 0');
    expect((await read(on, 'products', [{ ...zero, name: 'Kite bow' }])).problems).toMatchObject([
      { code: 'tax_rate_unknown', found: '0' },
    ]);
  });

  scenario('name a tax rate for each row of a sale, or one for all', async (on) => {
    const { standard, reduced, exempt, shirt, book, drug } = await shelf(on);
    const skuOf = (id: string) => on.value<string>('select sku from public.variants where id = $1', id);
    const zero = await rate(on, 'Kite zero', 0, 'zero_rated');
    const milk = await goods(on, 50, { price: 10, tax_rate_id: zero });
    const [one = '', two = '', three = '', four = ''] = await Promise.all([shirt, book, drug, milk].map(({ variant }) => skuOf(variant)));
    const answer = await read(on, 'sales', [
      { ...head, reference: 'Kite 1', sku: one, tax_rate: '5' },
      { ...head, reference: 'Kite 1', sku: two, tax_rate: 'Kite 15' },
      { ...head, reference: 'Kite 1', sku: three },
      { ...head, reference: 'Kite 2', sku: one, tax_rate: '0%' },
      { ...head, reference: 'Kite 2', sku: two },
      { ...head, reference: 'Kite 3', sku: two },
      { ...head, reference: 'Kite 4', sku: one, tax_rate: '5' },
      { ...head, reference: 'Kite 4', sku: one },
      { ...head, reference: 'Kite 5', sku: four, tax_rate: '0' },
    ]);
    expect(answer.problems).toEqual([]);
    const rows = await on.rows<Row>(
      `select s.reference, l.tax_rate_id from public.sales s join public.sale_lines l on l.sale_id = s.id
       where s.reference like 'Kite %' order by s.reference, l.position`,
    );
    expect(rows.map(({ reference, tax_rate_id }) => [reference, tax_rate_id])).toEqual([
      ['Kite 1', reduced],
      ['Kite 1', standard],
      ['Kite 1', exempt],
      ['Kite 2', exempt],
      // Its product has a rate of its own.
      ['Kite 2', reduced],
      ['Kite 3', reduced],
      ['Kite 4', reduced],
      ['Kite 4', reduced],
      // The rate of its product, of two of this percentage.
      ['Kite 5', zero],
    ]);
    expect(
      await on.value(`select count(*)::integer from public.sale_lines l join public.sales s on s.id = l.sale_id
      where s.reference = 'Kite 5' and l.tax_changed`),
    ).toBe(0);
  });

  scenario('of systems that round the tax of each line keep its totals', async (on) => {
    const { book } = await shelf(on);
    const sku = await on.value<string>('select sku from public.variants where id = $1', book.variant);
    const row = { ...head, reference: 'Kite 1', sku, unit_price: '10.10' };
    // 5% of 10.10 is 0.505: twice 0.51, but 1.01 together.
    const answer = await read(on, 'sales', [
      { ...row, document_total: '21.22' },
      { ...row, document_total: '21.22' },
      { ...row, reference: 'Kite 2', document_total: '21.21' },
      { ...row, reference: 'Kite 2', document_total: '21.21' },
    ]);
    expect(answer.problems).toEqual([]);
    expect(await on.rows(`select reference, tax, total from public.sales where reference like 'Kite %' order by 1`)).toEqual([
      { reference: 'Kite 1', tax: 1.02, total: 21.22 },
      { reference: 'Kite 2', tax: 1.01, total: 21.21 },
    ]);
    const refused = await read(on, 'sales', [{ ...row, reference: 'Kite 3', document_total: '10.62' }]);
    expect((refused.problems as Row[]).map(({ code }) => code)).toEqual(['document_total_differs']);
  });
});

describe('an order', () => {
  const ratesOf = (on: TestSession, id: string) =>
    on.rows<Row>(
      `select i.tax_rate_id, i.tax_percentage, k.tax from public.purchase_items i
       join public.purchase_item_costs k on k.purchase_item_id = i.id where i.purchase_order_id = $1 order by i.position`,
      id,
    );
  const edit = (on: TestSession, { id, version }: { id: string; version: number }, items: Row[], purchase: Row) =>
    on.call<Saved>('save_purchase_order', { id, purchase: { status: 'pending', ...purchase }, items, expected_version: version });

  scenario('taxes each line at the rate of its product, rounded once for each rate', async (on) => {
    const { standard, reduced, exempt, shirt, book, drug } = await shelf(on);
    const { variants } = await makeProduct(on, { tax_rate_id: reduced });
    const other = variants[0] ?? '';
    const items = [ordered(book.variant, 1, 10.1), ordered(shirt.variant, 1, 100), ordered(other, 1, 10.1), ordered(drug.variant, 2, 20)];
    const made = await order(on, items, { tax_by_product: true });
    expect([made.total]).toEqual([176.21]);
    expect(await ratesOf(on, made.id)).toEqual([
      { tax_rate_id: reduced, tax_percentage: 5, tax: 0.51 },
      { tax_rate_id: standard, tax_percentage: 15, tax: 15 },
      { tax_rate_id: reduced, tax_percentage: 5, tax: 0.5 },
      { tax_rate_id: exempt, tax_percentage: 0, tax: 0 },
    ]);
    const { amounts } = await on.call<{ amounts: Row }>('purchase_detail', { id: made.id });
    expect((amounts.taxes as Row[]).map(({ tax_rate_id, percentage, net, tax }) => [tax_rate_id, percentage, net, tax])).toEqual([
      [reduced, 5, 20.2, 1.01],
      [standard, 15, 100, 15],
      [exempt, 0, 40, 0],
    ]);

    // Lines that are there keep their rates; a new one has that of its product now.
    await on.call('update_products', { ids: [book.product, shirt.product], changes: { tax_rate_id: exempt } });
    await on.rows('update public.tax_rates set percentage = 6 where id = $1', reduced);
    const changed = await edit(on, made, [...items.slice(0, 2), ordered(other, 2, 10.1)], { tax_by_product: true });
    expect(await ratesOf(on, made.id)).toEqual([
      { tax_rate_id: reduced, tax_percentage: 5, tax: 0.51 },
      { tax_rate_id: standard, tax_percentage: 15, tax: 15 },
      { tax_rate_id: reduced, tax_percentage: 5, tax: 1.01 },
    ]);
    expect(changed.total).toBe(146.82);
    expect(await edit(on, made, [...items.slice(0, 2), ordered(other, 2, 10.1)], { tax_by_product: true })).toMatchObject({
      version: changed.version,
    });
    const { variants: fresh } = await makeProduct(on, { tax_rate_id: reduced });
    const later = await order(on, [ordered(other, 1, 10)], { tax_by_product: true });
    await on.rows('update public.tax_rates set percentage = 7 where id = $1', reduced);
    await edit(on, later, [ordered(other, 1, 10), ordered(fresh[0] ?? '', 1, 10)], { tax_by_product: true });
    expect(await ratesOf(on, later.id)).toEqual([
      { tax_rate_id: reduced, tax_percentage: 6, tax: 0.6 },
      { tax_rate_id: reduced, tax_percentage: 7, tax: 0.7 },
    ]);

    // A rate of the order replaces them, and an amount has no rate.
    const one = await edit(on, changed, items.slice(0, 2), { tax_rate_id: standard });
    expect(await ratesOf(on, made.id)).toMatchObject([{ tax_rate_id: standard }, { tax_rate_id: standard }]);
    const typed = await edit(on, one, items.slice(0, 2), { tax_rate_id: null, tax: 3 });
    expect([typed.total, await ratesOf(on, made.id)]).toEqual([
      113.1,
      [
        { tax_rate_id: null, tax_percentage: null, tax: 0 },
        { tax_rate_id: null, tax_percentage: null, tax: 0 },
      ],
    ]);
    // Chosen again, the rates are those of the products now.
    await edit(on, typed, items.slice(0, 2), { tax_by_product: true });
    expect(await ratesOf(on, made.id)).toMatchObject([{ tax_rate_id: exempt }, { tax_rate_id: exempt }]);
  });

  scenario('closed short owes the tax of what was received', async (on) => {
    const { shirt, book } = await shelf(on);
    const made = await order(on, [ordered(shirt.variant, 4, 100), ordered(book.variant, 3, 10.1)], { tax_by_product: true });
    const received = await receive(on, made.id, [[shirt.variant, 1]]);
    const { amounts } = await on.call<{ amounts: Row }>('purchase_detail', { id: made.id });
    expect(amounts.total_without_rest).toBe(115);
    expect(received.purchase).toMatchObject({ status: 'pending' });
  });
});
