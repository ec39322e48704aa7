import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { detailOf, idOf, makeProduct, onHand, stocked } from '../fixtures.ts';

const start = async (on: TestSession, values: Row = {}) => {
  const id = randomUUID();
  await on.call('start_count', { id, branch_id: branches.zamalek, ...values });
  return id;
};
const tally = (variant_id: string, quantity: number | string, mode = 'add', more: Row = {}) => ({
  id: randomUUID(),
  variant_id,
  mode,
  quantity,
  ...more,
});
const record = (on: TestSession, count: string, ...tallies: Row[]) =>
  on.call<{ lines: Row[]; outside: string[] }>('record_tallies', { count_id: count, tallies });
const lines = (on: TestSession, count: string, show = 'counted', more: Row = {}) => on.table('count_lines', { id: count, show, ...more });
const summary = async (on: TestSession, id: string) => (await on.call<{ summary: Row }>('count_detail', { id })).summary;
const take = (on: TestSession, variant: string, quantity: number, reason = 'damaged') =>
  on.call('post_stock_entry', {
    id: randomUUID(),
    kind: 'adjustment',
    reason,
    branch_id: branches.zamalek,
    lines: [{ variant_id: variant, quantity: -quantity }],
  });

/** Variants of one product only, so that no demo data is counted. */
async function shelf(on: TestSession, quantities: number[]): Promise<{ product: string; variants: string[]; scope: Row }> {
  await on.as(people.owner);
  const sizes = await on.rows<{ id: string }>('select id from public.sizes order by position limit $1', quantities.length);
  const made = await makeProduct(
    on,
    { purchase_price: 10 },
    sizes.map(({ id }) => ({ size_id: id })),
  );
  // In the order of their sizes, as the list shows them.
  const variants = (
    await on.rows<{ id: string }>(
      'select v.id from public.variants v join public.sizes z on z.id = v.size_id where v.product_id = $1 order by z.position',
      made.id,
    )
  ).map(({ id }) => id);
  await stocked(
    on,
    people.owner,
    branches.zamalek,
    variants.map((variant, index) => [variant, quantities[index] ?? 0]),
  );
  return { product: made.id, variants, scope: { scope: 'products', scope_ids: [made.id] } };
}

describe('a stock count', () => {
  scenario('answers repeated tallies the same, even after the count was closed or posted', async (on) => {
    const {
      variants: [one = '', two = ''],
      scope,
    } = await shelf(on, [10, 5]);
    await on.as(people.storekeeper);
    const count = await start(on, scope);
    const sent = [tally(one, 8), tally(two, 5)];
    const first = await record(on, count, ...sent);
    for (const [call, rest] of [
      ['close_count', {}],
      ['post_count', { uncounted: 'leave' }],
    ] as const) {
      await on.as(people.manager);
      await on.call(call, { id: count, ...rest });
      await on.as(people.storekeeper);
      expect(await record(on, count, ...sent)).toEqual(first);
      expect(await on.refused(() => record(on, count, ...sent, tally(one, 1)))).toMatchObject({ message: 'count_not_open' });
      expect(await on.refused(() => record(on, count, { ...sent[0], quantity: 7 }))).toMatchObject({ message: 'id_taken' });
    }
    expect(await onHand(on, one, branches.zamalek)).toBe(8);
  });

  scenario('posts the counted differences as one document with its number', async (on) => {
    const {
      variants: [one = '', two = '', three = ''],
      scope,
    } = await shelf(on, [10, 5, 7]);
    await on.as(people.storekeeper);
    const count = await start(on, scope);
    await record(on, count, tally(one, 8, 'set'), tally(two, 6, 'set'), tally(three, 7, 'set'));
    await on.call('close_count', { id: count });
    await on.as(people.manager);
    const answer = await on.call('post_count', { id: count, uncounted: 'leave' });
    expect(answer).toMatchObject({ id: count, status: 'posted', number: expect.stringMatching(/^SC-ZAM-\d{4}-\d{4}$/) as string });
    expect([
      await onHand(on, one, branches.zamalek),
      await onHand(on, two, branches.zamalek),
      await onHand(on, three, branches.zamalek),
    ]).toEqual([8, 6, 7]);
    expect(
      await on.rows(
        `select kind, quantity, document_type, document_number, actor ->> 'id' as actor from public.movement_list where document_id = $1 order by quantity`,
        count,
      ),
    ).toEqual([
      { kind: 'count', quantity: -2, document_type: 'count', document_number: (answer as Row).number, actor: people.manager },
      { kind: 'count', quantity: 1, document_type: 'count', document_number: (answer as Row).number, actor: people.manager },
    ]);
    expect(await on.call('post_count', { id: count, uncounted: 'zero' })).toEqual(answer);
    expect(await on.value('select count(*) from public.stock_movements where document_id = $1', count)).toBe(2);
  });

  scenario('accepts a tally of zero, which adds nothing to what was already counted', async (on) => {
    const {
      variants: [one = '', two = ''],
      scope,
    } = await shelf(on, [3, 5]);
    const count = await start(on, scope);
    await record(on, count, tally(two, 5));
    await record(on, count, tally(one, 0), tally(two, 0));
    expect(await lines(on, count)).toMatchObject([
      { variant_id: one, counted: 0 },
      { variant_id: two, counted: 5 },
    ]);
  });

  scenario('adds up the tallies of several users without overwriting each other’s', async (on) => {
    const {
      variants: [one = ''],
      scope,
    } = await shelf(on, [10]);
    const count = await start(on, scope);
    await record(on, count, tally(one, 1), tally(one, 1), tally(one, 1));
    await on.as(people.storekeeper);
    expect((await record(on, count, tally(one, 5, 'set'))).lines).toEqual([{ variant_id: one, counted: 8, mine: 5 }]);
    expect((await record(on, count, tally(one, 4, 'set'), tally(one, 2))).lines).toEqual([{ variant_id: one, counted: 9, mine: 6 }]);
    await on.as(people.owner);
    expect((await record(on, count, tally(one, 1))).lines).toEqual([{ variant_id: one, counted: 10, mine: 4 }]);
  });

  scenario('refuses a tally id that is used again with other content', async (on) => {
    const {
      variants: [one = '', two = ''],
      scope,
    } = await shelf(on, [10, 1]);
    const [count, other] = [
      await start(on, scope),
      await start(on, { ...scope, stock_point_id: await idOf(on, 'stock_points', 'Window') }),
    ];
    const known = tally(one, 3);
    await record(on, count, known);
    for (const [of, change] of [
      [other, {}],
      [count, { quantity: 4 }],
      [count, { mode: 'set' }],
      [count, { variant_id: two }],
      [count, { variant_id: randomUUID() }],
    ] as const) {
      expect(await on.refused(() => record(on, of, { ...known, ...change })), JSON.stringify(change)).toMatchObject({
        code: 'PT409',
        message: 'id_taken',
      });
    }
    const twice = tally(two, 1);
    expect(await on.refused(() => record(on, count, twice, { ...twice, quantity: 2 }))).toMatchObject({ message: 'id_taken' });
    expect((await record(on, count, known)).lines).toEqual([{ variant_id: one, counted: 3, mine: 3 }]);
  });

  scenario('counts repeated tallies once', async (on) => {
    const {
      variants: [one = '', two = ''],
      scope,
    } = await shelf(on, [10, 1]);
    const count = await start(on, scope);
    const batch = [tally(one, 3), tally(two, 1)];
    const first = await record(on, count, ...batch);
    expect(await record(on, count, ...batch)).toEqual(first);
    expect((await record(on, count, ...batch, tally(one, 1))).lines.find((line) => line.variant_id === one)).toEqual({
      variant_id: one,
      counted: 4,
      mine: 4,
    });
  });

  scenario('shows no difference for goods sold before or after their shelf was counted', async (on) => {
    const {
      variants: [one = '', two = ''],
      scope,
    } = await shelf(on, [10, 10]);
    const count = await start(on, scope);
    await take(on, one, 2);
    await record(on, count, tally(one, 8, 'set'), tally(two, 10, 'set'));
    await take(on, two, 3);
    await on.call('close_count', { id: count });
    expect(await lines(on, count, 'different')).toEqual([]);
    await on.call('post_count', { id: count, uncounted: 'zero' });
    expect([await onHand(on, one, branches.zamalek), await onHand(on, two, branches.zamalek)]).toEqual([8, 7]);
  });

  scenario('compares an offline tally with the stock at its time, and marks lines moved in between', async (on) => {
    const {
      variants: [one = '', two = ''],
      scope,
    } = await shelf(on, [10, 10]);
    await on.asDatabaseOwner();
    // The goods arrived and the count began an hour ago; some were sold ten minutes ago.
    await on.rows(`update public.stock_movements set at = at - interval '2 hours'`);
    await on.as(people.owner);
    const count = await start(on, scope);
    await take(on, one, 4);
    await take(on, two, 4);
    await on.asDatabaseOwner();
    await on.rows('alter table public.stock_counts disable trigger user');
    await on.rows(`update public.stock_counts set created_at = created_at - interval '1 hour' where id = $1`, count);
    await on.rows(
      `update public.stock_movements set at = at - interval '10 minutes' where quantity = -4 and variant_id in ($1, $2)`,
      one,
      two,
    );
    await on.as(people.owner);
    await record(on, count, tally(one, 10, 'set', { ago: 1800 }), tally(two, 6, 'add', { ago: 1800 }), tally(two, 4, 'add', { ago: 60 }));
    await on.call('close_count', { id: count });
    expect(await lines(on, count)).toMatchObject([
      { variant_id: one, expected: 10, difference: 0, moved: false },
      { variant_id: two, counted: 10, expected: 6, moved: true },
    ]);
    expect(await lines(on, count, 'moved')).toMatchObject([{ variant_id: two }]);
  });

  scenario('recounts the requested lines and keeps the other tallies', async (on) => {
    const {
      variants: [one = '', two = ''],
      scope,
    } = await shelf(on, [10, 5]);
    const count = await start(on, scope);
    await record(on, count, tally(one, 4, 'set'), tally(two, 5, 'set'));
    await on.call('close_count', { id: count });
    expect(await on.refused(() => record(on, count, tally(one, 1)))).toMatchObject({ code: 'PT409', message: 'count_not_open' });
    await on.call('recount', { id: count, variant_ids: [one] });
    expect(await lines(on, count, 'recount')).toMatchObject([{ variant_id: one, round: 2, counted: null, mine: null }]);
    await record(on, count, tally(one, 9, 'set'));
    expect(await lines(on, count, 'counted')).toMatchObject([
      { variant_id: one, counted: 9 },
      { variant_id: two, counted: 5 },
    ]);
    await on.call('close_count', { id: count });
    await on.call('post_count', { id: count, uncounted: 'zero' });
    expect([await onHand(on, one, branches.zamalek), await onHand(on, two, branches.zamalek)]).toEqual([9, 5]);
  });

  scenario('lists uncounted goods separately, and posts them as zero or leaves them unchanged', async (on) => {
    for (const [uncounted, left] of [
      ['leave', 5],
      ['zero', 0],
    ] as const) {
      const {
        variants: [one = '', two = ''],
        scope,
      } = await shelf(on, [10, 5]);
      const count = await start(on, scope);
      await record(on, count, tally(one, 10, 'set'));
      expect(await lines(on, count, 'uncounted')).toMatchObject([{ variant_id: two, counted: null }]);
      await on.call('close_count', { id: count });
      expect(await summary(on, count)).toMatchObject({ counted: 1, uncounted: 1, uncounted_pieces: 5, different: 0 });
      expect(await on.refused(() => on.call('post_count', { id: count, uncounted: 'perhaps' }))).toMatchObject({
        message: 'count_uncounted_unknown',
      });
      await on.call('post_count', { id: count, uncounted });
      expect(await onHand(on, two, branches.zamalek)).toBe(left);
    }
  });

  scenario('is refused as a whole if goods have left since, and names the line', async (on) => {
    const {
      variants: [one = ''],
      scope,
    } = await shelf(on, [10]);
    const count = await start(on, scope);
    await record(on, count, tally(one, 2, 'set'));
    await on.call('close_count', { id: count });
    await take(on, one, 5);
    const refusal = await on.refused(() => on.call('post_count', { id: count, uncounted: 'leave' }));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'stock_short' });
    expect(detailOf(refusal)).toMatchObject({ lines: [{ variant_id: one, needs: 8, has: 5 }] });
    expect(await on.value('select status from public.stock_counts where id = $1', count)).toBe('comparing');
  });

  scenario('counts one stock point only', async (on) => {
    const {
      variants: [one = ''],
      scope,
    } = await shelf(on, [10]);
    const stockroom = await idOf(on, 'stock_points', 'Stockroom');
    await stocked(on, people.owner, branches.zamalek, [[one, 4]], stockroom);
    const count = await start(on, { ...scope, stock_point_id: stockroom });
    await record(on, count, tally(one, 3));
    await on.call('close_count', { id: count });
    await on.call('post_count', { id: count, uncounted: 'zero' });
    expect([await onHand(on, one, branches.zamalek), await onHand(on, one, branches.zamalek, stockroom)]).toEqual([10, 3]);
  });

  scenario('covers only its scope, and reports tallied goods outside of it', async (on) => {
    await on.as(people.owner);
    const women = await idOf(on, 'categories', 'Women');
    const below = await on.value<string>('select id from public.categories where parent_id = $1 limit 1', women);
    const brand = await on.value<string>('select id from public.brands limit 1');
    const inside = await makeProduct(on, { category_id: below });
    const outside = await makeProduct(on, { brand_id: brand });
    const [a = '', b = ''] = [inside.variants[0], outside.variants[0]];
    const byCategory = await start(on, { scope: 'categories', scope_ids: [women] });
    expect(await record(on, byCategory, tally(a, 1), tally(b, 1), tally(randomUUID(), 1))).toMatchObject({
      lines: [{ variant_id: a, counted: 1 }],
      outside: expect.arrayContaining([b]) as string[],
    });
    const byBrand = await start(on, { scope: 'brands', scope_ids: [brand], stock_point_id: await idOf(on, 'stock_points', 'Window') });
    expect((await record(on, byBrand, tally(a, 1), tally(b, 1))).outside).toEqual([a]);
    const kept = await makeProduct(on, { branch_id: branches.warehouse });
    const all = await start(on, { branch_id: branches.maadi });
    expect((await record(on, all, tally(kept.variants[0] ?? '', 1))).outside).toEqual(kept.variants);
  });

  scenario('cannot overlap another open count of the same goods in the same place', async (on) => {
    const { product, scope } = await shelf(on, [10]);
    const other = await shelf(on, [3]);
    const first = await start(on, scope);
    const number = await on.value('select number from public.stock_counts where id = $1', first);
    expect(detailOf(await on.refused(() => start(on, { scope: 'products', scope_ids: [product, other.product] })))).toEqual({ number });
    expect(await on.refused(() => start(on))).toMatchObject({ message: 'count_overlaps' });
    await start(on, other.scope);
    await start(on, { ...scope, stock_point_id: await idOf(on, 'stock_points', 'Window') });
    await on.call('cancel_count', { id: first });
    await start(on, scope);
  });

  scenario('starts once per id, and refuses an empty scope and invalid tallies', async (on) => {
    const {
      variants: [one = ''],
      scope,
    } = await shelf(on, [1]);
    const id = randomUUID();
    const begin = () => on.call('start_count', { id, branch_id: branches.zamalek, ...scope, note: ' evening ' });
    const first = await begin();
    expect(await begin()).toEqual(first);
    const refusal = await on.refused(() => on.call('start_count', { id, branch_id: branches.zamalek, ...scope, note: 'morning' }));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'exists_already' });
    expect(detailOf(refusal)).toEqual({ version: 1, number: (first as Row).number });
    await on.as(people.manager);
    expect(await on.refused(begin)).toMatchObject({ code: 'PT404', message: 'count_not_found' });
    await on.as(people.owner);
    expect(await on.value('select note from public.stock_counts where id = $1', id)).toBe('evening');
    expect(await on.refused(() => start(on, { scope: 'brands' }))).toMatchObject({ code: 'PT400', message: 'count_scope_missing' });
    expect(await on.refused(() => start(on, { scope: 'shelf', scope_ids: [randomUUID()] }))).toMatchObject({
      constraint_name: 'stock_counts_scope_known',
    });
    for (const wrong of [
      tally(one, -1),
      tally(one, 'NaN'),
      tally(one, 1.0005),
      tally(one, 1, 'take'),
      { id: randomUUID(), quantity: 1, mode: 'add' },
    ]) {
      expect(await on.refused(() => record(on, id, wrong)), JSON.stringify(wrong)).toMatchObject({
        code: 'PT400',
        message: 'line_invalid',
      });
    }
  });

  scenario('is posted, recounted or cancelled only if unchanged since the user saw it', async (on) => {
    const {
      variants: [one = ''],
      scope,
    } = await shelf(on, [10]);
    const count = await start(on, scope);
    await record(on, count, tally(one, 2, 'set'));
    const close = async () => (await on.call<{ version: number }>('close_count', { id: count })).version;
    const seen = await close();
    await on.call('recount', { id: count, variant_ids: [one] });
    await record(on, count, tally(one, 9, 'set'));
    const now = await close();
    const actions: [string, Row][] = [
      ['recount', { variant_ids: [one] }],
      ['cancel_count', {}],
      ['post_count', { uncounted: 'leave' }],
    ];
    for (const [name, more] of actions) {
      const refusal = await on.refused(() => on.call(name, { id: count, ...more, expected_version: seen }));
      expect(refusal, name).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
      expect(detailOf(refusal)).toMatchObject({ version: now });
    }
    const post = () => on.call('post_count', { id: count, uncounted: 'leave', expected_version: now });
    const posted = await post();
    expect(await post()).toEqual(posted);
    expect(await onHand(on, one, branches.zamalek)).toBe(9);
    const other = await start(on, scope);
    const cancel = () => on.call('cancel_count', { id: other, expected_version: 1 });
    const cancelled = await cancel();
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    expect(await cancel()).toEqual(cancelled);
  });

  scenario('recount that is retried answers the same for its user and lines, and is refused otherwise', async (on) => {
    const {
      variants: [one = '', two = '', three = ''],
      scope,
    } = await shelf(on, [10, 5, 7]);
    const count = await start(on, scope);
    const close = async () => (await on.call<{ version: number }>('close_count', { id: count })).version;
    await record(on, count, tally(one, 9, 'set'), tally(two, 5, 'set'));
    const again = (variant_ids: string[], seen: number) => on.call('recount', { id: count, variant_ids, expected_version: seen });
    const refused = (variant_ids: string[], seen: number) => on.refused(() => again(variant_ids, seen));
    const open = { code: 'PT409', message: 'count_not_comparing' };
    await again([two], await close());
    await record(on, count, tally(two, 4, 'set'));
    // The whole scenario runs at one moment: this moves earlier tallies into the past.
    await on.asDatabaseOwner();
    await on.rows(
      `update private.stock_count_lines set first_at = first_at - interval '1 minute', last_at = last_at - interval '1 minute' where count_id = $1`,
      count,
    );
    await on.as(people.owner);

    const seen = await close();
    const first = await again([one, three], seen);
    expect(first).toMatchObject({ status: 'counting' });
    await record(on, count, tally(one, 8, 'set'));
    expect(await again([one, three], seen)).toEqual(first);
    expect(await lines(on, count, 'counted')).toMatchObject([
      { variant_id: one, round: 2, counted: 8 },
      { variant_id: two, round: 2, counted: 4 },
    ]);
    // A different action: other lines, another version, or another user.
    expect(await refused([one, two], seen)).toMatchObject(open);
    expect(await refused([one], seen - 2)).toMatchObject(open);
    await on.as(people.manager);
    expect(await refused([one, three], seen)).toMatchObject(open);
    await on.as(people.owner);
    await close();
    expect(await refused([one, three], seen)).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
  });

  scenario('is cancelled only if no further lines were counted since the user saw it', async (on) => {
    const {
      variants: [one = '', two = ''],
      scope,
    } = await shelf(on, [10, 5]);
    const count = await start(on, scope);
    await record(on, count, tally(one, 2));
    const seen = async () =>
      (await on.rows<{ version: number; lines: number }>('select version, lines from public.count_list where id = $1', count))[0];
    const before = await seen();
    const cancel = (as: typeof before) => on.call('cancel_count', { id: count, expected_version: as?.version, expected_lines: as?.lines });
    await on.as(people.storekeeper);
    await record(on, count, tally(two, 5));
    await on.as(people.owner);
    const refusal = await on.refused(() => cancel(before));
    expect(refusal).toMatchObject({ code: 'PT409', message: 'changed_meanwhile' });
    expect(detailOf(refusal)).toEqual({ lines: 2 });
    const cancelled = await cancel(await seen());
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    // A retry after a lost response sends the same expected values.
    expect(await cancel(before)).toEqual(cancelled);
  });

  scenario('accepts no tallies and moves no stock once cancelled', async (on) => {
    const {
      variants: [one = ''],
      scope,
    } = await shelf(on, [10]);
    const count = await start(on, scope);
    await record(on, count, tally(one, 2, 'set'));
    await on.call('cancel_count', { id: count });
    expect(await on.call('cancel_count', { id: count })).toMatchObject({ status: 'cancelled' });
    for (const attempt of [() => record(on, count, tally(one, 1)), () => on.call('close_count', { id: count })]) {
      expect(await on.refused(attempt)).toMatchObject({ message: 'count_not_open' });
    }
    for (const attempt of [() => on.call('post_count', { id: count, uncounted: 'zero' }), () => on.call('recount', { id: count })]) {
      expect(await on.refused(attempt)).toMatchObject({ message: 'count_not_comparing' });
    }
    expect(await onHand(on, one, branches.zamalek)).toBe(10);
  });
});

describe('a blind count', () => {
  const secrets = ['expected', 'difference', 'moved', 'on_hand', 'unit_cost', 'value'];
  const told = async (on: TestSession, count: string) =>
    Object.entries((await lines(on, count))[0] ?? {})
      .filter(([name, value]) => secrets.includes(name) && value !== null)
      .map(([name]) => name);

  scenario('hides expected quantities while open, later without permission to post, and costs', async (on) => {
    const {
      variants: [one = ''],
      scope,
    } = await shelf(on, [10]);
    await on.as(people.storekeeper);
    const count = await start(on, scope);
    await record(on, count, tally(one, 8, 'set'));
    for (const person of [people.owner, people.manager, people.storekeeper]) {
      await on.as(person);
      expect(await told(on, count), person).toEqual([]);
      expect(Object.keys(await summary(on, count))).toEqual(['pieces', 'counted', 'recount', 'uncounted']);
      for (const attempt of [
        () => lines(on, count, 'different'),
        () => lines(on, count, 'moved'),
        () => lines(on, count, 'counted', { sort: 'difference' }),
      ]) {
        expect(await on.refused(attempt)).toMatchObject({ code: 'PT403', message: 'count_blind' });
      }
    }
    await on.as(people.storekeeper);
    await on.call('close_count', { id: count });
    expect(await told(on, count)).toEqual([]);
    expect(detailOf(await on.refused(() => on.call('post_count', { id: count, uncounted: 'zero' })))).toEqual({
      permission: 'inventory.counts.post',
    });
    expect(detailOf(await on.refused(() => on.call('recount', { id: count })))).toEqual({ permission: 'inventory.counts.post' });
    await on.as(people.manager);
    expect(await lines(on, count)).toMatchObject([{ counted: 8, expected: 10, difference: -2, on_hand: 10, unit_cost: 10, value: -20 }]);
    expect(await summary(on, count)).toMatchObject({ different: 1, over: 0, short: 2, value_short: 20 });
    await on.call('post_count', { id: count, uncounted: 'leave' });
    await on.as(people.storekeeper);
    expect((await told(on, count)).sort()).toEqual(['difference', 'expected', 'moved', 'on_hand']);
    expect(await summary(on, count)).not.toHaveProperty('value_short');
  });

  scenario('is not found in branches out of the user’s reach', async (on) => {
    await on.as(people.owner);
    const count = await start(on, { branch_id: branches.warehouse });
    await on.as(people.storekeeper);
    expect(await on.rows('select id from public.count_list where id = $1', count)).toEqual([]);
    for (const attempt of [
      () => lines(on, count),
      () => summary(on, count),
      () => record(on, count),
      () => on.call('close_count', { id: count }),
    ]) {
      expect(await on.refused(attempt)).toMatchObject({ code: 'PT404', message: 'count_not_found' });
    }
    await on.as(people.manager);
    const maadi = await (await on.as(people.owner), start(on, { branch_id: branches.maadi }));
    await on.as(people.manager);
    expect(await on.refused(() => record(on, maadi))).toMatchObject({ code: 'PT403', message: 'branch_view_only' });
    await on.as(people.cashier);
    expect(await on.refused(() => lines(on, maadi))).toMatchObject({ code: 'PT403', message: 'permission_missing' });
  });
});
