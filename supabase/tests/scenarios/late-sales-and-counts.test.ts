/* A tally counts what was on the shelf at its time: sales, returns and tallies that arrive later are applied at
   the time when they were made. */
import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf, makeProduct, onHand } from '../fixtures.ts';
import { customer, goods, line, sell, type Goods, type Sold } from './selling.ts';

/** The time this many minutes ago, as a till sends it. */
const ago = (on: TestSession, minutes: number) =>
  on.value<string>(`select to_char((now() - make_interval(mins => $1)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`, minutes);

/** Goods that have been in stock in Zamalek for days. */
async function shelf(on: TestSession, pieces = 10): Promise<Goods & { buyer: string }> {
  const made = await goods(on, pieces, { purchase_price: 10 });
  await on.asDatabaseOwner();
  await on.rows(`update public.stock_movements set at = at - interval '3 days'`);
  await on.as(people.owner);
  return { ...made, buyer: await customer(on) };
}

/** Starts a count of one product this many minutes ago; by default an hour. */
async function begin(on: TestSession, product: string, minutes = 60, more: Row = {}): Promise<string> {
  const id = randomUUID();
  await on.call('start_count', { id, branch_id: branches.zamalek, scope: 'products', scope_ids: [product], ...more });
  await on.asDatabaseOwner();
  await on.rows('alter table public.stock_counts disable trigger user');
  await on.rows('update public.stock_counts set created_at = now() - make_interval(mins => $2) where id = $1', id, minutes);
  await on.as(people.owner);
  return id;
}
const tally = (on: TestSession, count: string, variant_id: string, quantity: number, minutes: number, mode = 'set') =>
  on.call('record_tallies', { count_id: count, tallies: [{ id: randomUUID(), variant_id, mode, quantity, ago: minutes * 60 }] });
const post = async (on: TestSession, count: string, uncounted = 'leave'): Promise<void> => {
  await on.call('close_count', { id: count });
  await on.call('post_count', { id: count, uncounted });
};
/** Moves the posting of a count this many minutes into the past. */
async function postedEarlier(on: TestSession, count: string, minutes: number): Promise<void> {
  await on.asDatabaseOwner();
  await on.rows(
    `update public.stock_counts set posted_at = now() - make_interval(mins => $2), closed_at = now() - make_interval(mins => $2) where id = $1`,
    count,
    minutes,
  );
  await on.rows(`update public.stock_movements set at = now() - make_interval(mins => $2) where document_id = $1`, count, minutes);
  await on.as(people.owner);
}
const sellLate = async (on: TestSession, { buyer }: { buyer: string }, lines: Row[], minutes: number, id = randomUUID()): Promise<Sold> =>
  sell(on, lines, { customer_id: buyer, sold_at: await ago(on, minutes) }, [], id);
const voidSale = async (on: TestSession, id: string): Promise<void> => {
  // Shortly after midnight the sale would be of yesterday.
  await on.asDatabaseOwner();
  await on.rows('update public.sales set business_day = private.branch_today(branch_id) where id = $1', id);
  await on.as(people.owner);
  await on.call('void_sale', { id, reason: 'Typed twice' });
};
const countLine = async (on: TestSession, count: string): Promise<Row | undefined> => {
  await on.asDatabaseOwner();
  const [row] = await on.rows('select counted, expected, expected_first from private.stock_count_lines where count_id = $1', count);
  await on.as(people.owner);
  return row;
};
const movements = (on: TestSession, count: string) =>
  on.rows('select kind, quantity, document_type from public.stock_movements where document_id = $1 order by id', count);
const summary = async (on: TestSession, id: string) => (await on.call<{ summary: Row }>('count_detail', { id })).summary;

describe('a sale made before a tally but received after it', () => {
  scenario('lowers the expected quantity of an open count, which then posts no difference', async (on) => {
    const shop = await shelf(on);
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 8, 30);
    await sellLate(on, shop, [line(shop.variant, 2)], 45);
    expect(await countLine(on, count)).toEqual({ counted: 8, expected: 8, expected_first: 8 });
    await post(on, count);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(8);
    expect(await movements(on, count)).toEqual([]);
  });

  scenario('lowers it also while the count is being compared', async (on) => {
    const shop = await shelf(on);
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 8, 30);
    await on.call('close_count', { id: count });
    await sellLate(on, shop, [line(shop.variant, 2)], 45);
    expect(await summary(on, count)).toMatchObject({ different: 0, moved: 0, corrected: 0 });
    await on.call('post_count', { id: count, uncounted: 'leave' });
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(8);
  });

  scenario('reverses the difference of a posted count, which shows the correction', async (on) => {
    const shop = await shelf(on);
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 8, 30);
    await post(on, count);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(8);
    await sellLate(on, shop, [line(shop.variant, 2)], 45);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(8);
    expect(await movements(on, count)).toEqual([
      { kind: 'count', quantity: -2, document_type: 'count' },
      { kind: 'count', quantity: 2, document_type: 'count' },
    ]);
    expect(await countLine(on, count)).toEqual({ counted: 8, expected: 8, expected_first: 8 });
    expect(await summary(on, count)).toMatchObject({ different: 0, short: 0, value_short: 0, corrected: 1 });
  });

  scenario('is accepted even though the count left no stock', async (on) => {
    const shop = await shelf(on, 2);
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 0, 30);
    await post(on, count);
    await sellLate(on, shop, [line(shop.variant, 2)], 45);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(0);
  });

  scenario('shows a surplus if the count had found no difference', async (on) => {
    const shop = await shelf(on);
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 10, 30);
    await post(on, count);
    await sellLate(on, shop, [line(shop.variant, 2)], 45);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(10);
    expect(await summary(on, count)).toMatchObject({ different: 1, over: 2, value_over: 20, corrected: 1 });
  });

  scenario('changes nothing when it is sent again', async (on) => {
    const shop = await shelf(on);
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 8, 30);
    await post(on, count);
    const id = randomUUID();
    const first = await sellLate(on, shop, [line(shop.variant, 2)], 45, id);
    expect(await sellLate(on, shop, [line(shop.variant, 2)], 45, id)).toEqual(first);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(8);
    expect(await countLine(on, count)).toMatchObject({ expected: 8 });
  });

  scenario('corrects goods that were posted as zero because nobody counted them', async (on) => {
    const shop = await shelf(on);
    const count = await begin(on, shop.product);
    await post(on, count, 'zero');
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(0);
    await sellLate(on, shop, [line(shop.variant, 2)], 45);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(0);
    expect(await countLine(on, count)).toEqual({ counted: 0, expected: 8, expected_first: 8 });
  });

  scenario('corrects each variant once, across lines, and no other goods or places', async (on) => {
    const shop = await shelf(on);
    const other = await makeProduct(on);
    const stockroom = await idOf(on, 'stock_points', 'Stockroom');
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'opening',
      branch_id: branches.zamalek,
      lines: [{ variant_id: other.variants[0], quantity: 5 }],
    });
    const [count, elsewhere] = [await begin(on, shop.product), await begin(on, shop.product, 60, { stock_point_id: stockroom })];
    await tally(on, count, shop.variant, 7, 30);
    await tally(on, elsewhere, shop.variant, 0, 30);
    await post(on, count);
    await sellLate(on, shop, [line(shop.variant, 2), line(other.variants[0] ?? '', 1), line(shop.variant, 1)], 45);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(7);
    expect(await onHand(on, other.variants[0] ?? '', branches.zamalek)).toBe(4);
    expect(await countLine(on, elsewhere)).toMatchObject({ expected: 0 });
    expect((await movements(on, count)).map(({ quantity }) => quantity)).toEqual([-3, 3]);
  });

  scenario('can arrive in a batch, where each sale is applied at its own time', async (on) => {
    const shop = await shelf(on);
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 7, 30);
    await post(on, count);
    const sold_at = await ago(on, 45);
    const answers = await on.call<Row[]>('record_sales', {
      branch_id: branches.zamalek,
      till: 'POS',
      sales: [
        { reference: '1', customer_id: shop.buyer, sold_at, lines: [line(shop.variant, 2)] },
        { reference: '2', customer_id: shop.buyer, sold_at: await ago(on, 20), lines: [line(shop.variant, 1)] },
        { reference: '3', customer_id: shop.buyer, sold_at, lines: [line(shop.variant, 1)] },
      ],
    });
    expect(answers.map(({ result }) => result)).toEqual(['recorded', 'recorded', 'recorded']);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(6);
    expect(await countLine(on, count)).toMatchObject({ expected: 7 });
  });

  scenario('can arrive in an import, whose undo restores the count’s difference', async (on) => {
    const { product, variant } = await shelf(on);
    const name = await on.value('select name from public.products where id = $1', product);
    const count = await begin(on, product);
    await tally(on, count, variant, 8, 30);
    await post(on, count);
    const { id } = await on.call<{ id: string }>('import_sheet', {
      kind: 'sales',
      id: randomUUID(),
      rows: [{ row: 2, reference: 'L-1', branch: 'ZAM', sold_at: '2026-10-01 14:05', product: name, quantity: '2', unit_price: '100' }],
      options: { file_name: 'late.csv' },
      dry_run: false,
    });
    expect(await onHand(on, variant, branches.zamalek)).toBe(8);
    expect(await countLine(on, count)).toMatchObject({ expected: 8 });
    await on.call('undo_import', { id });
    expect(await onHand(on, variant, branches.zamalek)).toBe(8);
    expect(await countLine(on, count)).toMatchObject({ expected: 10 });
  });

  scenario('marks the goods as moved if it was made between two of their tallies', async (on) => {
    const shop = await shelf(on);
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 5, 40, 'add');
    await tally(on, count, shop.variant, 3, 20, 'add');
    await sellLate(on, shop, [line(shop.variant, 2)], 30);
    expect(await countLine(on, count)).toEqual({ counted: 8, expected: 8, expected_first: 10 });
    await on.call('close_count', { id: count });
    expect(await summary(on, count)).toMatchObject({ different: 0, moved: 1 });
  });

  scenario('does not change a recount that started after it arrived', async (on) => {
    const shop = await shelf(on);
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 9, 50);
    await on.call('close_count', { id: count });
    await on.call('recount', { id: count, variant_ids: [shop.variant] });
    await sellLate(on, shop, [line(shop.variant, 2)], 55);
    expect(await countLine(on, count)).toEqual({ counted: null, expected: null, expected_first: null });
    await tally(on, count, shop.variant, 8, 0);
    expect(await countLine(on, count)).toMatchObject({ counted: 8, expected: 8 });
    await post(on, count);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(8);
  });
});

describe('with several counts of the same goods', () => {
  scenario('a late sale corrects the first count after it, but not later ones', async (on) => {
    const shop = await shelf(on);
    const early = await begin(on, shop.product, 300);
    await tally(on, early, shop.variant, 10, 290);
    await post(on, early);
    await postedEarlier(on, early, 280);
    const first = await begin(on, shop.product, 200);
    await tally(on, first, shop.variant, 8, 190);
    await post(on, first);
    await postedEarlier(on, first, 180);
    const next = await begin(on, shop.product, 100);
    await tally(on, next, shop.variant, 8, 90);
    await sellLate(on, shop, [line(shop.variant, 2)], 250);
    expect(await countLine(on, early)).toMatchObject({ expected: 10 });
    expect(await countLine(on, first)).toMatchObject({ expected: 8 });
    expect(await countLine(on, next)).toMatchObject({ expected: 8 });
    // A tally of another device, made before the correction, is compared with the stock of its time.
    await tally(on, next, shop.variant, 8, 80);
    expect(await countLine(on, next)).toEqual({ counted: 8, expected: 8, expected_first: 8 });
    await post(on, next);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(8);
  });

  scenario('cancelled counts, and those that left the goods out, are ignored', async (on) => {
    const shop = await shelf(on);
    const cancelled = await begin(on, shop.product, 300);
    await tally(on, cancelled, shop.variant, 8, 200);
    await on.call('cancel_count', { id: cancelled });
    const left = await begin(on, shop.product, 190);
    await post(on, left);
    await postedEarlier(on, left, 180);
    const count = await begin(on, shop.product, 100);
    await tally(on, count, shop.variant, 8, 90);
    await post(on, count);
    await sellLate(on, shop, [line(shop.variant, 2)], 250);
    expect(await countLine(on, cancelled)).toMatchObject({ expected: 10 });
    expect(await countLine(on, count)).toMatchObject({ expected: 8 });
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(8);
  });
});

describe('a late return', () => {
  const back = (sale: Row, quantity = 1, more: Row = {}): Row => ({ returns_line_id: sale.line, quantity, ...more });
  /** Two pieces sold before any count. */
  async function sold(on: TestSession) {
    const shop = await shelf(on);
    const { id } = await sellLate(on, shop, [line(shop.variant, 2)], 2000);
    await on.asDatabaseOwner();
    await on.rows(`update public.stock_movements set at = at - interval '2 days' where document_id = $1`, id);
    await on.rows('alter table public.sales disable trigger user');
    await on.rows(`update public.sales set created_at = created_at - interval '2 days' where id = $1`, id);
    await on.as(people.owner);
    return { ...shop, line: await on.value<string>('select id from public.sale_lines where sale_id = $1', id) };
  }

  scenario('made before the tally raises the expected quantity', async (on) => {
    for (const posted of [false, true]) {
      const shop = await sold(on);
      const count = await begin(on, shop.product);
      await tally(on, count, shop.variant, 9, 30);
      if (posted) await post(on, count);
      await sellLate(on, shop, [back(shop)], 45);
      expect(await countLine(on, count)).toEqual({ counted: 9, expected: 9, expected_first: 9 });
      if (!posted) await post(on, count);
      expect(await onHand(on, shop.variant, branches.zamalek)).toBe(9);
    }
  });

  scenario('of damaged goods, or in an even exchange, leaves it unchanged', async (on) => {
    const shop = await sold(on);
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 8, 30);
    await post(on, count);
    await sellLate(on, shop, [back(shop, 1, { damaged: true })], 45);
    await sellLate(on, shop, [back(shop), line(shop.variant)], 45);
    expect(await countLine(on, count)).toMatchObject({ expected: 8 });
    expect(await movements(on, count)).toEqual([]);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(8);
  });
});

describe('voiding a late sale', () => {
  scenario('restores the missing pieces of a count, whether or not it is posted', async (on) => {
    for (const posted of ['never', 'before the sale', 'before the void'] as const) {
      const shop = await shelf(on);
      const count = await begin(on, shop.product);
      await tally(on, count, shop.variant, 8, 30);
      if (posted === 'before the sale') await post(on, count);
      const { id } = await sellLate(on, shop, [line(shop.variant, 2)], 45);
      if (posted === 'before the void') await post(on, count);
      await voidSale(on, id);
      expect(await countLine(on, count), posted).toEqual({ counted: 8, expected: 10, expected_first: 10 });
      if (posted === 'never') await post(on, count);
      expect(await onHand(on, shop.variant, branches.zamalek), posted).toBe(8);
    }
  });

  scenario('does not change a count that was tallied after the sale arrived', async (on) => {
    const shop = await shelf(on);
    const { id } = await sellLate(on, shop, [line(shop.variant, 2)], 45);
    await on.asDatabaseOwner();
    await on.rows(`update public.stock_movements set at = at - interval '40 minutes' where document_id = $1`, id);
    await on.rows('alter table public.sales disable trigger user');
    await on.rows(`update public.sales set created_at = created_at - interval '40 minutes' where id = $1`, id);
    await on.as(people.owner);
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 8, 30);
    await voidSale(on, id);
    expect(await countLine(on, count)).toMatchObject({ expected: 8 });
    await post(on, count);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(10);
  });
});

describe('a late tally', () => {
  scenario('is compared with the stock at its time, without earlier sales and with later ones', async (on) => {
    const shop = await shelf(on);
    const count = await begin(on, shop.product);
    await sellLate(on, shop, [line(shop.variant, 2)], 45);
    await sellLate(on, shop, [line(shop.variant, 1)], 15);
    await tally(on, count, shop.variant, 8, 30);
    expect(await countLine(on, count)).toEqual({ counted: 8, expected: 8, expected_first: 8 });
    await post(on, count);
    expect(await onHand(on, shop.variant, branches.zamalek)).toBe(7);
  });

  scenario('ignores a sale that was made before it and voided since', async (on) => {
    const shop = await shelf(on);
    const count = await begin(on, shop.product);
    const { id } = await sellLate(on, shop, [line(shop.variant, 2)], 45);
    await voidSale(on, id);
    await tally(on, count, shop.variant, 10, 30);
    expect(await countLine(on, count)).toMatchObject({ counted: 10, expected: 10 });
  });
});

describe('a past month', () => {
  scenario('keeps the loss of its count when a late sale corrects it today', async (on) => {
    const shop = await shelf(on);
    const at = { at_branch_ids: [branches.zamalek], period: 'this_month' };
    const counted = async (): Promise<[number, number]> => {
      const { rows } = await on.call<{ rows: { kind: string; now: number; before: number }[] }>('report_profit_and_loss', at);
      const row = rows.find(({ kind }) => kind === 'counted');
      return [row?.now ?? 0, row?.before ?? 0];
    };
    const [nowAtFirst, beforeAtFirst] = await counted();
    const count = await begin(on, shop.product, 60 * 24 * 29);
    await tally(on, count, shop.variant, 8, 30);
    await post(on, count);
    // Moved to the first day of last month, which the report compares with on any day.
    await on.asDatabaseOwner();
    await on.rows(`update public.stock_movements set at = at - interval '1 month' where document_id = $1`, count);
    await on.rows(
      `update public.stock_counts set posted_day = date_trunc('month', posted_day::date) - interval '1 month' where id = $1`,
      count,
    );
    await on.as(people.owner);
    expect(await counted()).toEqual([nowAtFirst, beforeAtFirst - 20]);
    await sellLate(on, shop, [line(shop.variant, 2)], 45);
    expect(await counted()).toEqual([nowAtFirst + 20, beforeAtFirst - 20]);
  });

  scenario('keeps its losses when the hours of the branch change', async (on) => {
    const shop = await shelf(on);
    await on.asDatabaseOwner();
    const day = await on.value<string>('select private.branch_today($1)::text', branches.zamalek);
    await on.as(people.owner);
    const lost = async () => {
      const { rows } = await on.call<{ rows: { kind: string; now: number }[] }>('report_profit_and_loss', {
        at_branch_ids: [branches.zamalek],
        period: `${day}..${day}`,
      });
      return Object.fromEntries(rows.filter(({ kind }) => ['counted', 'adjusted'].includes(kind)).map(({ kind, now }) => [kind, now]));
    };
    const before = await lost();
    const count = await begin(on, shop.product);
    await tally(on, count, shop.variant, 7, 30);
    await post(on, count);
    await postedEarlier(on, count, 1);
    await sellLate(on, shop, [line(shop.variant, 1)], 45);
    await on.call('post_stock_entry', {
      id: randomUUID(),
      kind: 'adjustment',
      reason: 'damaged',
      branch_id: branches.zamalek,
      lines: [{ variant_id: shop.variant, quantity: -1 }],
    });
    const after = await lost();
    expect(['counted', 'adjusted'].map((kind) => (after[kind] ?? 0) - (before[kind] ?? 0))).toEqual([-20, -10]);
    await on.asDatabaseOwner();
    // Fourteen hours ahead or twelve behind: one of them makes it another day.
    for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12']) {
      await on.rows('update public.branches set time_zone = $2 where id = $1', branches.zamalek, zone);
      await on.as(people.owner);
      expect(await lost()).toEqual(after);
      await on.asDatabaseOwner();
    }
  });
});
