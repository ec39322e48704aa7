import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { makeProduct, onHand, stocked } from '../fixtures.ts';
import { readCsv } from '../../functions/import/csv.ts';
import { suggestMapping } from '../../functions/import/heads.ts';
import { readRows } from '../../functions/import/rows.ts';
import { SheetWriter } from '../../functions/import/sheet.ts';
import { readCase } from '../import-cases/read.ts';
import { customer, line, paying, sell } from './selling.ts';

interface Report {
  id: string;
  status: string;
  sales: Row;
  lines: number;
  pieces: number;
  returned: number;
  amount: number;
  paid: number;
  problem_count: number;
  problems: { row: number; column: string; code: string; found: string | null; expected: Row }[];
  unknown: { kind: string; name: string }[];
}

const run = (on: TestSession, rows: Row[], options: Row = {}, dry = false, id = randomUUID()) =>
  on.call<Report>('import_sheet', {
    kind: 'sales',
    id,
    rows: rows.map((row, index) => ({ row: index + 2, ...row })),
    options: { file_name: 'kite.csv', ...options },
    dry_run: dry,
  });
const check = (on: TestSession, rows: Row[], options: Row = {}) => run(on, rows, options, true);
const codes = ({ problems }: Report) => problems.map(({ row, column, code }) => `${row} ${column} ${code}`);
const sales = (on: TestSession, columns = 's.reference, s.type, s.total, s.paid, s.status') =>
  on.rows(
    `select ${columns} from public.sales s join public.branches b on b.id = s.branch_id where s.till = 'IMPORT' order by s.sold_at, s.number`,
  );

/**
 * A mug at 4 and a shirt at 100 in two sizes, with that many of each in stock in Zamalek; the owner stays the
 * current user.
 */
async function goods(on: TestSession, pieces = 50, by_measure = false): Promise<{ mug: string; shirts: string[] }> {
  await on.as(people.owner);
  const sizes = await on.rows<{ id: string }>(`select id from public.sizes where name in ('M', 'L') order by name desc`);
  const mug = await makeProduct(on, { name: 'Kite mug', name_ar: 'كوب كايت', price: 4, max_discount: 50, by_measure }, [
    { sku: 'KITE-MUG', barcode: '4006381333931' },
  ]);
  const shirt = await makeProduct(
    on,
    { name: 'Kite shirt', by_measure },
    sizes.map(({ id }, index) => ({ size_id: id, sku: `KITE-${index}` })),
  );
  await stocked(
    on,
    people.owner,
    branches.zamalek,
    [...mug.variants, ...shirt.variants].map((variant) => [variant, pieces]),
  );
  return { mug: mug.variants[0] ?? '', shirts: shirt.variants };
}

const head = { reference: 'K-1', branch: 'ZAM', sold_at: '2026-10-01 14:05' };
const mugs = (quantity: number, rest: Row = {}): Row => ({
  ...head,
  sku: 'KITE-MUG',
  quantity: String(quantity),
  ...(quantity > 0 ? { unit_price: '4' } : {}),
  ...rest,
});

describe('an import of sales', () => {
  scenario('applies what its dry run reported, paid in cash, and changes nothing when repeated', async (on) => {
    const { mug } = await goods(on);
    const file = [
      { ...head, barcode: '4006381333931', quantity: '10', unit_price: '4.1', discount: '1', notes: 'Kite note' },
      { reference: 'K-1', product: 'kite SHIRT', size: 'm', quantity: '2', unit_price: '100' },
      { ...head, reference: 'K-2', branch: 'Zamalek', till: 'Pos-7', sku: 'KITE-MUG', quantity: '1', unit_price: '4', salesperson: 'Hoda' },
    ];
    await on.asDatabaseOwner();
    await on.rows(`update public.profiles set name = 'Hoda' where id = $1`, people.cashier);
    await on.as(people.owner);
    const reported = await check(on, file);
    expect(reported).toMatchObject({
      status: 'checked',
      sales: { create: 2, update: 0, skip: 0 },
      lines: 3,
      pieces: 13,
      returned: 0,
      amount: 244,
      paid: 244,
      problem_count: 0,
    });
    expect([await onHand(on, mug, branches.zamalek), await sales(on)]).toEqual([50, []]);
    const done = await run(on, file);
    expect(done).toMatchObject({ ...reported, id: done.id, status: 'applied' });
    expect(await onHand(on, mug, branches.zamalek)).toBe(39);
    expect(
      await on.rows(`select s.number, s.reference, s.business_day::text, s.subtotal, s.discount, s.total, s.paid, s.note, s.salesperson_id, m.name as method
      from public.sales s join public.sale_payments p on p.sale_id = s.id join public.payment_methods m on m.id = p.payment_method_id where s.reference like 'K-%' order by s.reference`),
    ).toMatchObject([
      {
        number: expect.stringMatching(/^SA-ZAM-IMPORT-\d{4}-0001$/) as string,
        reference: 'K-1',
        business_day: '2026-10-01',
        subtotal: 241,
        discount: 1,
        total: 240,
        paid: 240,
        note: 'Kite note',
        salesperson_id: people.owner,
        method: 'Cash',
      },
      {
        number: expect.stringMatching(/^SA-ZAM-POS7-\d{4}-0001$/) as string,
        reference: 'K-2',
        total: 4,
        paid: 4,
        salesperson_id: people.cashier,
      },
    ]);
    expect(await run(on, file)).toMatchObject({ status: 'applied', sales: { create: 0, skip: 2 }, lines: 0, amount: 0, paid: 0 });
    expect(await onHand(on, mug, branches.zamalek)).toBe(39);
    expect(
      await on.rows(
        'select kind, created_count, skipped_count, branch_ids from public.imports where created_at = now() order by skipped_count',
      ),
    ).toEqual([
      { kind: 'sales', created_count: 2, skipped_count: 0, branch_ids: [branches.zamalek] },
      { kind: 'sales', created_count: 0, skipped_count: 2, branch_ids: [] },
    ]);
  });

  scenario('recognises a sale already sent by its till, and reports where the file differs', async (on) => {
    const { mug } = await goods(on);
    const sold = await sell(on, [line(mug, 3, { unit_price: 4 })], { till: 'IMPORT', reference: 'K-1', sold_at: '2026-10-01T12:00:00Z' }, [
      await paying(on, 12),
    ]);
    expect(await check(on, [mugs(1), mugs(2, { unit_price: '4' })])).toMatchObject({ sales: { create: 0, skip: 1 }, problem_count: 0 });
    for (const other of [
      mugs(4),
      mugs(3, { unit_price: '3' }),
      mugs(3, { discount: '1' }),
      mugs(3, { sold_at: '2026-10-02' }),
      { ...mugs(3), sku: 'KITE-0' },
    ]) {
      expect((await check(on, [other])).problems).toMatchObject([
        { row: 2, column: 'reference', code: 'sale_differs', found: 'K-1', expected: { number: sold.number } },
      ]);
    }
    expect(await check(on, [mugs(4, { till: '2' })])).toMatchObject({ sales: { create: 1 } });
  });

  scenario('is checked at the default group’s price if the customer’s price group is inactive', async (on) => {
    await goods(on);
    const group = randomUUID();
    await on.rows(`insert into public.price_groups (id, name, percentage, active) values ($1, 'Kite double', 100, false)`, group);
    await customer(on, { name: 'Kite regular', price_group_id: group });
    const bought = (discount: string) => check(on, [mugs(1, { customer: 'Kite regular', discount })]);
    expect(codes(await bought('4.5'))).toEqual(['2 discount discount_over_line']);
    expect(await bought('1')).toMatchObject({ problem_count: 0, amount: 3 });
  });

  scenario('reports every problem by row and column', async (on) => {
    await goods(on);
    await makeProduct(on, { name: 'Kite kept', branch_id: branches.maadi }, [{ sku: 'KITE-KEPT' }]);
    await makeProduct(on, { name: 'Kite gone', active: false }, [{ sku: 'KITE-GONE' }]);
    await on.rows(`insert into public.payment_methods (name, active) values ('Kite cheque', false)`);
    await customer(on, { name: 'Kite asleep', active: false });
    await on.rows(`insert into public.tax_rates (name, percentage) values ('Kite tax', 7.5)`);
    const good = (rest: Row) => ({ ...mugs(1), ...rest });
    const report = await check(on, [
      good({ reference: undefined }),
      good({ reference: 'b', sold_at: undefined }),
      good({ reference: 'c', sold_at: '2099-01-01' }),
      good({ reference: 'd', branch: 'Nowhere' }),
      good({ reference: 'e', till: 'Main register' }),
      good({ reference: 'f', customer: 'Kite asleep' }),
      good({ reference: 'g', phone: '+20 999 000' }),
      good({ reference: 'h', sku: undefined }),
      good({ reference: 'i', sku: 'KITE-GONE' }),
      good({ reference: 'j', sku: 'KITE-KEPT' }),
      good({ reference: 'k', sku: 'no such' }),
      good({ reference: 'l', quantity: '0' }),
      good({ reference: 'm', quantity: undefined }),
      good({ reference: 'n', discount: '0.001' }),
      good({ reference: 'o', discount: '-1' }),
      good({ reference: 'p', discount: '4.01' }),
      good({ reference: 'q', sale_discount: '4.01' }),
      good({ reference: 'r', unit_price: '5000000000' }),
      good({ reference: 's', payment_method: 'Kite cheque' }),
      good({ reference: 't', payment_method: 'Kite shells' }),
      good({ reference: 'u', tax_rate: '9' }),
      good({ reference: 'v' }),
      good({ reference: 'v', sold_at: '2026-10-05', tax_rate: '7.5', sale_discount: '1', salesperson: 'Nobody' }),
      good({ reference: '6.22E+12', quantity: 'x' }),
      good({ reference: 'w', sold_at: '31/02/2026', unit_price: '-1' }),
      good({ reference: 'x', customer: 'Kite newcomer' }),
      good({ reference: 'y', tax_rate: '7.5' }),
      good({ reference: 'y', tax_rate: 'Kite tax' }),
    ]);
    expect(codes(report)).toEqual([
      '2 reference required',
      '3 sold_at required',
      '4 sold_at sold_in_future',
      '5 branch branch_unknown',
      '6 till till_invalid',
      '7 customer customer_inactive',
      '8 phone customer_unknown',
      '9 product item_missing',
      '10 product off_sale',
      '11 branch product_kept_by_branch',
      '12 sku item_unknown',
      '13 quantity quantity_none',
      '14 quantity required',
      '15 discount too_many_decimals',
      '16 discount number_negative',
      '17 discount discount_over_line',
      '18 sale_discount discount_over_sale',
      '19 unit_price line_over_limit',
      '20 payment_method payment_method_inactive',
      '21 payment_method name_missing',
      '22 tax_rate tax_rate_unknown',
      '24 salesperson name_missing',
      '24 sold_at sale_row_differs',
      '25 quantity number_invalid',
      '25 reference code_scientific',
      '26 sold_at date_invalid',
      '26 unit_price number_negative',
      '27 customer name_unknown',
    ]);
    expect(report.unknown).toMatchObject([{ kind: 'customers', name: 'Kite newcomer' }]);
  });
});

scenario('a sale of more than 5,000 lines is reported as a problem of its reference', async (on) => {
  await goods(on, 6000);
  const rows = Array.from({ length: 5001 }, () => ({
    reference: 'Kite day',
    sold_at: '2026-10-01',
    sku: 'KITE-MUG',
    quantity: '1',
    unit_price: '4',
  }));
  expect(codes(await check(on, rows, { branch_id: branches.zamalek }))).toEqual(['2 reference sale_too_long']);
});

describe('the file of a real shop', () => {
  /* Lines of 24 invoices of “Online Retail” (D. Chen, UCI Machine Learning Repository, doi 10.24432/C5BW33, CC
     BY 4.0): complete invoices, except 536381 and 536591, of which only the lines with a repeated code and with
     two times are included. */
  const text = readFileSync(new URL('online-retail-extract.csv', import.meta.url));

  scenario('is imported with every problem explained, and the total of its valid lines', async (on) => {
    const written = new SheetWriter();
    readCsv(new Uint8Array(text), {}, written);
    const sheet = written.sheet();
    const [heads = []] = [...sheet].map(({ cells }) => cells);
    const rows = [
      ...readRows({ kind: 'sales', rows: sheet, header: 1, mapping: suggestMapping(heads, 'sales').mapping, decimalMark: '.' }),
    ] as unknown as Record<string, string>[];
    expect(rows).toHaveLength(38);
    await on.as(people.owner);
    const listed = new Map<string, { price: number; pieces: number }>();
    for (const { sku = '', unit_price, quantity } of rows) {
      const known = listed.get(sku);
      listed.set(sku, {
        price: Math.max(Number(unit_price), known?.price ?? 1),
        pieces: Math.max(Number(quantity), 0) + (known?.pieces ?? 0),
      });
    }
    // Lines that are not goods have no product in the shop.
    for (const sku of ['BANK CHARGES', 'AMAZONFEE', 'S']) listed.delete(sku);
    const made = await Promise.all(
      [...listed].map(async ([sku, { price, pieces }]) => ({
        pieces,
        variant: (await makeProduct(on, { price, max_discount: 100 }, [{ sku }])).variants[0] ?? '',
      })),
    );
    await stocked(
      on,
      people.owner,
      branches.zamalek,
      made.filter(({ pieces }) => pieces > 0).map(({ variant, pieces }) => [variant, pieces]),
    );

    const options = { branch_id: branches.zamalek, create: { customers: true }, skip_problem_rows: true };
    const report = await run(on, rows, options);
    expect(report.problems.map(({ row, column, code, found }) => [row, column, code, found].join(' '))).toEqual([
      '6 quantity return_unmatched -1',
      '18 quantity return_of_nothing -10',
      '23 sku item_unknown BANK CHARGES',
      '32 quantity return_of_nothing -20',
      '33 quantity return_of_nothing -43',
      '34 sku item_unknown BANK CHARGES',
      '35 sku item_unknown S',
      '36 sku item_unknown S',
      '37 sku item_unknown AMAZONFEE',
    ]);
    const wrong = new Set(report.problems.map(({ row }) => row));
    const right = rows.filter(({ row }) => !wrong.has(Number(row)));
    const sum = (of: (row: Record<string, string>) => number) => Math.round(right.map(of).reduce((all, one) => all + one, 0) * 100) / 100;
    const total = sum(({ quantity, unit_price }) => Number(quantity) * Number(unit_price));
    expect(report).toMatchObject({
      status: 'applied',
      sales: { create: 16 },
      lines: right.length,
      pieces: sum(({ quantity }) => Math.max(Number(quantity), 0)),
      returned: 89,
      amount: total,
      paid: total,
    });
    expect(await on.value(`select sum(total) from public.sales where till = 'IMPORT'`)).toBe(total);
    expect(
      await on.rows(`select reference, type, sold_at::text, total, (select c.name from public.customers c where c.id = s.customer_id) as customer from public.sales s
      where till = 'IMPORT' and reference in ('536591', 'C536826', 'C537413', '536414') order by sold_at`),
    ).toEqual([
      { reference: '536414', type: 'sale', sold_at: '2010-12-01 09:52:00+00', total: 0, customer: null },
      { reference: '536591', type: 'sale', sold_at: '2010-12-01 14:57:00+00', total: 7.93, customer: '14606' },
      { reference: 'C536826', type: 'return', sold_at: '2010-12-02 15:30:00+00', total: -23.25, customer: '17924' },
      { reference: 'C537413', type: 'return', sold_at: '2010-12-06 13:07:00+00', total: -151.2, customer: '14409' },
    ]);
    expect(await run(on, rows, options)).toMatchObject({ sales: { create: 0, skip: 16 }, problem_count: 9 });
  });
});

describe('a list of the items that another till sold', () => {
  const text = readFileSync(new URL('../import-cases/45-items-detail.csv', import.meta.url), 'utf8');
  const refund =
    '2026-11-07,10:00:00,Cairo,Shirts,,-1,Regular,CASE-450,,-EGP 400.00,EGP 40.00,-EGP 360.00,EGP 0.00,CASE-T1,CASE-P2,,,,Refund,Zamalek,,,,,ea,-1,Physical Good\n';
  const rowsOf = async (content: string) => (await readCase('45-items-detail.csv', 'sales', { text: content })).rows as unknown as Row[];
  const shirt = async (on: TestSession) => {
    await on.as(people.owner);
    const { variants } = await makeProduct(on, { price: 450, max_discount: 100 }, [{ sku: 'CASE-450' }]);
    await stocked(on, people.owner, branches.zamalek, [[variants[0]!, 20]]);
    return variants[0]!;
  };

  scenario('is imported to the minute and the cent, with the refund of a sale in the file', async (on) => {
    const variant = await shirt(on);
    expect(await run(on, await rowsOf(text + refund))).toMatchObject({
      status: 'applied',
      problem_count: 0,
      amount: 360,
      paid: 360,
      returned: 1,
    });
    expect(await sales(on, 's.reference, s.type, s.sold_at::text, s.subtotal, s.discount, s.total')).toEqual([
      { reference: 'CASE-T1', type: 'sale', sold_at: '2026-11-05 19:45:10+00', subtotal: 800, discount: 80, total: 720 },
      {
        reference: 'CASE-T1-R20261107100000',
        type: 'return',
        sold_at: '2026-11-07 08:00:00+00',
        subtotal: -400,
        discount: -40,
        total: -360,
      },
    ]);
    expect(await onHand(on, variant, branches.zamalek)).toBe(19);
  });

  scenario('is refused where a refund fits no sale, or the lines do not come to what the file says', async (on) => {
    await shirt(on);
    expect(
      codes(await check(on, await rowsOf(text + refund.replace('-EGP 400.00', '-EGP 340.00').replace('-EGP 360.00', '-EGP 300.00')))),
    ).toEqual(['3 quantity return_of_nothing']);
    const { problems } = await check(on, await rowsOf(text.replace('EGP 720.00', 'EGP 730.00')));
    expect(problems).toMatchObject([
      { row: 2, column: 'document_total', code: 'document_total_differs', found: '730', expected: { total: 720 } },
    ]);
  });
});

describe('the orders of a web shop', () => {
  scenario('come to the totals of their file, and one that charges for shipping is a problem', async (on) => {
    await goods(on);
    await on.rows(`update public.tax_rates set percentage = 14 where name = 'VAT'`);
    const text =
      'Name,Email,Financial Status,Currency,Subtotal,Shipping,Taxes,Total,Discount Amount,Created at,Lineitem quantity,Lineitem price,Lineitem sku,Billing Name\n' +
      '#1001,kite@a.test,paid,EGP,170.00,0.00,23.80,193.80,10.00,2026-10-01 23:30:00 +0000,1,100.00,KITE-0,Kite Mona\n' +
      '#1001,kite@a.test,,,,,,,,,1,80.00,KITE-1,\n' +
      '#1002,kite@a.test,paid,EGP,100.00,25.00,14.00,139.00,0.00,2026-10-02 10:00:00 +0000,1,100.00,KITE-0,Kite Mona\n' +
      '#1003,kite@a.test,refunded,EGP,100.00,0.00,14.00,114.00,0.00,2026-10-02 11:00:00 +0000,1,100.00,KITE-0,Kite Mona\n';
    const { rows, leftOut } = await readCase('orders.csv', 'sales', { text });
    expect(leftOut).toEqual({ refunded: 1 });
    const options = { branch_id: branches.zamalek, create: { customers: true }, skip_problem_rows: true };
    const report = await run(on, rows.map((row) => ({ ...row })) as unknown as Row[], options);
    expect(report.problems).toMatchObject([
      { row: 4, column: 'document_total', code: 'document_total_differs', found: '139', expected: { total: 114 } },
    ]);
    expect(await sales(on, 's.reference, s.sold_at::text, s.discount, s.tax, s.total, s.paid')).toEqual([
      { reference: '1001', sold_at: '2026-10-01 23:30:00+00', discount: 10, tax: 23.8, total: 193.8, paid: 193.8 },
    ]);
  });
});

describe('a return in a file', () => {
  scenario('is matched to the customer’s latest sales at the same price, across several if needed', async (on) => {
    const { mug } = await goods(on);
    const mona = { customer: 'Kite Mona' };
    const file = [
      mugs(5, { ...mona, reference: 'a', sold_at: '2026-10-01' }),
      mugs(2, { ...mona, reference: 'b', sold_at: '2026-10-02' }),
      mugs(9, { ...mona, reference: 'c', sold_at: '2026-10-03', unit_price: '3' }),
      mugs(9, { reference: 'd', sold_at: '2026-10-03' }),
      mugs(9, { ...mona, reference: 'later', sold_at: '2026-10-09' }),
      mugs(-3, { ...mona, reference: 'back', sold_at: '2026-10-05', unit_price: '4' }),
    ];
    const report = await run(on, file, { create: { customers: true } });
    expect(report).toMatchObject({ status: 'applied', sales: { create: 6 }, returned: 3, problem_count: 0 });
    expect(
      await on.rows(`select o.reference, l.quantity, l.total from public.sale_lines l join public.sales s on s.id = l.sale_id join public.sale_lines w on w.id = l.returns_line_id
      join public.sales o on o.id = w.sale_id where s.reference = 'back' order by l.position`),
    ).toEqual([
      { reference: 'b', quantity: -2, total: -8 },
      { reference: 'a', quantity: -1, total: -4 },
    ]);
    // Stored by now: four pieces of sale a are left to return.
    const more = (quantity: number, rest: Row = {}) => [
      mugs(quantity, { ...mona, reference: 'more', sold_at: '2026-10-06', unit_price: '4', ...rest }),
    ];
    expect((await check(on, more(-5))).problems).toMatchObject([
      { row: 2, column: 'quantity', code: 'return_unmatched', found: '-5', expected: { left: 4 } },
    ]);
    expect((await check(on, more(-1, { unit_price: '2' }))).problems).toMatchObject([{ code: 'return_unmatched', expected: { left: 0 } }]);
    expect((await check(on, more(-1, { customer: undefined }))).problems).toMatchObject([{ code: 'return_of_nothing' }]);
    expect(await run(on, more(-4))).toMatchObject({ status: 'applied', amount: -16, paid: -16 });
    expect(await onHand(on, mug, branches.zamalek)).toBe(50 - 5 - 2 - 9 - 9 - 9 + 3 + 4);
  });

  scenario('in an exchange of the same file uses the tax rate of its sale, as its dry run reported', async (on) => {
    await goods(on);
    await on.rows(`update public.tax_rates set percentage = 20 where name = 'VAT'`);
    const bought = { ...head, reference: 'X-1', sku: 'KITE-0', quantity: '1', unit_price: '100', tax_rate: 'VAT' };
    const other = { ...bought, reference: 'X-2', sold_at: '2026-10-05 14:05', sku: 'KITE-1', unit_price: '150' };
    const file = [bought, other, { ...other, sku: 'KITE-0', quantity: '-1', unit_price: '100', original: 'X-1' }];
    const reported = await check(on, file);
    expect([codes(reported), reported.amount, reported.paid]).toEqual([[], 171, 171]);
    expect(await run(on, file)).toMatchObject({ status: 'applied', amount: 171, paid: 171 });
    expect(await sales(on, 's.reference, s.type, s.total, s.paid')).toEqual([
      { reference: 'X-1', type: 'sale', total: 114, paid: 114 },
      { reference: 'X-2', type: 'exchange', total: 57, paid: 57 },
    ]);
  });

  scenario('of a named invoice is matched by reference or number, with its share of the discount', async (on) => {
    const { mug } = await goods(on);
    const sold = await sell(on, [line(mug, 3, { discount: 1 })], { reference: 'T-9', till: '3' }, [await paying(on, 11)]);
    await on.asDatabaseOwner();
    await on.rows(`update public.sales set sold_at = now() - interval '1 hour' where id = $1`, sold.id);
    await on.as(people.owner);
    const sold_at = new Date(Date.now() - 1_800_000).toISOString().replace('T', ' ').replace(/\..*/, 'Z');
    const back = (quantity: number, rest: Row = {}) => [mugs(quantity, { reference: 'R', sold_at, original: 'T-9', ...rest })];
    expect((await check(on, back(-4))).problems).toMatchObject([
      { column: 'original', code: 'return_unmatched', found: 'T-9', expected: { left: 3 } },
    ]);
    expect((await check(on, back(-1, { original: 'T-8' }))).problems).toMatchObject([
      { column: 'original', code: 'original_unknown', found: 'T-8' },
    ]);
    // It was sold for 4 less a discount of 0.33; keeping 1 for its opened box is no return that can be imported.
    expect((await check(on, back(-1, { line_total: '-2.67' }))).problems).toMatchObject([
      { column: 'line_total', code: 'line_total_differs', expected: { total: -3.67 } },
    ]);
    expect((await check(on, back(-1, { line_total: '-4' }))).problems).toEqual([]);
    expect((await check(on, back(-1, { discount: '0.5' }))).problems).toMatchObject([
      { column: 'discount', code: 'return_discount_differs', expected: { share: 0.33 } },
    ]);
    expect(await run(on, back(-1, { original: sold.number, discount: '-0.33' }))).toMatchObject({ status: 'applied', amount: -3.67 });
    expect(await run(on, back(-2, { reference: 'S' }))).toMatchObject({ status: 'applied', amount: -7.33 });
    // A user without access to the branch only learns that the sale is unknown.
    await stocked(on, people.owner, branches.warehouse, [[mug, 5]]);
    const elsewhere = await sell(on, [line(mug, 1)], { branch_id: branches.warehouse }, [await paying(on, 4)]);
    await on.as(people.manager);
    expect(codes(await check(on, back(-1, { reference: 'M', original: elsewhere.number })))).toEqual(['2 original original_unknown']);
  });

  scenario('first reduces the amount due, and is skipped together with the sale that it returns', async (on) => {
    await goods(on);
    const mona = { customer: 'Kite Mona' };
    const file = [
      mugs(5, { ...mona, reference: 'a', sold_at: '2026-10-01', paid: '4' }),
      mugs(-2, { ...mona, reference: 'b', sold_at: '2026-10-02' }),
      mugs(-3, { ...mona, reference: 'c', sold_at: '2026-10-03' }),
    ];
    expect(await run(on, file, { create: { customers: true } })).toMatchObject({ amount: 0, paid: 4 - 0 - 4 });
    expect(await sales(on)).toMatchObject([
      { reference: 'a', total: 20, paid: 20 },
      { reference: 'b', total: -8, paid: -8 },
      { reference: 'c', total: -12, paid: -12 },
    ]);
    expect(
      await on.rows(
        `select p.amount, p.payment_method_id is null as credit from public.sale_payments p join public.sales s on s.id = p.sale_id where s.reference in ('b', 'c') order by p.amount`,
      ),
    ).toEqual([
      { amount: -8, credit: true },
      { amount: -8, credit: true },
      { amount: -4, credit: false },
    ]);
    const bad = file.map((row) => ({ ...row, till: '2' }));
    expect(codes(await check(on, [{ ...bad[0], discount: '21' }, ...bad.slice(1)]))).toEqual([
      '2 discount discount_over_line',
      '3 quantity return_of_left_out',
      '4 quantity return_of_left_out',
    ]);
  });
});

describe('a file of sales', () => {
  scenario('needs enough stock for each sale in order of time, where skipped sales take none', async (on) => {
    await goods(on, 10);
    const file = [
      mugs(6, { reference: 'late', sold_at: '2026-10-03' }),
      mugs(7, { reference: 'first', sold_at: '2026-10-01' }),
      mugs(5, { reference: 'mid', sold_at: '2026-10-02' }),
      mugs(3, { reference: 'last', sold_at: '2026-10-04' }),
    ];
    const report = await run(on, file, { skip_problem_rows: true });
    expect(report.problems).toMatchObject([
      { row: 2, column: 'quantity', code: 'stock_short', found: '6', expected: { has: 3 } },
      { row: 4, column: 'quantity', code: 'stock_short', found: '5', expected: { has: 3 } },
    ]);
    expect(await sales(on, 's.reference, s.number')).toMatchObject([
      { reference: 'first', number: expect.stringContaining('-0001') as string },
      { reference: 'last' },
    ]);
    await on.revokePermission(people.accountant, 'inventory.stock.view');
    await on.as(people.accountant);
    expect((await check(on, [mugs(1, { reference: 'none' })])).problems).toMatchObject([{ code: 'stock_short_untold', expected: {} }]);
  });

  scenario('gives its name as the reason for a discount beyond the maximum, if the user may give it', async (on) => {
    await goods(on);
    const file = [
      mugs(1, { reference: 'a', unit_price: '1' }),
      mugs(1, { reference: 'b', discount: '3', discount_reason: 'Chipped' }),
      mugs(1, { reference: 'c', discount: '2' }),
    ];
    await on.revokePermission(people.accountant, 'accounting.sales.discount_beyond');
    await on.as(people.accountant);
    expect((await check(on, file)).problems).toMatchObject(
      [2, 3].map((row) => ({ row, column: 'unit_price', code: 'discount_beyond', expected: { max: 50 } })),
    );
    await on.as(people.owner);
    await run(on, file);
    expect(await sales(on, 's.reference, s.discount_reason')).toEqual([
      { reference: 'a', discount_reason: 'kite.csv' },
      { reference: 'b', discount_reason: 'Chipped' },
      { reference: 'c', discount_reason: null },
    ]);
  });

  scenario('records the payments of each sale: several methods, partial payment, and refunds', async (on) => {
    await goods(on, 500);
    const mona = { customer: 'Kite Mona' };
    const of = (reference: string, rest: Row, pieces = 5) => mugs(pieces, { reference, ...rest });
    const options = { create: { customers: true } };
    await run(
      on,
      [
        of('a', { payment_method: 'Card', paid: '12' }),
        of('a', { payment_method: 'Cash', paid: '28' }),
        of('b', { ...mona, paid: '0' }),
        of('c', { ...mona, payment_method: 'Card' }),
        of('d', { payment_method: 'Card', paid: '15' }, 10),
        of('d', { payment_method: 'Cash' }),
        of('e', { payment_method: 'Card', paid: '40' }),
        of('e', { payment_method: 'Card' }),
        of('f', { ...mona, payment_method: 'Instapay', paid: '-8', sold_at: '2026-10-02' }, -2),
        of('g', { paid: '50' }),
      ],
      options,
    );
    expect(
      await on.rows(`select s.reference, s.total, s.remaining, (select jsonb_agg(jsonb_build_array(m.name, p.amount, p.tendered) order by m.name)
      from public.sale_payments p join public.payment_methods m on m.id = p.payment_method_id where p.sale_id = s.id) as paid from public.sales s where s.till = 'IMPORT' order by s.reference`),
    ).toEqual([
      {
        reference: 'a',
        total: 40,
        remaining: 0,
        paid: [
          ['Card', 12, 12],
          ['Cash', 28, 28],
        ],
      },
      { reference: 'b', total: 20, remaining: 20, paid: null },
      { reference: 'c', total: 20, remaining: 0, paid: [['Card', 20, 20]] },
      {
        reference: 'd',
        total: 60,
        remaining: 0,
        paid: [
          ['Card', 15, 15],
          ['Cash', 45, 45],
        ],
      },
      { reference: 'e', total: 40, remaining: 0, paid: [['Card', 40, 40]] },
      { reference: 'f', total: -8, remaining: 0, paid: [['Instapay', -8, -8]] },
      { reference: 'g', total: 20, remaining: 0, paid: [['Cash', 20, 50]] },
    ]);
    expect(
      (
        await check(
          on,
          [
            of('h', { paid: '3' }),
            of('i', { payment_method: 'Card', paid: '21' }),
            of('j', { paid: '0.001' }),
            of('k', { ...mona, paid: '3' }),
          ],
          options,
        )
      ).problems,
    ).toMatchObject([
      { row: 2, column: 'paid', code: 'customer_missing', found: '3', expected: { total: 20 } },
      { row: 3, column: 'paid', code: 'payment_exceeds_remaining', expected: { total: 20 } },
      { row: 4, column: 'paid', code: 'payment_amount_invalid' },
    ]);
    await on.asDatabaseOwner();
    await on.rows('update public.payment_methods set active = false where is_cash');
    await on.as(people.owner);
    expect(codes(await check(on, [of('l', {})]))).toEqual(['2 payment_method payment_method_missing']);
  });

  scenario('matches customers by phone, e-mail or unique name, and creates only those selected', async (on) => {
    await goods(on);
    const ids = {
      phone: await customer(on, { name: 'Kite A', phone: '+20 100 777' }),
      email: await customer(on, { name: 'Kite B', email: 'b@kite.example' }),
      name: await customer(on, { name: 'Kite C', name_ar: 'كايت ج' }),
    };
    await customer(on, { name: 'Kite D' });
    await customer(on, { name: 'Kite D' });
    const of = (reference: string, rest: Row) => mugs(1, { reference, ...rest });
    const file = [
      of('a', { phone: '+20100777', customer: 'Somebody else' }),
      of('b', { email: 'B@kite.example' }),
      of('c', { customer: 'كايت ج', phone: '+20 100 888' }),
      of('d', { customer: 'Kite E', phone: '+20 100 999', email: 'e@kite.example' }),
      of('e', { customer: 'Kite E' }),
    ];
    const unticked = await check(on, file);
    expect([codes(unticked), unticked.unknown]).toEqual([
      ['5 customer name_unknown', '6 customer name_unknown'],
      [{ kind: 'customers', name: 'Kite E', rows: 2, may_create: true }],
    ]);
    expect(await run(on, file, { create: { customers: ['Kite E'] } })).toMatchObject({ status: 'applied', names_created: 1 });
    const [made] = await on.rows(`select id, name, phone, email from public.customers where name = 'Kite E'`);
    expect(made).toMatchObject({ phone: '+20 100 999', email: 'e@kite.example' });
    expect((await sales(on, 's.reference, s.customer_id')).map(({ customer_id }) => customer_id)).toEqual([
      ids.phone,
      ids.email,
      ids.name,
      made?.id,
      made?.id,
    ]);
    expect(
      codes(
        await check(
          on,
          [
            of('f', { customer: 'Kite D' }),
            of('g', { customer: 'Kite A', phone: '+20 1' }),
            of('h', { customer: 'New', phone: '+20 12' }),
            of('i', { customer: 'New', phone: '+20 13' }),
            of('j', { customer: 'Newer', phone: '+20 12' }),
            of('k', { customer: 'Kite C' }),
            of('k', { customer: 'Kite E' }),
          ],
          { create: { customers: true } },
        ),
      ),
    ).toEqual([
      '2 customer contact_ambiguous',
      '3 customer customer_other_contact',
      '5 phone customer_row_differs',
      '6 phone phone_twice',
      '8 customer sale_row_differs',
    ]);
    expect(await check(on, [of('l', { customer: 'Kite sea' })], { same: { customers: { 'Kite sea': 'Kite C' } } })).toMatchObject({
      problem_count: 0,
    });
    await on.revokePermission(people.accountant, 'contacts.customers.view');
    await on.as(people.accountant);
    expect(await on.refused(() => check(on, file))).toMatchObject({ message: 'permission_missing' });
    expect(await check(on, [mugs(1)])).toMatchObject({ problem_count: 0 });
  });

  scenario('requires permission to take returns only if it contains returns', async (on) => {
    await goods(on);
    const file = [mugs(2, { customer: 'Kite Mona' }), mugs(-1, { customer: 'Kite Mona', reference: 'K-2', sold_at: '2026-10-02' })];
    await on.revokePermission(people.accountant, 'accounting.sales.return');
    await on.as(people.accountant);
    expect(await on.refused(() => check(on, file, { create: { customers: true } }))).toMatchObject({ message: 'permission_missing' });
    expect(await check(on, file.slice(0, 1), { create: { customers: true } })).toMatchObject({ sales: { create: 1 } });
  });
});

describe('the amounts of a file of sales', () => {
  scenario('never come from today: a row without a price and a line total is refused', async (on) => {
    await goods(on);
    expect(codes(await check(on, [mugs(2, { unit_price: undefined }), mugs(1, { sku: 'KITE-0' })]))).toEqual(['2 unit_price required']);
  });
  scenario('give the price of a piece from the total of the line, before or after its discount', async (on) => {
    await goods(on);
    const without = { unit_price: undefined };
    await run(on, [
      mugs(3, { ...without, line_total: '10' }),
      mugs(2, { ...without, reference: 'K-2', line_total: '7', discount: '1', document_total: '7' }),
      mugs(2, { reference: 'K-3', line_total: '7', discount: '1' }),
      mugs(2, { reference: 'K-4', line_total: '8', discount: '1' }),
    ]);
    expect(await sales(on, 's.reference, s.subtotal, s.discount, s.total')).toEqual([
      { reference: 'K-1', subtotal: 10, discount: 0, total: 10 },
      { reference: 'K-2', subtotal: 8, discount: 1, total: 7 },
      { reference: 'K-3', subtotal: 8, discount: 1, total: 7 },
      { reference: 'K-4', subtotal: 8, discount: 1, total: 7 },
    ]);
  });
  scenario('are unclear if nothing tells whether the total of a line has its discount taken off', async (on) => {
    await goods(on);
    expect(codes(await check(on, [mugs(2, { unit_price: undefined, line_total: '8', discount: '1' })]))).toEqual([
      '2 unit_price amount_unclear',
    ]);
  });
  scenario('are refused if a number may be read in two ways, even if the database reads one', async (on) => {
    await goods(on);
    const text = 'Receipt;Date;Branch;SKU;Qty;Price\nK-1;2026-10-01;ZAM;KITE-MUG;1;1.250';
    const { rows } = await readCase('a.csv', 'sales', { text });
    expect(codes(await check(on, rows as unknown as Row[]))).toEqual(['2 unit_price number_invalid']);
  });
  scenario('are refused if they differ from the totals in the file', async (on) => {
    await goods(on);
    const { problems } = await check(on, [
      mugs(2, { line_total: '7.99' }),
      mugs(2, { reference: 'K-2', document_total: '12' }),
      mugs(1, { reference: 'K-2', document_total: '12' }),
      mugs(2, { reference: 'K-3', document_total: '9', sale_discount: '1' }),
      mugs(2, { reference: 'K-4', document_total: '8' }),
      mugs(1, { reference: 'K-4', document_total: '5' }),
      mugs(2, { reference: 'K-6', document_total: '8' }),
      mugs(1, { reference: 'K-6', document_total: '4' }),
      mugs(2, { reference: 'K-5', document_total: '8' }),
    ]);
    expect(problems.map(({ row, column, code, found, expected }) => [row, column, code, found, expected])).toEqual([
      [2, 'line_total', 'line_total_differs', '7.99', { total: 8 }],
      [5, 'document_total', 'document_total_differs', '9', { total: 7 }],
      [6, 'document_total', 'document_total_differs', '13', { total: 12 }],
    ]);
  });
});

describe('the days of a file of sales', () => {
  scenario('follow the time zone and day start of the branch, or a zone given in the cell', async (on) => {
    await goods(on);
    await on.asDatabaseOwner();
    await on.rows(`update public.branches set time_zone = 'America/New_York', day_start = 4 where id = $1`, branches.zamalek);
    await on.as(people.owner);
    const days: [string, string, string][] = [
      ['2026-03-07 03:59', '2026-03-06', '2026-03-07 08:59:00+00'],
      ['2026-03-07', '2026-03-07', '2026-03-07 09:00:00+00'],
      ['2026-03-08 01:59', '2026-03-07', '2026-03-08 06:59:00+00'],
      ['2026-03-08 02:30', '2026-03-07', '2026-03-08 07:30:00+00'],
      ['2026-03-08 03:01', '2026-03-07', '2026-03-08 07:01:00+00'],
      ['2026-03-08 04:00:00', '2026-03-08', '2026-03-08 08:00:00+00'],
      ['2025-11-02 01:30', '2025-11-01', '2025-11-02 06:30:00+00'],
      ['2026-03-09 06:00:00+0200', '2026-03-08', '2026-03-09 04:00:00+00'],
      ['2026-03-09 09:00:00Z', '2026-03-09', '2026-03-09 09:00:00+00'],
    ];
    expect(
      await run(
        on,
        days.map(([sold_at], index) => mugs(1, { reference: `D${index}`, sold_at })),
      ),
    ).toMatchObject({ status: 'applied', problem_count: 0 });
    await on.rows('set local timezone to utc');
    expect(
      await on.rows(
        `select reference, business_day::text as day, sold_at::text as at from public.sales where reference like 'D_' and till = 'IMPORT' order by reference`,
      ),
    ).toEqual(days.map(([, day, at], nth) => ({ reference: `D${nth}`, day, at })));
  });
});

describe('the plan', () => {
  scenario(
    'has exactly the totals then recorded, with discounts, taxes, payments and returns',
    async (on) => {
      const { mug, shirts } = await goods(on, 100_000, true);
      const skus = ['KITE-MUG', 'KITE-0', 'KITE-1'];
      expect([mug, ...shirts]).toHaveLength(3);
      await on.rows(`insert into public.tax_rates (name, percentage) values ('Kite tax', 13.75)`);
      let seed = 20261124;
      const roll = (most: number) => (seed = (seed * 48271) % 2147483647) % most;
      for (const within of [false, true]) {
        await on.asDatabaseOwner();
        await on.rows('update public.business set prices_include_tax = $1', within);
        await on.as(people.owner);
        const rows = Array.from({ length: 90 }, (_, index): Row[] => {
          const sale = {
            reference: `${within}-${index}`,
            branch: 'ZAM',
            sold_at: `2026-0${1 + Math.floor(index / 30)}-${String(1 + (index % 28)).padStart(2, '0')} 10:00`,
            customer: `Kite ${roll(3)}`,
            ...(roll(2) ? { tax_rate: '13.75%' } : {}),
            ...(roll(3) ? {} : { paid: String(roll(9)) }),
            ...(roll(3) ? {} : { sale_discount: (roll(300) / 100).toFixed(2) }),
          };
          return Array.from({ length: 1 + roll(4) }, () => {
            const back = index > 20 && roll(3) === 0;
            return {
              ...sale,
              sku: skus[roll(3)],
              quantity: String(back ? -1 - roll(3) : (1 + roll(2000)) / 100),
              ...(back ? {} : { unit_price: (5 + roll(9000) / 1000).toFixed(3), discount: (roll(5) / 100).toFixed(2) }),
            };
          });
        }).flat();
        const options = { create: { customers: true }, skip_problem_rows: true };
        const reported = await check(on, rows, options);
        expect(reported.returned).toBeGreaterThan(10);
        const done = await run(on, rows, options);
        const stored = await on.rows(
          `select sum(s.total)::float as amount, count(*)::int as sales from public.sales s where s.reference like $1`,
          `${within}-%`,
        );
        expect([done.amount, done.paid]).toEqual([reported.amount, reported.paid]);
        expect(stored).toEqual([{ amount: reported.amount, sales: reported.sales.create }]);
        expect(
          await on.value(
            `select coalesce(sum(p.amount), 0)::float from public.sale_payments p join public.sales s on s.id = p.sale_id where s.reference like $1 and p.return_id is null`,
            `${within}-%`,
          ),
        ).toBeCloseTo(reported.paid, 6);
      }
    },
    120_000,
  );
});

describe('undoing an import of sales', () => {
  scenario('voids its sales and returns, deletes its new customers, and allows a new import', async (on) => {
    const { mug } = await goods(on, 20);
    const options = { create: { customers: true } };
    const file = [
      mugs(20, { customer: 'Kite Mona', paid: '10' }),
      mugs(-5, { reference: 'K-2', customer: 'Kite Mona', sold_at: '2026-10-02' }),
    ];
    const { id } = await run(on, file, options);
    expect(await onHand(on, mug, branches.zamalek)).toBe(5);
    // Some returned goods were sold again since: the undo brings sold goods back before it takes returned
    // ones.
    const since = await sell(on, [line(mug, 5)], {}, [await paying(on, 20)]);
    expect(await on.call('undo_import', { id })).toEqual({ id, status: 'undone' });
    expect(await on.call('undo_import', { id })).toEqual({ id, status: 'undone' });
    expect(await onHand(on, mug, branches.zamalek)).toBe(15);
    expect(await sales(on, 's.reference, s.status, s.paid, s.customer_id, s.void_reason')).toEqual([
      { reference: null, status: 'voided', paid: 0, customer_id: null, void_reason: '× · kite.csv · K-1' },
      { reference: null, status: 'voided', paid: 0, customer_id: null, void_reason: '× · kite.csv · K-2' },
    ]);
    expect(await on.rows(`select from public.customers where name = 'Kite Mona'`)).toEqual([]);
    await on.call('void_sale', { id: since.id, reason: 'room' });
    expect(await run(on, file, options)).toMatchObject({ status: 'applied', sales: { create: 2 } });
  });

  scenario('is refused as a whole once one of its sales was paid, voided or returned', async (on) => {
    await goods(on);
    const touch: Record<string, (sale: Row) => Promise<unknown>> = {
      paid: async (sale) => on.call('pay_sale', { id: sale.id, payments: [{ id: randomUUID(), ...(await paying(on, 1)) }] }),
      voided: (sale) =>
        on
          .asDatabaseOwner()
          .then(() => on.rows(`update public.sales set business_day = private.branch_today(branch_id) where id = $1`, sale.id))
          .then(() => on.as(people.owner))
          .then(() => on.call('void_sale', { id: sale.id, reason: 'x' })),
      returned: async (sale) =>
        sell(on, [{ returns_line_id: await on.value('select id from public.sale_lines where sale_id = $1', sale.id), quantity: 1 }], {
          customer_id: sale.customer_id,
        }),
    };
    for (const [how, work] of Object.entries(touch)) {
      const { id } = await run(on, [mugs(2, { reference: how, customer: 'Kite Mona', paid: '0' }), mugs(1, { reference: `${how} 2` })], {
        create: { customers: true },
      });
      const [sale] = await on.rows('select id, number, customer_id from public.sales where reference = $1', how);
      await work(sale ?? {});
      expect(await on.refused(() => on.call('undo_import', { id }))).toMatchObject({
        message: 'import_touched',
        detail: JSON.stringify({ count: 1, names: [sale?.number] }).replace(/([,:])/g, '$1 '),
      });
      expect(await on.value(`select status from public.sales where reference = $1`, `${how} 2`)).toBe('completed');
    }
    const { id } = await run(on, [mugs(1, { reference: 'mine' })]);
    await on.revokePermission(people.accountant, 'accounting.sales.void');
    await on.as(people.accountant);
    expect(await on.refused(() => on.call('undo_import', { id }))).toMatchObject({ message: 'permission_missing' });
  });
});
