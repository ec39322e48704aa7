import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { idOf } from '../fixtures.ts';
import { seed, seededRandom } from '../seeded-random.ts';
import { line as ordered, order } from './purchasing.ts';
import { customer, goods, line, sell } from './selling.ts';

const taxOf = (on: TestSession, args: Row = {}) =>
  on.call<{
    rows: Row[];
    figures: Record<string, { now: number; before: number }>;
    changed_lines: number;
    lacking_orders: number | null;
    lacking_expenses: number | null;
    branches: { id: string; tax_due: number }[] | null;
  }>('report_tax', {
    period: 'this_year',
    ...args,
  });

/** The same rows from the lines of all documents, without the shortcuts of the report. */
const fromDocuments = (on: TestSession, at_branch_ids: string[]) =>
  on.rows<Row>(
    `select x.kind, x.tax_rate_id, x.percentage, count(distinct x.id)::integer as documents, sum(x.net)::float as net_amount,
       sum(x.tax)::float as tax_amount, sum(x.net + x.tax)::float as with_tax
     from (
       select case when l.quantity < 0 then 'sale_returns' else 'sales' end as kind, s.id, l.tax_rate_id,
         case when l.tax_rate_id is not null then l.tax_percentage::numeric end as percentage, l.total - l.tax as net, l.tax
       from public.sales s join public.sale_lines l on l.sale_id = s.id
       where s.status = 'completed' and s.branch_id = any ($1) and s.business_day >= date_trunc('year', now())
       union all
       select 'purchases', o.id, i.tax_rate_id, i.tax_percentage, k.total,
         case when o.tax_by_product or o.tax_rate_id is not null then k.tax
           else a.tax * k.total / a.subtotal end
       from public.purchase_orders o join public.purchase_amounts a on a.purchase_order_id = o.id
       join public.purchase_items i on i.purchase_order_id = o.id join public.purchase_item_costs k on k.purchase_item_id = i.id
       where o.status = 'completed' and o.branch_id = any ($1) and o.ordered_on >= date_trunc('year', now())
       union all
       select 'purchase_returns', r.id, i.tax_rate_id, i.tax_percentage, -k.total, -k.tax
       from public.purchase_returns r join public.purchase_return_items i on i.purchase_return_id = r.id
       join public.purchase_return_item_costs k on k.purchase_return_item_id = i.id
       where r.voided_at is null and r.branch_id = any ($1) and r.business_day >= date_trunc('year', now())
       union all
       select 'expenses', e.id, e.tax_rate_id, e.tax_percentage, e.amount - e.tax, e.tax
       from public.expenses e
       where e.deleted_at is null and e.branch_id = any ($1) and e.spent_on >= date_trunc('year', now())) x
     group by 1, 2, 3`,
    at_branch_ids,
  );

const SUMS = ['output_tax', 'input_tax', 'tax_due'];
const byRate = (rows: Row[]) => {
  const key = ({ kind, tax_rate_id, percentage }: Row) => [kind, tax_rate_id, percentage].join();
  return rows
    .map(({ kind, tax_rate_id, percentage, documents, net_amount, tax_amount, with_tax }) => ({
      kind,
      tax_rate_id,
      percentage,
      documents,
      amounts: [net_amount, tax_amount, with_tax].map((amount) => Number(amount).toFixed(4)),
    }))
    .sort((one, other) => (key(one) < key(other) ? -1 : 1));
};

describe('the tax report', () => {
  scenario(`equals the documents of a random business, rate by rate (SEED=${seed})`, async (on) => {
    const roll = seededRandom(seed);
    const today = new Date().toISOString().slice(0, 10);
    const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T;
    await on.as(people.owner);
    const rates: (string | null)[] = [null];
    for (const [name, percentage, kind] of [
      ['Dice 15', 15, 'standard'],
      ['Dice 5', 5, 'reduced'],
      ['Dice zero', 0, 'zero_rated'],
    ] as const)
      rates.push(
        await on.value<string>(
          'insert into public.tax_rates (name, percentage, kind) values ($1, $2, $3) returning id',
          name,
          percentage,
          kind,
        ),
      );
    const shelf: string[] = [];
    for (const tax_rate_id of rates) shelf.push((await goods(on, 500, { price: 19.99, tax_rate_id })).variant);
    const customer_id = await customer(on);
    const sold: string[] = [];
    for (let n = 0; n < 60; n++) {
      if (n === 20) await on.rows('update public.tax_rates set percentage = 6 where id = $1', rates[2]);
      if (n === 30) await on.rows('update public.business set prices_include_tax = true, sale_tax_rate_id = $1', rates[1]);
      const lines = Array.from({ length: 1 + roll(3) }, () =>
        line(pick(shelf), 1 + roll(3), roll(5) === 0 ? { tax_rate_id: pick(rates) } : {}),
      );
      const left = await on.rows<Row>(
        'select id, quantity - returned as left from public.sale_lines where sale_id = any ($1) and quantity > returned',
        sold,
      );
      const back = left.length > 0 && roll(3) === 0 ? [{ returns_line_id: pick(left).id, quantity: 1 }] : [];
      const { id } = await sell(on, [...(back.length > 0 && roll(2) === 0 ? [] : lines), ...back], {
        customer_id,
        tax_reason: 'Dice',
        ...(roll(6) === 0 ? { tax_rate_id: pick(rates) } : {}),
      });
      if (back.length === 0) sold.push(id);
    }
    for (const status of ['completed', 'pending']) {
      for (const tax_rate_id of rates)
        await order(on, [ordered(pick(shelf), 1 + roll(5), 10 + roll(90))], {
          status,
          ordered_on: today,
          ...(tax_rate_id ? { tax_rate_id } : { tax: 1.5 }),
        });
      for (let n = 0; n < 3; n++)
        await order(
          on,
          shelf.map((variant) => ordered(variant, 1 + roll(5), 1.11 + roll(90))),
          { status, ordered_on: today, tax_by_product: true },
        );
    }
    // Pieces of every order go back, and some without a receipt; a few of these returns are voided.
    const receipts = await on.rows<{ id: string; supplier_id: string }>(
      `select r.id, o.supplier_id from public.receipts r join public.purchase_orders o on o.id = r.purchase_order_id
       where r.branch_id = $1 and exists (select from public.receipt_items i where i.receipt_id = r.id and i.variant_id = any ($2)) order by r.id`,
      branches.zamalek,
      shelf,
    );
    expect(receipts.length).toBeGreaterThan(5);
    for (const { id: receipt_id, supplier_id } of receipts) {
      const { goods: came } = await on.call<{ goods: Row[] }>('returnable_goods', { receipt_id });
      const { id } = await on.call<{ id: string }>('record_purchase_return', {
        id: crypto.randomUUID(),
        header: { supplier_id, branch_id: branches.zamalek, reason: 'unsold' },
        lines: [
          ...came.map((row) => ({
            variant_id: row.variant_id,
            quantity: 1 + roll(Number(row.left)),
            receipt_item_id: row.receipt_item_id,
          })),
          { variant_id: pick(shelf), quantity: 1, unit_cost: 1 + roll(50) },
        ],
      });
      if (roll(4) === 0) await on.call('void_purchase_return', { id, reason: 'Dice' });
    }
    for (const tax_rate_id of rates)
      await on.call('save_expense', {
        id: crypto.randomUUID(),
        expense: {
          branch_id: branches.zamalek,
          amount: 10 + roll(1000),
          tax_rate_id,
          spent_on: today,
          category_id: await idOf(on, 'expense_categories', 'Rent'),
        },
      });

    for (const at_branch_ids of [Object.values(branches), [branches.zamalek], [branches.maadi]]) {
      const { rows, figures, changed_lines } = await taxOf(on, { at_branch_ids });
      const documents = await fromDocuments(on, at_branch_ids);
      expect(byRate(rows.filter(({ kind }) => !SUMS.includes(String(kind))))).toEqual(byRate(documents));
      const tax = (...kinds: string[]) =>
        documents.filter(({ kind }) => kinds.includes(String(kind))).reduce((sum, row) => sum + Number(row.tax_amount), 0);
      const [output, input] = [tax('sales', 'sale_returns'), tax('purchases', 'purchase_returns', 'expenses')];
      expect(SUMS.map((name) => figures[name]?.now.toFixed(2))).toEqual([output, input, output - input].map((sum) => sum.toFixed(2)));
      expect(SUMS.map((name) => rows.find(({ kind }) => kind === name)?.tax_amount)).toEqual(SUMS.map((name) => figures[name]?.now));
      expect(changed_lines).toBe(
        await on.value(
          `select count(*)::integer from public.sale_lines l join public.sales s on s.id = l.sale_id
           where l.tax_changed and s.branch_id = any ($1) and s.business_day >= date_trunc('year', now())`,
          at_branch_ids,
        ),
      );
      // The rows behind each figure of sales add up to it.
      for (const { kind, tax_rate_id, percentage, tax_amount, with_tax } of rows.filter(
        ({ kind }) => kind === 'sales' || kind === 'sale_returns',
      )) {
        const totals = await on.call<Row>('sale_line_totals', {
          at_branch_ids,
          sold: 'this_year',
          goods: [kind === 'sales' ? 'sold' : 'returned'],
          filters: { tax_rate: [tax_rate_id ?? ''], ...(percentage === null ? {} : { tax_percentage: [String(percentage)] }) },
        });
        expect([totals.tax, totals.total], `${String(kind)} ${String(tax_rate_id)}`).toEqual([tax_amount, with_tax]);
      }
      for (const { tax_rate_id, documents: orders } of rows.filter(({ kind }) => kind === 'purchases')) {
        const totals = await on.call<Row>('purchase_totals', {
          at_branch_ids,
          ordered: 'this_year',
          statuses: ['completed'],
          tax_rate_ids: [tax_rate_id],
        });
        // Those taxed by product have lines of other rates too.
        expect(totals.count).toBe(orders);
      }
      for (const { tax_rate_id, tax_amount, with_tax } of rows.filter(({ kind }) => kind === 'expenses')) {
        const totals = await on.call<Row>('expense_totals', { at_branch_ids, spent: 'this_year', tax_rate_ids: [tax_rate_id] });
        expect([totals.tax, totals.amount]).toEqual([tax_amount, with_tax]);
      }
    }
  });

  scenario('tells the tax of each branch, which add up to the whole', async (on) => {
    await on.as(people.owner);
    const whole = await taxOf(on);
    expect(whole.branches?.length).toBeGreaterThan(1);
    for (const { id, tax_due } of whole.branches ?? []) {
      const alone = await taxOf(on, { at_branch_ids: [id] });
      expect([alone.figures.tax_due?.now, alone.branches]).toEqual([tax_due, null]);
    }
    const sum = (whole.branches ?? []).reduce((all, { tax_due }) => all + tax_due, 0);
    expect(sum.toFixed(2)).toBe(whole.figures.tax_due?.now.toFixed(2));
  });

  scenario('counts the orders and expenses with tax whose supplier has no tax number', async (on) => {
    await on.as(people.owner);
    const at_branch_ids = [branches.zamalek];
    const { variant } = await goods(on, 10);
    const tax_rate_id = await on.value<string>(`insert into public.tax_rates (name, percentage) values ('Quagga', 14) returning id`);
    const supplier = (name: string, tax_number: string | null) =>
      on.value<string>('insert into public.suppliers (name, tax_number) values ($1, $2) returning id', name, tax_number);
    const [known, unknown] = [await supplier('Quagga Mills', '123456789'), await supplier('Quagga Leather', null)];
    const ordered_on = new Date().toISOString().slice(0, 10);
    const listed = async (lacks_tax_number: boolean) => {
      const of = { at_branch_ids, lacks_tax_number, page_size: 500 };
      return [
        (await on.table('purchase_page', { ...of, ordered: 'this_year', statuses: ['completed'] })).length,
        (await on.table('expense_page', { ...of, spent: 'this_year' })).length,
      ];
    };
    const told = async () => {
      const { lacking_orders, lacking_expenses } = await taxOf(on, { at_branch_ids });
      return [lacking_orders, lacking_expenses];
    };
    const before = [await listed(true), await listed(false)];
    expect(await told()).toEqual(before[0]);
    for (const supplier_id of [known, unknown])
      for (const purchase of [{ tax_rate_id }, { tax: 0 }, { tax_rate_id, status: 'pending' }])
        await order(on, [ordered(variant, 1, 100)], { supplier_id, ordered_on, status: 'completed', ...purchase });
    for (const [supplier_id, rate] of [
      [known, tax_rate_id],
      [unknown, tax_rate_id],
      [null, tax_rate_id],
      [null, null],
    ])
      await on.call('save_expense', {
        id: crypto.randomUUID(),
        expense: { branch_id: branches.zamalek, amount: 114, spent_on: ordered_on, supplier_id, tax_rate_id: rate },
      });
    const added = (counts: number[], at: 0 | 1) => counts.map((count, of) => count - Number(before[at]?.[of]));
    expect(added(await listed(true), 0)).toEqual([1, 2]);
    expect(added(await listed(false), 1)).toEqual([3, 2]);
    expect(await told()).toEqual(await listed(true));
    await on.rows(`update public.suppliers set tax_number = '987654321' where id = $1`, unknown);
    expect(added((await told()) as number[], 0)).toEqual([0, 1]);
    await on.as(people.cashier);
    expect(await on.refused(() => on.call('purchase_totals', { lacks_tax_number: true }))).toMatchObject({ message: 'permission_missing' });
  });

  scenario('compares a quarter with the one before, and needs the permission for costs', async (on) => {
    await on.as(people.owner);
    const { figures } = await taxOf(on, { period: 'last_quarter' });
    expect(Object.keys(figures).sort()).toEqual([...SUMS].sort());
    await on.as(people.cashier);
    expect(await on.refused(() => taxOf(on))).toMatchObject({ message: 'permission_missing' });
  });
});
