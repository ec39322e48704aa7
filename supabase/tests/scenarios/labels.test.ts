import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf, makeProduct, stocked } from '../fixtures.ts';
import { withOnlyPermissions, line, order, receive } from './purchasing.ts';
import { approve, create, productInZamalek } from './transfer-fixtures.ts';

const { zamalek, maadi } = branches;
type Line = { variant_id: string; product: string; quantity: number; price: number; old_price: number | null; barcode: string };
const lines = (on: TestSession, source: string, ids: string[], rest: Row = {}) => on.table<Line>('label_lines', { source, ids, ...rest });
const pieces = async (on: TestSession, source: string, ids: string[]) =>
  Object.fromEntries((await lines(on, source, ids)).map(({ variant_id, quantity }) => [variant_id, quantity]));
const prices = async (on: TestSession, variant: string, rest: Row = {}) =>
  (await lines(on, 'variants', [variant], rest)).map(({ price, old_price }) => [price, old_price])[0];

const group = async (on: TestSession, percentage: number): Promise<string> => {
  const id = randomUUID();
  await on.rows('insert into public.price_groups (id, name, percentage) values ($1, $2, $3)', id, `Group ${percentage}`, percentage);
  return id;
};

describe('the lines for labels', () => {
  scenario('are the active variants of a product, or the given variants, in a fixed order', async (on) => {
    await on.as(people.owner);
    const [black, ivory] = [await idOf(on, 'colors', 'Black'), await idOf(on, 'colors', 'Ivory')];
    const {
      id,
      variants: [first = '', second = ''],
    } = await makeProduct(on, { name: 'Two colours' }, [{ color_id: ivory }, { color_id: black, active: false }]);
    expect(await pieces(on, 'products', [id])).toEqual({ [first]: 1 });
    expect((await lines(on, 'variants', [first, second])).map(({ variant_id }) => variant_id)).toEqual([second, first]);
  });

  scenario('of an order or receipt are the received pieces, without undone receipts', async (on) => {
    await on.as(people.owner);
    const [
      {
        variants: [one = ''],
      },
      {
        variants: [two = ''],
      },
    ] = [await makeProduct(on), await makeProduct(on)];
    const bought = await order(on, [line(one, 10, 5), line(two, 4, 5)]);
    expect(await pieces(on, 'purchase_orders', [bought.id])).toEqual({});
    const receipt = await receive(on, bought.id, [[one, 6]]);
    await receive(on, bought.id, [
      [one, 1],
      [two, 4],
    ]);
    expect(await pieces(on, 'purchase_orders', [bought.id])).toEqual({ [one]: 7, [two]: 4 });
    expect(await pieces(on, 'receipts', [receipt.id])).toEqual({ [one]: 6 });
    await on.call('undo_receipt', { id: receipt.id, reason: 'Counted wrong' });
    expect(await pieces(on, 'receipts', [receipt.id])).toEqual({});
    expect(await pieces(on, 'purchase_orders', [bought.id])).toEqual({ [one]: 1, [two]: 4 });
  });

  scenario('of a transfer are its pieces, and of a stock count the counted ones', async (on) => {
    const variant = await productInZamalek(on, 9);
    const moved = await create(on, [{ variant_id: variant, quantity: 4 }]);
    expect(await pieces(on, 'transfers', [moved.id])).toEqual({ [variant]: 4 });
    const count = randomUUID();
    const product = await on.value<string>('select product_id from public.variants where id = $1', variant);
    await on.call('start_count', { id: count, branch_id: zamalek, scope: 'products', scope_ids: [product] });
    await on.call('record_tallies', { count_id: count, tallies: [{ id: randomUUID(), variant_id: variant, mode: 'add', quantity: 7 }] });
    expect(await pieces(on, 'counts', [count])).toEqual({ [variant]: 7 });
  });

  scenario('of an import are the new and changed variants, with the pieces added to stock', async (on) => {
    await on.as(people.manager);
    const id = randomUUID();
    await on.call('import_sheet', {
      kind: 'products',
      id,
      rows: [
        { row: 2, name: 'Brought', price: '10', sku: 'BR-1', quantity: '12' },
        { row: 3, name: 'Named', price: '10', sku: 'BR-2' },
      ],
      options: { create: {}, branch_id: zamalek },
      dry_run: false,
    });
    const sku = (code: string) => on.value<string>('select id from public.variants where sku = $1', code);
    expect(await pieces(on, 'imports', [id])).toEqual({ [await sku('BR-1')]: 12, [await sku('BR-2')]: 1 });
    await on.as(people.storekeeper);
    expect(await on.refused(() => lines(on, 'imports', [id]))).toMatchObject({ message: 'permission_missing' });
  });

  scenario('of two documents are added up', async (on) => {
    const variant = await productInZamalek(on, 9);
    const ids = [
      (await create(on, [{ variant_id: variant, quantity: 4 }])).id,
      (await create(on, [{ variant_id: variant, quantity: 3 }])).id,
    ];
    expect(await pieces(on, 'transfers', ids)).toEqual({ [variant]: 7 });
  });

  scenario('exclude documents and products out of reach, like those that do not exist', async (on) => {
    await on.as(people.owner);
    const {
      id,
      variants: [kept = ''],
    } = await makeProduct(on, { branch_id: maadi });
    const bought = await order(on, [line(kept, 3, 5)], { branch_id: maadi });
    const receipt = await receive(on, bought.id, [[kept, 3]]);
    const moved = await create(on, [{ variant_id: (await makeProduct(on)).variants[0], quantity: 1 }], {
      from_branch_id: maadi,
      to_branch_id: branches.warehouse,
    });
    await on.as(people.storekeeper);
    for (const [source, of] of [
      ['variants', kept],
      ['products', id],
      ['purchase_orders', bought.id],
      ['receipts', receipt.id],
      ['transfers', moved.id],
    ] as const) {
      expect(await lines(on, source, [of]), source).toEqual([]);
      expect(await lines(on, source, [randomUUID()]), source).toEqual([]);
    }
  });

  scenario('require permission to print labels and to view each kind of document', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on);
    for (const person of [people.accountant, people.auditor]) {
      await on.as(person);
      expect(await on.refused(() => lines(on, 'variants', [variant]))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
    }
    await withOnlyPermissions(on, people.cashier, 'labels.printing.print', 'inventory.products.view');
    expect(await lines(on, 'variants', [variant])).toHaveLength(1);
    for (const source of ['purchase_orders', 'receipts', 'transfers', 'counts', 'imports'])
      expect(await on.refused(() => lines(on, source, [])), source).toMatchObject({ message: 'permission_missing' });
    expect(await on.refused(() => lines(on, 'costs', []))).toMatchObject({ message: 'view_unknown' });
  });
});

describe('the price on a label', () => {
  scenario('follows the price group, rounded to the currency, or the variant’s own price', async (on) => {
    await on.as(people.owner);
    const [plain, staff] = [(await makeProduct(on, { price: 99.99 })).variants[0] ?? '', await group(on, -15)];
    expect(await prices(on, plain)).toEqual([99.99, null]);
    expect(await prices(on, plain, { price_group_id: staff })).toEqual([84.99, 99.99]);
    const {
      variants: [own = ''],
    } = await makeProduct(on, { price: 50 }, [{ price_override: 80 }]);
    expect(await prices(on, own)).toEqual([80, null]);
    expect(await on.refused(() => lines(on, 'variants', [plain], { price_group_id: randomUUID() }))).toMatchObject({
      message: 'not_found',
    });
  });

  scenario('strikes through the previous price if it was higher', async (on) => {
    await on.as(people.owner);
    const {
      id,
      variants: [variant = ''],
    } = await makeProduct(on, { price: 100 });
    const [higher, lower] = [await group(on, 20), await group(on, -10)];
    const change = async (price: number) =>
      on.rows(
        'select public.save_product(id => p.id, product => $2::json, variants => $3::json, expected_version => p.version) from public.products p where p.id = $1',
        id,
        { price },
        [{ id: variant }],
      );
    await change(70);
    expect(await prices(on, variant)).toEqual([70, 100]);
    expect(await prices(on, variant, { price_group_id: higher })).toEqual([84, 120]);
    expect(await prices(on, variant, { price_group_id: lower })).toEqual([63, 90]);
    await change(90);
    expect(await prices(on, variant)).toEqual([90, null]);
    expect(await prices(on, variant, { price_group_id: lower })).toEqual([81, 90]);
  });

  scenario('includes tax as the template says, or else as the prices do', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on, { price: 100 });
    await on.asDatabaseOwner();
    await on.rows(
      `update public.business set sale_tax_rate_id = (select id from public.tax_rates where percentage = 14 limit 1), prices_include_tax = false`,
    );
    await on.as(people.owner);
    expect([
      await prices(on, variant),
      await prices(on, variant, { with_tax: true }),
      await prices(on, variant, { with_tax: false }),
    ]).toEqual([
      [100, null],
      [114, null],
      [100, null],
    ]);
    await on.asDatabaseOwner();
    await on.rows('update public.business set prices_include_tax = true');
    await on.as(people.owner);
    expect([
      await prices(on, variant),
      await prices(on, variant, { with_tax: true }),
      await prices(on, variant, { with_tax: false }),
    ]).toEqual([
      [100, null],
      [100, null],
      [87.72, null],
    ]);
    await on.asDatabaseOwner();
    await on.rows('update public.business set sale_tax_rate_id = null');
    await on.as(people.owner);
    expect(await prices(on, variant, { with_tax: false })).toEqual([100, null]);
  });
});

describe('recent arrivals', () => {
  scenario('are the latest receipts and transfers into the branches that the user may view', async (on) => {
    const variant = await productInZamalek(on, 9);
    await stocked(on, people.owner, maadi, [[variant, 5]]);
    const bought = await order(on, [line(variant, 10, 5)]);
    const receipt = await receive(on, bought.id, [[variant, 6]]);
    const came = await create(on, [{ variant_id: variant, quantity: 2 }], { from_branch_id: maadi, to_branch_id: zamalek });
    const left = await create(on, [{ variant_id: variant, quantity: 2 }]);
    await approve(on, came.id);
    await approve(on, left.id);
    const here = () =>
      on.table<{ source: string; id: string; pieces: number; lines: string; other: string }>('label_arrivals', {
        at_branch_ids: [zamalek],
      });
    const found = (await here()).filter(({ id }) => [receipt.id, came.id, left.id].includes(id));
    expect(found.map(({ source, id, pieces, lines, other }) => ({ source, id, pieces, lines: Number(lines), other }))).toEqual(
      expect.arrayContaining([
        { source: 'receipts', id: receipt.id, pieces: 6, lines: 1, other: 'Mahalla Textiles' },
        { source: 'transfers', id: came.id, pieces: 2, lines: 1, other: 'Maadi' },
      ]),
    );
    expect(found).toHaveLength(2);
    await on.call('undo_receipt', { id: receipt.id, reason: 'Wrong' });
    expect((await here()).some(({ id }) => id === receipt.id)).toBe(false);
    await withOnlyPermissions(on, people.cashier, 'labels.printing.print', 'inventory.products.view', 'inventory.transfers.view');
    expect(new Set((await here()).map(({ source }) => source))).toEqual(new Set(['transfers']));
    expect(await on.table('label_arrivals', { at_branch_ids: [maadi] })).toEqual([]);
    expect((await on.table<{ branch: string }>('label_arrivals', {})).every(({ branch }) => branch === 'Zamalek')).toBe(true);
  });
});

describe('a print', () => {
  const print = { printer: 'Zebra ZD421', width: 50, height: 30 };
  const recorded = (on: TestSession) => on.rows('select printer, width, labels, outcome from public.label_prints order by created_at');

  scenario('is recorded once when it is sent again, and only its maker can read it', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on);
    await on.as(people.storekeeper);
    const sent = {
      id: randomUUID(),
      print,
      lines: [
        { variant_id: variant, copies: 6 },
        { profile_id: people.cashier, copies: 1 },
      ],
    };
    await on.call('record_label_print', sent);
    await on.call('record_label_print', sent);
    expect(await recorded(on)).toEqual([{ printer: 'Zebra ZD421', width: 50, labels: 7, outcome: 'sending' }]);
    expect(await on.rows('select position, variant_id, profile_id, copies from public.label_print_lines order by position')).toEqual([
      { position: 1, variant_id: variant, profile_id: null, copies: 6 },
      { position: 2, variant_id: null, profile_id: people.cashier, copies: 1 },
    ]);
    expect(await on.refused(() => on.call('record_label_print', { ...sent, lines: [{ variant_id: variant, copies: 5 }] }))).toMatchObject({
      code: 'PT409',
      message: 'exists_already',
    });
    await on.call('settle_label_print', { id: sent.id, outcome: 'uncertain' });
    expect((await recorded(on))[0]).toMatchObject({ outcome: 'uncertain' });
    for (const person of [people.owner, people.buyer]) {
      await on.as(person);
      expect([await recorded(on), await on.rows('select 1 from public.label_print_lines')]).toEqual([[], []]);
      expect(await on.refused(() => on.call('settle_label_print', { id: sent.id, outcome: 'done' }))).toMatchObject({
        message: 'not_found',
      });
      expect(await on.refused(() => on.call('record_label_print', sent))).toMatchObject({ message: 'not_found' });
    }
  });

  scenario('is refused for products out of reach, without lines, or with an unknown outcome', async (on) => {
    await on.as(people.owner);
    const {
      variants: [kept = ''],
    } = await makeProduct(on, { branch_id: maadi });
    await on.as(people.storekeeper);
    const attempt = (lines: Row[]) => on.refused(() => on.call('record_label_print', { id: randomUUID(), print, lines }));
    for (const lines of [
      [{ variant_id: kept, copies: 1 }],
      [{ variant_id: randomUUID(), copies: 1 }],
      [{ profile_id: randomUUID(), copies: 1 }],
      [{ copies: 1 }],
      [{ variant_id: kept, profile_id: people.cashier, copies: 1 }],
    ])
      expect(await attempt(lines)).toMatchObject({ message: 'product_not_found' });
    expect(await attempt([])).toMatchObject({ message: 'lines_missing' });
    expect(await attempt([{ profile_id: people.cashier, copies: 0 }])).toMatchObject({ code: 'PT400' });
    const most = { profile_id: people.cashier, copies: 2_147_483_647 };
    expect(await attempt([most, most])).toMatchObject({ constraint_name: 'label_print_lines_copies_positive' });
    const id = randomUUID();
    for (const field of ['labels', 'created_by'])
      expect(
        await on.refused(() => on.call('record_label_print', { id, print: { ...print, [field]: people.owner }, lines: [most] })),
      ).toMatchObject({ message: 'field_unknown', detail: JSON.stringify({ field }).replace(':', ': ') });
    await on.call('record_label_print', { id, print, lines: [{ profile_id: people.cashier, copies: 1 }] });
    expect(await on.refused(() => on.call('settle_label_print', { id, outcome: 'burnt' }))).toMatchObject({
      constraint_name: 'label_prints_outcome_known',
    });
    await on.as(people.auditor);
    expect(await attempt([{ profile_id: people.cashier, copies: 1 }])).toMatchObject({ message: 'permission_missing' });
  });

  scenario('does not prevent deleting a labelled product', async (on) => {
    await on.as(people.owner);
    const {
      id,
      variants: [variant = ''],
    } = await makeProduct(on);
    await on.call('record_label_print', { id: randomUUID(), print, lines: [{ variant_id: variant, copies: 2 }] });
    await on.call('delete_product', { id });
    expect([(await recorded(on)).length, await on.rows('select 1 from public.label_print_lines')]).toEqual([1, []]);
  });
});

describe('a template', () => {
  scenario('is readable by users who print, editable by the owner, and protects its price group', async (on) => {
    await on.as(people.owner);
    const staff = await group(on, -15);
    const id = await on.value<string>(`insert into public.label_templates (name, price_group_id) values ('Sale', $1) returning id`, staff);
    expect(await on.refused(() => on.rows('delete from public.price_groups where id = $1', staff))).toMatchObject({
      constraint_name: 'label_templates_price_group_in_use',
    });
    expect(await on.table('usage_of', { table_name: 'price_groups', id: staff })).toMatchObject([{ used_in: 'label_templates' }]);
    await on.as(people.manager);
    expect(await on.rows('select name from public.label_templates where id = $1', id)).toEqual([{ name: 'Sale' }]);
    expect(await on.rows(`update public.label_templates set name = 'Mine' where id = $1 returning id`, id)).toEqual([]);
    expect(await on.refused(() => on.rows(`insert into public.label_templates (name) values ('Mine')`))).toMatchObject({ code: '42501' });
    await on.as(people.auditor);
    expect(await on.rows('select 1 from public.label_templates where id = $1', id)).toEqual([]);
  });
});
