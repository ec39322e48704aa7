import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { branches, databaseOwner, people, inTestSession, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, makeProduct, onHand, plain, stocked } from '../fixtures.ts';

const entry = (on: TestSession, values: Row) =>
  on.call('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: branches.zamalek, ...values });

describe('a stock entry', () => {
  scenario('writes a movement per line and updates the stock level', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on, { by_measure: true });
    const stockroom = await idOf(on, 'stock_points', 'Stockroom');
    await on.as(people.storekeeper);
    const answer = await entry(on, { lines: [{ variant_id: variant, quantity: 12.5 }] });
    expect(answer).toMatchObject({ pieces: 12.5, number: expect.stringMatching(/^SE-ZAM-\d{4}-\d{4}$/) as string });
    await entry(on, { lines: [{ variant_id: variant, quantity: 4 }], stock_point_id: stockroom });
    await entry(on, { kind: 'adjustment', reason: 'damaged', note: '  dropped  ', lines: [{ variant_id: variant, quantity: -2 }] });
    expect(await onHand(on, variant, branches.zamalek)).toBe(10.5);
    expect(await onHand(on, variant, branches.zamalek, stockroom)).toBe(4);
    expect(
      await on.rows(
        'select actor_id, kind, quantity, document_type from public.stock_movements where variant_id = $1 order by id',
        variant,
      ),
    ).toEqual([
      { actor_id: people.storekeeper, kind: 'opening', quantity: 12.5, document_type: 'stock_entry' },
      { actor_id: people.storekeeper, kind: 'opening', quantity: 4, document_type: 'stock_entry' },
      { actor_id: people.storekeeper, kind: 'adjustment', quantity: -2, document_type: 'stock_entry' },
    ]);
    expect(await on.value(`select note from public.stock_entries where reason = 'damaged'`)).toBe('dropped');
  });

  scenario('is recorded once when it is sent twice', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant],
    } = await makeProduct(on);
    const id = randomUUID();
    const first = await entry(on, { id, lines: [{ variant_id: variant, quantity: 5 }] });
    expect(await entry(on, { id, lines: [{ variant_id: variant, quantity: '5.000' }], note: ' ' })).toEqual(first);
    expect(await onHand(on, String(variant), branches.zamalek)).toBe(5);
    await on.as(people.storekeeper);
    expect(await on.refused(() => entry(on, { id, lines: [{ variant_id: variant, quantity: 5 }] }))).toMatchObject({
      code: 'PT404',
      message: 'entry_not_found',
    });
  });

  scenario('with an id that exists and other content is refused with its number, and moves nothing', async (on) => {
    await on.as(people.owner);
    const {
      variants: [one, two],
    } = await makeProduct(on, {}, [{ color_id: await idOf(on, 'colors', 'Black') }, { color_id: await idOf(on, 'colors', 'White') }]);
    const id = randomUUID();
    const lines = [
      { variant_id: one, quantity: 5 },
      { variant_id: two, quantity: 6 },
    ];
    const { number } = await entry(on, { id, lines });
    for (const other of [
      { lines: [lines[0]] },
      { lines: [{ variant_id: one, quantity: 50 }, lines[1]] },
      { lines: [...lines].reverse() },
      { lines, note: 'typed since' },
      { lines, branch_id: branches.maadi },
      { lines, kind: 'adjustment', reason: 'count' },
      { lines, stock_point_id: await idOf(on, 'stock_points', 'Window') },
    ]) {
      const refusal = await on.refused(() => entry(on, { id, ...other }));
      expect(refusal, JSON.stringify(other)).toMatchObject({ code: 'PT409', message: 'exists_already' });
      expect(detailOf(refusal)).toEqual({ version: 1, number });
    }
    expect([await onHand(on, String(one), branches.zamalek), await onHand(on, String(two), branches.zamalek)]).toEqual([5, 6]);
  });

  scenario('cannot take out more than is in stock, and reports needed and available quantity per line', async (on) => {
    await on.as(people.owner);
    const black = await idOf(on, 'colors', 'Black');
    const {
      variants: [one],
      id,
    } = await makeProduct(on, { name: 'Scarce' }, [{ color_id: black }]);
    const {
      variants: [two],
    } = await makeProduct(on);
    await entry(on, {
      lines: [
        { variant_id: one, quantity: 3 },
        { variant_id: two, quantity: 9 },
      ],
    });
    const refusal = await on.refused(() =>
      entry(on, {
        kind: 'adjustment',
        reason: 'loss',
        lines: [
          { variant_id: two, quantity: -9 },
          { variant_id: one, quantity: -5 },
        ],
      }),
    );
    expect(refusal).toMatchObject({ code: 'PT409', message: 'stock_short' });
    expect(detailOf(refusal)).toEqual({
      lines: [
        { variant_id: one, product: 'Scarce', color: 'Black', color_ar: 'أسود', branch: 'Zamalek', branch_ar: 'الزمالك', needs: 5, has: 3 },
      ],
    });
    expect(await onHand(on, String(two), branches.zamalek)).toBe(9);
    expect(
      await on.value(
        'select count(*) from public.stock_movements m join public.variants v on v.id = m.variant_id where v.product_id = $1',
        id,
      ),
    ).toBe(1);
  });

  scenario('refuses invalid lines', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant],
    } = await makeProduct(on);
    for (const lines of [
      [{ variant_id: variant, quantity: 0 }],
      [{ variant_id: variant }],
      [{ variant_id: variant, quantity: -1 }],
      [{ variant_id: variant, quantity: 1.0005 }],
      [{ variant_id: variant, quantity: 'NaN' }],
      [{ variant_id: randomUUID(), quantity: 1 }],
      [{ quantity: 1 }],
      [
        { variant_id: variant, quantity: 1 },
        { variant_id: variant, quantity: 2 },
      ],
    ]) {
      expect(await on.refused(() => entry(on, { lines })), JSON.stringify(lines)).toMatchObject({ code: 'PT400', message: 'line_invalid' });
    }
    expect(
      await on.refused(() => entry(on, { kind: 'adjustment', reason: 'count', lines: [{ variant_id: variant, quantity: 'NaN' }] })),
    ).toMatchObject({ message: 'line_invalid' });
    expect(await on.refused(() => entry(on, { lines: [] }))).toMatchObject({ code: 'PT400', message: 'lines_missing' });
    expect(await on.refused(() => entry(on, { lines: null }))).toMatchObject({ message: 'lines_missing' });
    for (const lines of [
      [{ variant_id: variant, quantity: 'Infinity' }],
      [{ variant_id: variant, quantity: 1e12 }],
      [{ variant_id: variant, quantity: 1_000_000_001 }],
      [{ variant_id: variant, quantity: '0x10' }],
      [{ variant_id: 'x', quantity: 1 }],
      [7],
      [null],
    ]) {
      expect(await on.refused(() => entry(on, { lines })), JSON.stringify(lines)).toMatchObject({ code: 'PT400', message: 'line_invalid' });
    }
    const many = Array.from({ length: 5001 }, () => ({ variant_id: variant, quantity: 1 }));
    const refusal = await on.refused(() => entry(on, { lines: many }));
    expect([refusal.message, detailOf(refusal)]).toEqual(['lines_over_limit', { field: 'lines', max: 5000 }]);
  });

  scenario('is limited to a billion per item and place, without affecting other branches', async (on) => {
    await on.as(people.owner);
    const { id: product, variants } = await makeProduct(on, { by_measure: true }, [
      { color_id: await idOf(on, 'colors', 'Black') },
      { color_id: await idOf(on, 'colors', 'White') },
    ]);
    const full = variants.map((variant_id) => ({ variant_id, quantity: 1e9 }));
    await on.as(people.storekeeper);
    for (const point of [null, await idOf(on, 'stock_points', 'Window'), await idOf(on, 'stock_points', 'Stockroom')])
      await entry(on, { stock_point_id: point, lines: full });
    expect(await on.refused(() => entry(on, { lines: [{ variant_id: variants[0], quantity: 0.001 }] }))).toMatchObject({
      code: 'PT400',
      constraint_name: 'quantity_within_bounds',
    });
    await on.as(people.owner);
    const supplier = await on.value('select id from public.suppliers limit 1');
    await on.call('save_purchase_order', {
      id: randomUUID(),
      purchase: { supplier_id: supplier, branch_id: branches.maadi, status: 'completed' },
      items: variants.map((variant_id) => ({ variant_id, quantity: 7, unit_cost: 3 })),
    });
    expect(
      await on.value(
        'select sum(on_hand_total) from public.product_page(words => (select name from public.products where id = $1))',
        product,
      ),
    ).toBe(6e9 + 14);
    // Its value moves with it, even at this size.
    const transfer = randomUUID();
    await on.call('save_transfer', { id: transfer, from_branch_id: branches.zamalek, to_branch_id: branches.nasrCity, lines: full });
    await on.call('approve_transfer', { id: transfer });
    expect(await on.value('select goods from public.transfer_costs where transfer_id = $1', transfer)).toBe(6e9);
  });

  scenario('keeps its business day when the clock of its branch changes', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant],
    } = await makeProduct(on);
    const { id } = await entry(on, { lines: [{ variant_id: variant, quantity: 1 }] });
    const transfer = randomUUID();
    await on.call('save_transfer', {
      id: transfer,
      from_branch_id: branches.zamalek,
      to_branch_id: branches.nasrCity,
      lines: [{ variant_id: variant, quantity: 1 }],
    });
    await on.call('approve_transfer', { id: transfer });
    const days = async () => [
      await on.rows('select business_day::text from public.stock_entries where id = $1', id),
      await on.rows('select business_day::text, approved_day::text, reversed_day::text from public.transfers where id = $1', transfer),
    ];
    const before = await days();
    await on.asDatabaseOwner();
    const today = await on.value<string>('select private.branch_today($1)::text', branches.zamalek);
    expect(before).toEqual([[{ business_day: today }], [{ business_day: today, approved_day: today, reversed_day: null }]]);
    // The branch moves to a time zone on another date.
    await on.rows(
      `update public.branches set day_start = 0,
      time_zone = case when (now() at time zone 'Pacific/Kiritimati')::date <> $1::date then 'Pacific/Kiritimati' else 'Pacific/Pago_Pago' end`,
      today,
    );
    expect(await on.value<string>('select private.branch_today($1)::text', branches.zamalek)).not.toBe(today);
    expect(await days()).toEqual(before);
    await on.as(people.owner);
    await on.call('reverse_transfer', { id: transfer, reason: 'Back' });
    await on.asDatabaseOwner();
    expect(await on.value('select reversed_day = private.branch_today(to_branch_id) from public.transfers where id = $1', transfer)).toBe(
      true,
    );
  });

  scenario('needs a known reason for an adjustment, and refuses other kinds', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant],
    } = await makeProduct(on);
    const lines = [{ variant_id: variant, quantity: 1 }];
    expect(await on.refused(() => entry(on, { kind: 'adjustment', lines }))).toMatchObject({
      code: 'PT400',
      constraint_name: 'stock_entries_adjustment_has_reason',
    });
    expect(await on.refused(() => entry(on, { kind: 'adjustment', reason: 'because', lines }))).toMatchObject({
      constraint_name: 'stock_entries_reason_known',
    });
    expect(await on.refused(() => entry(on, { kind: 'sale', reason: 'count', lines }))).toMatchObject({
      code: 'PT400',
      message: 'value_invalid',
    });
    expect(await on.refused(() => entry(on, { stock_point_id: randomUUID(), lines }))).toMatchObject({ code: 'PT409' });
  });

  scenario('requires permission to adjust stock', async (on) => {
    await on.as(people.cashier);
    const variant = await on.value('select id from public.variants limit 1');
    expect(detailOf(await on.refused(() => entry(on, { lines: [{ variant_id: variant, quantity: 1 }] })))).toEqual({
      permission: 'inventory.stock.adjust',
    });
  });

  scenario('refuses products of another branch', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant],
    } = await makeProduct(on, { branch_id: branches.warehouse });
    await on.as(people.storekeeper);
    expect(await on.refused(() => entry(on, { lines: [{ variant_id: variant, quantity: 1 }] }))).toMatchObject({ message: 'line_invalid' });
  });

  scenario('is visible only in branches that the user can view', async (on) => {
    await on.as(people.storekeeper);
    for (const table of ['stock_levels', 'stock_movements', 'stock_entries', 'level_list', 'movement_list']) {
      expect(await on.rows(`select distinct branch_id from public.${table}`), table).toEqual([{ branch_id: branches.zamalek }]);
    }
    await on.as(people.manager);
    expect(await on.value('select count(distinct branch_id) from public.stock_levels')).toBe(3);
  });
});

describe('document numbers', () => {
  scenario('count without gaps per branch and kind, even after a refused document', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant],
    } = await makeProduct(on);
    const numbers: string[] = [];
    for (const quantity of [1, 1, 'NaN', -1, 1]) {
      const post = () =>
        entry(on, {
          branch_id: branches.maadi,
          kind: 'adjustment',
          reason: 'count',
          lines: [{ variant_id: variant, quantity: quantity === -1 ? -99 : quantity }],
        });
      if (quantity === 1) numbers.push(((await post()) as { number: string }).number);
      else await on.refused(post);
    }
    const last = numbers.map((number) => Number(number.split('-').at(-1)));
    expect(last).toEqual([last[0], (last[0] ?? 0) + 1, (last[0] ?? 0) + 2]);
    expect(new Set(numbers.map((number) => number.slice(0, 12)))).toEqual(new Set([expect.stringMatching(/^SE-MAD-\d{4}-$/)]));
  });

  test('grow past four digits', () =>
    inTestSession(databaseOwner(), async (on) => {
      await on.asDatabaseOwner();
      await on.rows(`update private.document_numbers set last = 9999 where kind = 'SE' and code = 'ZAM'`);
      await on.as(people.owner);
      const {
        variants: [variant],
      } = await makeProduct(on);
      const numbers = [];
      for (let i = 0; i < 3; i++)
        numbers.push(((await entry(on, { lines: [{ variant_id: variant, quantity: 1 }] })) as { number: string }).number.split('-').at(-1));
      expect(numbers).toEqual(['10000', '10001', '10002']);
    }));

  scenario('do not repeat when a branch takes the former code of another one', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant],
    } = await makeProduct(on);
    await on.rows(`update public.branches set code = 'OLD' where id = $1`, branches.zamalek);
    await on.rows(`update public.branches set code = 'ZAM' where id = $1`, branches.maadi);
    await entry(on, { branch_id: branches.maadi, lines: [{ variant_id: variant, quantity: 1 }] });
    await entry(on, { branch_id: branches.zamalek, lines: [{ variant_id: variant, quantity: 1 }] });
  });

  scenario('count per kind, branch and the branch’s own year', async (on) => {
    await on.asDatabaseOwner();
    await on.rows(
      `update public.branches set time_zone = 'Pacific/Kiritimati', day_start = 6 where id in ($1, $2)`,
      branches.maadi,
      branches.zamalek,
    );
    const year = await on.value<number>(`select extract(year from (now() at time zone 'Pacific/Kiritimati') - interval '6 hours')::int`);
    expect(await on.value(`select private.next_number('XX', $1)`, branches.maadi)).toBe(`XX-MAD-${year}-0001`);
    expect(await on.value(`select private.next_number('XX', $1)`, branches.maadi)).toBe(`XX-MAD-${year}-0002`);
    expect(await on.value(`select private.next_number('YY', $1)`, branches.maadi)).toBe(`YY-MAD-${year}-0001`);
    expect(await on.value(`select private.next_number('XX', $1)`, branches.zamalek)).toBe(`XX-ZAM-${year}-0001`);
  });
});

describe('the stock list', () => {
  const page = (on: TestSession, values: Row = {}) => on.table('level_page', values);

  scenario('shows incoming quantities with their documents, even for a place without stock', async (on) => {
    await on.as(people.owner);
    const {
      id: product,
      variants: [variant = ''],
    } = await makeProduct(on, { name: 'Xanadu sash' });
    await stocked(on, people.owner, branches.zamalek, [[variant, 10]]);
    const send = async (to: Row, quantity: number) => {
      const id = randomUUID();
      await on.call('save_transfer', { id, from_branch_id: branches.zamalek, lines: [{ variant_id: variant, quantity }], ...to });
      return id;
    };
    const first = await send({ to_branch_id: branches.maadi }, 3);
    await send({ to_branch_id: branches.maadi }, 2);
    const point = await idOf(on, 'stock_points', 'Window');
    await send({ to_branch_id: branches.maadi, to_stock_point_id: point }, 1);
    const shown = async () =>
      (await page(on, { words: 'xanadu' })).map(({ branch, stock_point, quantity, incoming }) => [branch, stock_point, quantity, incoming]);
    expect(await shown()).toEqual([
      ['Maadi', null, 0, 5],
      ['Maadi', 'Window', 0, 1],
      ['Zamalek', null, 10, 0],
    ]);
    expect(await on.table('incoming_to', { variant_id: variant, branch_id: branches.maadi })).toMatchObject([
      { document_type: 'transfer', document_id: first, quantity: 3 },
      { quantity: 2 },
    ]);
    expect((await page(on, { words: 'xanadu', view: 'incoming' })).length).toBe(2);
    await on.call('approve_transfer', { id: first });
    expect(await shown()).toEqual([
      ['Maadi', null, 3, 2],
      ['Maadi', 'Window', 0, 1],
      ['Zamalek', null, 7, 0],
    ]);
    // A product of one branch is not shown as incoming to users of others.
    await on.asDatabaseOwner();
    await on.rows('update public.products set branch_id = $2 where id = $1', product, branches.warehouse);
    await on.as(people.manager);
    expect(await on.table('incoming_to', { variant_id: variant, branch_id: branches.maadi })).toEqual([]);
    await on.asDatabaseOwner();
    await on.rows('update public.products set branch_id = null where id = $1', product);
    await on.as(people.storekeeper);
    expect(await on.table('incoming_to', { variant_id: variant, branch_id: branches.maadi })).toEqual([]);
  });

  scenario('finds by words and codes, filters by place and branch, and counts its rows', async (on) => {
    await on.as(people.owner);
    const {
      variants: [variant = ''],
    } = await makeProduct(on, { name: 'Xanadu sash', name_ar: 'وشاح زنادو' }, [{ sku: 'XND-1' }]);
    const point = await idOf(on, 'stock_points', 'Window');
    await stocked(on, people.owner, branches.zamalek, [[variant, 10]]);
    await stocked(on, people.owner, branches.maadi, [[variant, 4]], point);
    const floor = '00000000-0000-0000-0000-000000000000';
    for (const [asked, found] of [
      [{ words: 'زنادو' }, 2],
      [{ words: 'xnd-1' }, 2],
      [{ words: 'xanadu nothing' }, 0],
      [{ words: 'xanadu', at_branch_ids: [branches.maadi] }, 1],
      [{ words: 'xanadu', place_ids: [point] }, 1],
      [{ words: 'xanadu', place_ids: [floor] }, 1],
      [{ words: 'xanadu', place_ids: [floor, point] }, 2],
      [{ words: 'xanadu', view: 'some' }, 2],
      [{ words: 'xanadu', view: 'none' }, 0],
      [{ words: 'xanadu', view: 'low' }, 0],
      [{ words: 'xanadu', brand_ids: [randomUUID()] }, 0],
    ] as [Row, number][]) {
      expect((await page(on, asked)).length, JSON.stringify(asked)).toBe(found);
      expect(await on.call('level_count', asked), JSON.stringify(asked)).toBe(found);
    }
    for (const at of [{}, { at_branch_ids: [branches.maadi] }] as { at_branch_ids?: string[] }[]) {
      const counted = (view: string) => on.call('level_count', { ...at, view });
      expect(await on.call('level_summary', at)).toEqual({
        count: await counted('all'),
        low: await on.value(
          'select count(distinct (product_id, branch_id))::integer from public.level_page(view => $1, at_branch_ids => $2, page_size => 1000)',
          'low',
          at.at_branch_ids ?? [],
        ),
        incoming: await counted('incoming'),
      });
    }
    expect((await page(on, { words: 'xanadu', sort: 'quantity', descending: true })).map(({ quantity }) => quantity)).toEqual([10, 4]);
    expect((await page(on, { words: 'xanadu', page_offset: 1, page_size: 1 })).length).toBe(1);
    expect(await on.refused(() => page(on, { sort: 'cost' }))).toMatchObject({ message: 'sort_unknown' });
    expect(await on.refused(() => page(on, { view: 'cost' }))).toMatchObject({ message: 'view_unknown' });
    await on.as(people.storekeeper);
    expect((await page(on, { words: 'xanadu' })).map(({ branch_id }) => branch_id)).toEqual([branches.zamalek]);
    expect(await page(on, { words: 'xanadu', at_branch_ids: [branches.maadi] })).toEqual([]);
  });
});

describe('low stock', () => {
  const low = async (on: TestSession, product: string) => {
    const rows = await on.rows<{ branch_id: string }>(
      'select branch_id from private.product_stock where product_id = $1 and low_pieces is not null',
      product,
    );
    return rows.map(({ branch_id }) => branch_id);
  };

  scenario('updates immediately when goods move, the limit changes or the product is deactivated', async (on) => {
    await on.as(people.owner);
    const { id, variants } = await makeProduct(
      on,
      { low_stock_level: 5 },
      (await on.rows<{ id: string }>('select id from public.sizes limit 2')).map((size) => ({ size_id: size.id })),
    );
    const [one = '', two = ''] = variants;
    await stocked(on, people.owner, branches.zamalek, [
      [one, 4],
      [two, 4],
    ]);
    await stocked(on, people.owner, branches.maadi, [[one, 5]]);
    const after = async (action: () => Promise<unknown>) => {
      await on.as(people.owner);
      await action();
      await on.asDatabaseOwner();
      return low(on, id);
    };
    const save = (product: Row) => async () =>
      on.call('save_product', {
        id,
        product: { ...plain, name: 'Low', ...product },
        variants: variants
          .map((variant) => ({ id: variant, size_id: null }))
          .map((variant, index) => ({ ...variant, size_id: sizes[index] })),
        expected_version: await on.value('select version from public.products where id = $1', id),
      });
    await on.asDatabaseOwner();
    const sizes = await Promise.all(
      variants.map((variant) => on.value<string>('select size_id from public.variants where id = $1', variant)),
    );
    expect(await low(on, id)).toEqual([branches.maadi]);
    expect(await after(() => entry(on, { kind: 'adjustment', reason: 'loss', lines: [{ variant_id: one, quantity: -3 }] }))).toEqual(
      expect.arrayContaining([branches.maadi, branches.zamalek]),
    );
    expect(await after(save({ low_stock_level: 4 }))).toEqual([]);
    expect(await after(save({ low_stock_level: 5 }))).toHaveLength(2);
    expect(await after(() => on.call('update_products', { ids: [id], changes: { active: false } }))).toEqual([]);
    expect(await after(() => on.call('update_products', { ids: [id], changes: { active: true } }))).toHaveLength(2);
    expect(await after(() => entry(on, { lines: [{ variant_id: two, quantity: 1 }] }))).toEqual([branches.maadi]);
  });

  scenario('is on the dashboard with its branch and count, like the stock on hand', async (on) => {
    await on.as(people.owner);
    const before = await on.call<Record<string, number>>('dashboard');
    const {
      id,
      variants: [variant = ''],
    } = await makeProduct(on, { low_stock_level: 5, name: 'Nearly gone' }, [
      { color_id: await idOf(on, 'colors', 'Black'), size_id: await idOf(on, 'sizes', 'M') },
    ]);
    await stocked(on, people.owner, branches.zamalek, [[variant, 1]]);
    await entry(on, { kind: 'adjustment', reason: 'loss', lines: [{ variant_id: variant, quantity: -1 }] });
    const after = await on.call<Record<string, number> & { low_stock: Row[]; movements: Row[] }>('dashboard');
    expect([after.low_stock_count, after.on_hand, after.products]).toEqual([
      (before.low_stock_count ?? 0) + 1,
      before.on_hand,
      (before.products ?? 0) + 1,
    ]);
    expect(after.low_stock[0]).toMatchObject({ product_id: id, branch_id: branches.zamalek, quantity: 0 });
    expect(after.movements.slice(0, 2)).toMatchObject([
      { product_id: id, color: 'Black', size: 'M', quantity: -1 },
      { product_id: id, quantity: 1 },
    ]);
    await on.as(people.cashier);
    const cashier = await on.call<Row>('dashboard');
    expect(cashier).toMatchObject({ transfers: null, transfers_waiting: null, counts_open: null });
    await on.as(people.manager);
    expect(
      (
        await on.call<{ on_hand_by_branch: Row[] }>('dashboard', { at_branch_ids: [branches.maadi, branches.warehouse] })
      ).on_hand_by_branch.map(({ branch_id }) => branch_id),
    ).toEqual([branches.maadi]);
  });
});
