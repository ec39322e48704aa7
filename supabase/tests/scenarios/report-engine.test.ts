/* The engine of reports: any two headings, measures, filters and comparisons. */
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { stocked } from '../fixtures.ts';
import { goods, line, paying, sell, sellForCash } from './selling.ts';

const { zamalek, nasrCity } = branches;

type Figure = number | null;
interface ReportRow extends Row {
  id: string;
  name: string | null;
  cells: Figure[];
  cells_before: Figure[];
}
interface Report {
  from: string;
  to: string;
  before_from: string | null;
  before_to: string | null;
  count: number;
  figures: Record<string, { now: Figure; before: Figure; change: Figure }>;
  totals: Record<string, Figure>;
  rows: ReportRow[];
  columns: { id: string; name: string | null; now: Figure; before: Figure; change: Figure }[];
}
const GOODS = ['product', 'variant', 'color', 'size', 'category', 'brand', 'supplier'];
const HEADINGS = {
  sales: ['day', 'week', 'month', 'weekday', 'hour', 'branch', 'salesperson', 'customer', 'discount_reason', 'goods', ...GOODS],
  purchases: ['day', 'week', 'month', 'branch', 'supplier'],
  expenses: ['day', 'week', 'month', 'branch', 'supplier', 'expense_category'],
  cash_flow: ['day', 'week', 'month', 'branch', 'payment_method', 'kind'],
  methods: ['day', 'week', 'month', 'branch', 'payment_method'],
  cashiers: ['day', 'week', 'month', 'branch', 'salesperson'],
  deliveries: ['day', 'week', 'month', 'branch', 'purchase_order', ...GOODS],
  movements: ['branch', 'moving', ...GOODS],
  stock: ['branch', ...GOODS],
  stock_age: ['branch', ...GOODS],
};
/** Sums, which add up over any heading. */
const SUMS = {
  sales: ['pieces', 'sales', 'returns', 'net', 'tax', 'discount', 'goods_cost', 'margin', 'without_cost'],
  purchases: ['orders', 'pieces', 'received', 'total', 'paid', 'remaining'],
  expenses: ['count', 'amount', 'tax', 'paid', 'remaining'],
  cash_flow: ['payments', 'taken', 'given_back', 'corrected', 'to_suppliers', 'from_suppliers', 'for_expenses', 'left_over'],
  methods: ['payments', 'taken', 'given_back', 'corrected', 'net_payments', 'fees', 'after_fees'],
  cashiers: ['invoices', 'net', 'discounted', 'discount', 'returns', 'voided', 'voided_total', 'shifts', 'drawer', 'short'],
  deliveries: ['received', 'gone', 'rest'],
  movements: ['at_start', 'purchased', 'sold', 'returned', 'transferred', 'adjusted', 'undone', 'at_end', 'net_sold'],
  stock: ['pieces', 'value', 'price', 'without_cost'],
  stock_age: ['pieces', 'd0_30', 'd31_90', 'd91_180', 'd181_365', 'over_365'],
};
const FACTS = [
  'sales',
  'purchases',
  'expenses',
  'cash_flow',
  'methods',
  'cashiers',
  'deliveries',
  'movements',
  'stock',
  'stock_age',
] as const;
type Fact = (typeof FACTS)[number];

const report = (on: TestSession, fact: Fact, { period, ...rest }: Row = {}): Promise<Report> =>
  on.call<Report>(`report_${fact}`, { row_limit: 10_000, ...rest, ...(!fact.startsWith('stock') && period !== undefined && { period }) });
const added = (figures: readonly unknown[]) =>
  Math.round(figures.reduce<number>((sum, one) => sum + Number(one ?? 0), 0) * 10_000) / 10_000;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** A sale of two products, one of them returned, and a sale with a discount. */
async function traded(on: TestSession) {
  const [first, second] = [await goods(on, 50, { price: 100, purchase_price: 60 }), await goods(on, 50, { price: 40 })];
  const sale = await sellForCash(on, [line(first.variant, 2), line(second.variant, 1)]);
  const [bought] = await on.rows<{ id: string }>('select id from public.sale_lines where sale_id = $1 order by position', sale.id);
  await sell(on, [{ returns_line_id: bought?.id, quantity: 1 }], {}, [await paying(on, -100)]);
  await sellForCash(on, [line(second.variant, 3)], { discount: 10, discount_reason: 'Display piece', sold_at: ago(1) });
  return { first, second };
}

describe('the engine of reports', () => {
  scenario('adds up rows, columns and cells to the same total under every two headings', async (on) => {
    await traded(on);
    await on.as(people.owner);
    for (const fact of FACTS)
      for (const [index, group_by] of HEADINGS[fact].entries())
        for (const columns_by of [null, ...HEADINGS[fact].slice(index + 1)]) {
          const measure = SUMS[fact][index % SUMS[fact].length]!;
          const shown = await report(on, fact, { period: 'last_30_days', group_by, columns_by, measure });
          const about = `${fact} by ${group_by} and ${columns_by}`;
          expect([about, shown.rows.length]).toEqual([about, shown.count]);
          for (const sum of SUMS[fact])
            expect([about, sum, added(shown.rows.map((row) => row[sum]))]).toEqual([about, sum, shown.totals[sum] ?? 0]);
          expect([about, added(shown.rows.map(({ before }) => before))]).toEqual([about, shown.totals.before ?? 0]);
          if (columns_by === null || shown.columns.length === 60) continue;
          for (const row of shown.rows) {
            expect([about, row.id, added(row.cells)]).toEqual([about, row.id, row[measure] ?? 0]);
            expect([about, row.id, added(row.cells_before)]).toEqual([about, row.id, row.before ?? 0]);
          }
          for (const [column, { id, now }] of shown.columns.entries())
            expect([about, id, added(shown.rows.map(({ cells }) => cells[column]))]).toEqual([about, id, now ?? 0]);
        }
  });

  scenario('counts a sale once in the total, and once in each of its rows', async (on) => {
    const { first, second } = await traded(on);
    const period = 'today';
    const by = async (group_by: string, columns_by: string | null = null) =>
      report(on, 'sales', { period, group_by, columns_by, measure: 'invoices', at_branch_ids: [zamalek] });
    const { invoices } = (await by('branch')).totals;
    for (const group_by of HEADINGS.sales) expect([group_by, (await by(group_by)).totals.invoices]).toEqual([group_by, invoices]);
    const products = await by('product', 'goods');
    const of = (id: string) => products.rows.find((row) => row.id === id)!;
    const column = products.columns.map(({ id }) => id);
    expect(of(first.product)).toMatchObject({ invoices: 2 });
    expect(of(second.product)).toMatchObject({ invoices: 1 });
    expect(of(first.product).cells[column.indexOf('returned')]).toBe(1);
    expect(of(second.product).cells[column.indexOf('returned')]).toBeNull();
    // Across goods the same sale counts once, so a column is not the sum of its cells.
    expect(products.columns.find(({ id }) => id === 'sold')!.now).toBeLessThan(
      added(products.rows.map(({ cells }) => cells[column.indexOf('sold')])),
    );
  });

  scenario('shows under a filter exactly what the row of that heading shows', async (on) => {
    await traded(on);
    await on.as(people.owner);
    for (const fact of FACTS)
      for (const group_by of HEADINGS[fact].filter((heading) => !['day', 'week', 'month'].includes(heading))) {
        const all = await report(on, fact, { period: 'last_30_days', group_by });
        for (const row of all.rows.slice(0, 4)) {
          const { totals } = await report(on, fact, { period: 'last_30_days', filters: { [group_by]: [row.id] } });
          for (const sum of [...SUMS[fact], 'before'])
            expect([group_by, row.id, sum, totals[sum] ?? 0]).toEqual([group_by, row.id, sum, row[sum] ?? 0]);
        }
      }
  });

  scenario('filters by everything below a category and by a method that paid a part', async (on) => {
    const { first } = await traded(on);
    const parent = await on.value<string>(`insert into public.categories (name) values ('Everything') returning id`);
    const child = await on.value<string>(`insert into public.categories (name, parent_id) values ('Some', $1) returning id`, parent);
    await on.asDatabaseOwner();
    await on.rows('update public.products set category_id = $2 where id = $1', first.product, child);
    await on.as(people.owner);
    const of = async (filters: Row) => (await report(on, 'sales', { period: 'today', filters })).totals;
    expect(await of({ below_category: [parent] })).toMatchObject({ pieces: 1, net: 100 });
    expect(await of({ category: [parent] })).toMatchObject({ pieces: 0, net: 0 });
    const [cash, card] = await Promise.all(
      ['Cash', 'Card'].map((name) => on.value<string>('select id from public.payment_methods where name = $1', name)),
    );
    expect(await of({ payment_method: [cash], product: [first.product] })).toMatchObject({ pieces: 1 });
    expect(await of({ payment_method: [card], product: [first.product] })).toMatchObject({ pieces: 0 });
  });

  scenario('compares with the days before, the same days last year, chosen days or none', async (on) => {
    const { variant } = await goods(on, 50, { price: 100 });
    await on.asDatabaseOwner();
    await on.rows(`update public.business set sales_from = '2020-01-01'`);
    await on.as(people.owner);
    for (const [sold_at, quantity] of [
      ['2024-02-29T10:00:00Z', 1],
      ['2024-03-31T10:00:00Z', 2],
      ['2025-02-28T10:00:00Z', 3],
      ['2025-03-31T10:00:00Z', 4],
    ] as const)
      await sellForCash(on, [line(variant, quantity)], { sold_at });
    const of = (period: string, compare: string, group_by = 'month') =>
      report(on, 'sales', { at_branch_ids: [zamalek], period, compare, group_by, measure: 'pieces', filters: { variant: [variant] } });
    const march = await of('2025-02-01..2025-03-31', 'last_year');
    expect([march.before_from, march.before_to]).toEqual(['2024-02-01', '2024-03-31']);
    expect(march.rows.map(({ id, pieces, before }) => [id, pieces, before])).toEqual([
      ['2025-03-01', 4, 2],
      ['2025-02-01', 3, 1],
    ]);
    // The 29th of February counts under the 28th of the year after.
    const days = await of('2025-02-01..2025-02-28', 'last_year', 'day');
    expect(days.rows[0]).toMatchObject({ id: '2025-02-28', pieces: 3, before: 1, change: 200 });
    expect(days.rows).toHaveLength(28);
    const compared = async (period: string, compare = 'last_year') => {
      const { before_from, before_to } = await of(period, compare, 'day');
      return [before_from, before_to];
    };
    expect(await compared('2024-02-28..2024-02-28')).toEqual(['2023-02-28', '2023-02-28']);
    expect(await compared('2024-02-22..2024-02-29')).toEqual(['2023-02-22', '2023-02-28']);
    expect(await compared('2025-02-28..2025-02-28')).toEqual(['2024-02-28', '2024-02-28']);
    expect(await compared('2024-02-01..2024-02-29')).toEqual(['2023-02-01', '2023-02-28']);
    expect((await of('2025-03-01..2025-03-31', '2024-02-01..2024-02-29')).totals).toMatchObject({ pieces: 4, before: 1 });
    expect((await of('2025-03-01..2025-03-31', 'before')).totals).toMatchObject({ pieces: 4, before: 3 });
    expect((await of('2025-03-01..2025-03-31', 'none')).totals).toMatchObject({ pieces: 4, before: 0, change: null });
    // A period that has not begun is compared with all of the other one.
    const next = new Date().getUTCFullYear() + 1;
    expect((await of(`${next}-03-01..${next}-03-31`, '2025-03-01..2025-03-31')).totals).toMatchObject({ pieces: 0, before: 4 });
    expect(await on.refused(() => of('this_month', 'ever'))).toMatchObject({ message: 'period_unknown' });
  });

  scenario('includes the known costs of a sale with a piece of unknown cost, and counts that piece', async (on) => {
    const known = await goods(on, 10, { price: 100, purchase_price: 60 });
    const unknown = await goods(on, 10, { price: 40 });
    const branch = nasrCity;
    await stocked(on, people.owner, branch, [
      [known.variant, 5],
      [unknown.variant, 5],
    ]);
    const before = (await report(on, 'sales', { at_branch_ids: [branch], period: 'today' })).totals;
    await sellForCash(on, [line(known.variant, 1), line(unknown.variant, 2)], { branch_id: branch });
    const after = (await report(on, 'sales', { at_branch_ids: [branch], period: 'today' })).totals;
    const more = (measure: string) => Number(after[measure] ?? 0) - Number(before[measure] ?? 0);
    expect(['net', 'goods_cost', 'margin', 'without_cost'].map(more)).toEqual([180, 60, 40, 2]);
    const account = await on.call<Row>('report_profit_and_loss', { at_branch_ids: [branch], period: 'today' });
    expect(account.without_cost).toBe(after.without_cost);
  });

  scenario('refuses unknown headings, measures and filters, and what the caller may not see', async (on) => {
    await on.as(people.owner);
    for (const wrong of [
      { group_by: 'ever' },
      { columns_by: 'ever' },
      { columns_by: 'day' },
      { measure: 'ever' },
      { filters: [] },
      { filters: { ever: ['1'] } },
      { filters: { branch: 'no list' } },
      { filters: { branch: ['no id'] } },
      { filters: { hour: ['noon'] } },
      { filters: { day: ['2026-11-01'] } },
    ])
      expect([wrong, await on.refused(() => report(on, 'sales', wrong))]).toMatchObject([wrong, { message: 'value_invalid' }]);
    await on.revokePermission(people.accountant, 'contacts.customers.view');
    await on.revokePermission(people.accountant, 'inventory.costs.view');
    await on.as(people.accountant);
    for (const hidden of [{ group_by: 'customer' }, { columns_by: 'customer' }, { filters: { customer: [people.owner] } }])
      expect([hidden, await on.refused(() => report(on, 'sales', hidden))]).toMatchObject([hidden, { message: 'permission_missing' }]);
    expect(await on.refused(() => report(on, 'sales', { measure: 'margin' }))).toMatchObject({ message: 'value_invalid' });
    const { totals, figures } = await report(on, 'sales');
    for (const measure of ['uncosted', 'goods_cost', 'margin', 'margin_rate', 'without_cost']) {
      expect(totals).not.toHaveProperty(measure);
      expect(figures).not.toHaveProperty(measure);
    }
  });
});

interface Line extends Row {
  id: string;
  product_id: string;
  quantity: number;
  margin: number | null;
}
interface LineTotals extends Row {
  count: number;
  by_goods: Record<'sold' | 'returned', number>;
}

describe('the lines of sales', () => {
  scenario('add up to the figure of the report that they are behind', async (on) => {
    await traded(on);
    await on.as(people.owner);
    for (const group_by of HEADINGS.sales.filter((heading) => !['day', 'week', 'month'].includes(heading))) {
      const { rows } = await report(on, 'sales', { period: 'last_30_days', group_by });
      for (const row of rows.slice(0, 3)) {
        const filters = { [group_by]: [row.id] };
        const behind = await on.call<LineTotals>('sale_line_totals', { sold: 'last_30_days', filters });
        expect([group_by, row.id, behind.pieces, behind.total, behind.tax, behind.discount, behind.margin]).toEqual([
          group_by,
          row.id,
          row.pieces,
          row.net,
          row.tax,
          row.discount,
          row.margin ?? 0,
        ]);
        const page = await on.table<Line>('sale_line_page', { sold: 'last_30_days', filters, page_size: 1000 });
        expect([group_by, page.length]).toEqual([group_by, Math.min(behind.count, 1000)]);
      }
    }
  });

  scenario('are found by the number of the sale or the product, and limited to what the caller may see', async (on) => {
    const { first } = await traded(on);
    const name = await on.value<string>('select name from public.products where id = $1', first.product);
    const found = await on.table<Line>('sale_line_page', { words: name, sold: 'today' });
    expect(found.map(({ product_id, quantity }) => [product_id, quantity])).toEqual([
      [first.product, -1],
      [first.product, 2],
    ]);
    expect(found.map(({ margin }) => margin)).toEqual([-40, 80]);
    expect(await on.call<LineTotals>('sale_line_totals', { words: name, sold: 'today', goods: ['sold'] })).toMatchObject({
      count: 1,
      pieces: 2,
      by_goods: { sold: 1, returned: 1 },
    });
    expect(await on.refused(() => on.table('sale_line_page', { filters: { month: ['2026-11-01'] } }))).toMatchObject({
      message: 'value_invalid',
    });
    await on.as(people.cashier);
    expect(await on.table<Line>('sale_line_page', { at_branch_ids: [nasrCity] })).toEqual([]);
    const [own] = await on.table<Line>('sale_line_page', { words: name, sold: 'today' });
    expect(own).toMatchObject({ margin: null, unit_cost: null });
  });
});
