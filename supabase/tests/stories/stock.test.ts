import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { branches, hand, people, scene, story, type Row, type Scene } from '../database.ts';
import { detailOf, idOf, makeProduct, onHand } from '../fixtures.ts';

const entry = (on: Scene, values: Row) => on.call('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: branches.zamalek, ...values });

describe('putting stock in and taking it out by hand', () => {
  story('writes a movement for each line and moves the level by it', async (on) => {
    await on.as(people.owner);
    const { variants: [variant = ''] } = await makeProduct(on);
    const stockroom = await idOf(on, 'stock_points', 'Stockroom');
    await on.as(people.storekeeper);
    const answer = await entry(on, { lines: [{ variant_id: variant, quantity: 12.5 }] });
    expect(answer).toMatchObject({ pieces: 12.5, number: expect.stringMatching(/^SE-ZAM-\d{4}-\d{4}$/) as string });
    await entry(on, { lines: [{ variant_id: variant, quantity: 4 }], stock_point_id: stockroom });
    await entry(on, { kind: 'adjustment', reason: 'damaged', note: '  dropped  ', lines: [{ variant_id: variant, quantity: -2 }] });
    expect(await onHand(on, variant, branches.zamalek)).toBe(10.5);
    expect(await onHand(on, variant, branches.zamalek, stockroom)).toBe(4);
    expect(await on.rows('select actor_id, kind, quantity, document_type from public.stock_movements where variant_id = $1 order by id', variant)).toEqual([
      { actor_id: people.storekeeper, kind: 'opening', quantity: 12.5, document_type: 'stock_entry' },
      { actor_id: people.storekeeper, kind: 'opening', quantity: 4, document_type: 'stock_entry' },
      { actor_id: people.storekeeper, kind: 'adjustment', quantity: -2, document_type: 'stock_entry' },
    ]);
    expect(await on.value(`select note from public.stock_entries where reason = 'damaged'`)).toBe('dropped');
  });

  story('sent twice with one id counts once', async (on) => {
    await on.as(people.owner);
    const { variants: [variant] } = await makeProduct(on);
    const id = randomUUID();
    const first = await entry(on, { id, lines: [{ variant_id: variant, quantity: 5 }] });
    expect(await entry(on, { id, lines: [{ variant_id: variant, quantity: 50 }] })).toEqual(first);
    expect(await onHand(on, String(variant), branches.zamalek)).toBe(5);
    await on.as(people.storekeeper);
    expect(await on.refused(() => entry(on, { id, lines: [{ variant_id: variant, quantity: 5 }] }))).toMatchObject({ code: 'PT404' });
  });

  story('never takes more than there is, and says of each line what it needs and what there is', async (on) => {
    await on.as(people.owner);
    const black = await idOf(on, 'colors', 'Black');
    const { variants: [one], id } = await makeProduct(on, { name: 'Scarce' }, [{ color_id: black }]);
    const { variants: [two] } = await makeProduct(on);
    await entry(on, { lines: [{ variant_id: one, quantity: 3 }, { variant_id: two, quantity: 9 }] });
    const refusal = await on.refused(() => entry(on, { kind: 'adjustment', reason: 'loss', lines: [{ variant_id: two, quantity: -9 }, { variant_id: one, quantity: -5 }] }));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'stock_short' });
    expect(detailOf(refusal)).toEqual({ lines: [{ variant_id: one, product: 'Scarce', color: 'Black', color_ar: 'أسود', branch: 'Zamalek', branch_ar: 'الزمالك', needs: 5, has: 3 }] });
    expect(await onHand(on, String(two), branches.zamalek)).toBe(9);
    expect(await on.value('select count(*) from public.stock_movements m join public.variants v on v.id = m.variant_id where v.product_id = $1', id)).toBe(1);
  });

  story('refuses a line that is no line', async (on) => {
    await on.as(people.owner);
    const { variants: [variant] } = await makeProduct(on);
    for (const lines of [
      [{ variant_id: variant, quantity: 0 }], [{ variant_id: variant }], [{ variant_id: variant, quantity: -1 }], [{ variant_id: variant, quantity: 1.0005 }],
      [{ variant_id: variant, quantity: 'NaN' }], [{ variant_id: randomUUID(), quantity: 1 }], [{ quantity: 1 }], [{ variant_id: variant, quantity: 1 }, { variant_id: variant, quantity: 2 }],
    ]) {
      expect(await on.refused(() => entry(on, { lines })), JSON.stringify(lines)).toMatchObject({ code: 'PT400', message: 'line_invalid' });
    }
    expect(await on.refused(() => entry(on, { kind: 'adjustment', reason: 'count', lines: [{ variant_id: variant, quantity: 'NaN' }] }))).toMatchObject({ message: 'line_invalid' });
    expect(await on.refused(() => entry(on, { lines: [] }))).toMatchObject({ code: 'PT400', message: 'lines_missing' });
    expect(await on.refused(() => entry(on, { lines: null }))).toMatchObject({ message: 'lines_missing' });
    expect(await on.refused(() => entry(on, { lines: [{ variant_id: variant, quantity: 'Infinity' }] }))).toMatchObject({ code: '22003' });
    expect(await on.refused(() => entry(on, { lines: [{ variant_id: variant, quantity: 1e12 }] }))).toMatchObject({ code: '22003' });
  });

  story('asks an adjustment for its reason, and knows no other kinds', async (on) => {
    await on.as(people.owner);
    const { variants: [variant] } = await makeProduct(on);
    const lines = [{ variant_id: variant, quantity: 1 }];
    expect(await on.refused(() => entry(on, { kind: 'adjustment', lines }))).toMatchObject({ code: '23514', constraint_name: 'stock_entries_adjustment_has_reason' });
    expect(await on.refused(() => entry(on, { kind: 'adjustment', reason: 'because', lines }))).toMatchObject({ constraint_name: 'stock_entries_reason_known' });
    expect(await on.refused(() => entry(on, { kind: 'sale', reason: 'count', lines }))).toMatchObject({ constraint_name: 'stock_entries_kind_known' });
    expect(await on.refused(() => entry(on, { stock_point_id: randomUUID(), lines }))).toMatchObject({ code: '23503' });
  });

  story('needs the right to adjust', async (on) => {
    await on.as(people.cashier);
    const variant = await on.value('select id from public.variants limit 1');
    expect(detailOf(await on.refused(() => entry(on, { lines: [{ variant_id: variant, quantity: 1 }] })))).toEqual({ permission: 'inventory.stock.adjust' });
  });

  story('reaches no variant of a product that another branch keeps', async (on) => {
    await on.as(people.owner);
    const { variants: [variant] } = await makeProduct(on, { branch_id: branches.warehouse });
    await on.as(people.storekeeper);
    expect(await on.refused(() => entry(on, { lines: [{ variant_id: variant, quantity: 1 }] }))).toMatchObject({ message: 'line_invalid' });
  });

  story('is seen in the branches one reaches and in no other', async (on) => {
    await on.as(people.storekeeper);
    for (const table of ['stock_levels', 'stock_movements', 'stock_entries', 'level_list', 'movement_list']) {
      expect(await on.rows(`select distinct branch_id from public.${table}`), table).toEqual([{ branch_id: branches.zamalek }]);
    }
    await on.as(people.manager);
    expect(await on.value('select count(distinct branch_id) from public.stock_levels')).toBe(3);
  });
});

describe('numbers of documents', () => {
  story('count up by branch and kind without a gap, a refused one leaving none', async (on) => {
    await on.as(people.owner);
    const { variants: [variant] } = await makeProduct(on);
    const numbers: string[] = [];
    for (const quantity of [1, 1, 'NaN', -1, 1]) {
      const post = () => entry(on, { branch_id: branches.maadi, kind: 'adjustment', reason: 'count', lines: [{ variant_id: variant, quantity: quantity === -1 ? -99 : quantity }] });
      if (quantity === 1) numbers.push((await post() as { number: string }).number);
      else await on.refused(post);
    }
    const last = numbers.map((number) => Number(number.split('-').at(-1)));
    expect(last).toEqual([last[0], (last[0] ?? 0) + 1, (last[0] ?? 0) + 2]);
    expect(new Set(numbers.map((number) => number.slice(0, 12)))).toEqual(new Set([expect.stringMatching(/^SE-MAD-\d{4}-$/)]));
  });

  test('grow past four digits', () => scene(hand(), async (on) => {
    await on.byHand();
    await on.rows(`update private.document_numbers set last = 9999 where kind = 'SE' and code = 'ZAM'`);
    await on.as(people.owner);
    const { variants: [variant] } = await makeProduct(on);
    const numbers = [];
    for (let i = 0; i < 3; i++) numbers.push((await entry(on, { lines: [{ variant_id: variant, quantity: 1 }] }) as { number: string }).number.split('-').at(-1));
    expect(numbers).toEqual(['10000', '10001', '10002']);
  }));

  story('do not repeat when a branch takes the code that another one had', async (on) => {
    await on.as(people.owner);
    const { variants: [variant] } = await makeProduct(on);
    await on.rows(`update public.branches set code = 'OLD' where id = $1`, branches.zamalek);
    await on.rows(`update public.branches set code = 'ZAM' where id = $1`, branches.maadi);
    await entry(on, { branch_id: branches.maadi, lines: [{ variant_id: variant, quantity: 1 }] });
    await entry(on, { branch_id: branches.zamalek, lines: [{ variant_id: variant, quantity: 1 }] });
  });

  story('count by kind, branch and the branch\'s own year', async (on) => {
    await on.byHand();
    await on.rows(`update public.branches set time_zone = 'Pacific/Kiritimati', day_start = 6 where id in ($1, $2)`, branches.maadi, branches.zamalek);
    const year = await on.value<number>(`select extract(year from (now() at time zone 'Pacific/Kiritimati') - interval '6 hours')::int`);
    expect(await on.value(`select private.next_number('XX', $1)`, branches.maadi)).toBe(`XX-MAD-${year}-0001`);
    expect(await on.value(`select private.next_number('XX', $1)`, branches.maadi)).toBe(`XX-MAD-${year}-0002`);
    expect(await on.value(`select private.next_number('YY', $1)`, branches.maadi)).toBe(`YY-MAD-${year}-0001`);
    expect(await on.value(`select private.next_number('XX', $1)`, branches.zamalek)).toBe(`XX-ZAM-${year}-0001`);
  });
});
