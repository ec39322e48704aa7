import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type Row, type TestSession } from '../database.ts';
import { onHand } from '../fixtures.ts';
import { goods, line, paying, type Sold } from './selling.ts';

const { zamalek, nasrCity, maadi } = branches;

interface Answer extends Row {
  reference: string | null;
  result: string;
  sale?: Sold & { line_ids: string[]; sold_at: string; business_day: string };
  error?: { code: string; message: string; details: string | null };
}

const send = (on: TestSession, sales: unknown, till: unknown = 'POS', branch_id: string = zamalek): Promise<Answer[]> =>
  on.call('record_sales', { branch_id, till, sales });
const results = (answers: Answer[]): string[] =>
  answers.map(({ result, error }) => (result === 'rejected' ? `${error?.code} ${error?.message}` : result));

describe('a batch of sales', () => {
  scenario('answers each sale separately, and rejected sales do not affect the others', async (on) => {
    const { variant } = await goods(on, 10, { price: 25 });
    await on.as(people.cashier);
    const cash = await paying(on, 50);
    const sound = (reference: string): Row => ({ reference, lines: [line(variant, 2)], payments: [cash] });
    const answers = await send(on, [
      sound('1'),
      { reference: '2', lines: [line(variant, 100)], payments: [await paying(on, 2500)] },
      sound('3'),
      { reference: '4', lines: [line(variant)] },
      sound('1'),
      { ...sound('3'), note: 'Other' },
      { reference: '5', lines: [line(variant, 1, { stock_point_id: randomUUID() })], payments: [cash] },
      sound(' 6 '),
    ]);
    expect(results(answers)).toEqual([
      'recorded',
      'PT409 stock_short',
      'recorded',
      'PT400 customer_missing',
      'already_recorded',
      'conflict',
      'PT404 stock_point_not_found',
      'recorded',
    ]);
    expect(answers.map(({ reference }) => reference)).toEqual(['1', '2', '3', '4', '1', '3', '5', '6']);
    expect(answers[4]?.sale).toEqual(answers[0]?.sale);
    expect(JSON.parse(answers[5]?.error?.details ?? '{}')).toEqual({ number: answers[2]?.sale?.number, version: 1 });
    expect(await onHand(on, variant, zamalek)).toBe(4);
    const numbers = answers.flatMap(({ result, sale }) => (result === 'recorded' ? [Number(sale?.number.split('-').at(-1))] : []));
    expect(numbers).toEqual([numbers[0], numbers[0]! + 1, numbers[0]! + 2]);
  });

  scenario('sent again with half of it changed reports the changed sales as conflicts', async (on) => {
    const { variant } = await goods(on, 200, { price: 25 });
    await on.as(people.cashier);
    const batch = async (changed: boolean) =>
      Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const quantity = 1 + index + (changed && index % 2 === 1 ? 1 : 0);
          return { reference: `POS-${index}`, lines: [line(variant, quantity)], payments: [await paying(on, 25 * quantity)] };
        }),
      );
    const first = await send(on, await batch(false));
    expect(results(first)).toEqual(Array(10).fill('recorded'));
    const again = await send(on, await batch(true));
    expect(results(again)).toEqual(first.map((_, index) => (index % 2 ? 'conflict' : 'already_recorded')));
    expect(again.filter(({ sale }) => sale)).toEqual(
      first.filter((_, index) => index % 2 === 0).map((answer) => ({ ...answer, result: 'already_recorded' })),
    );
    expect(await onHand(on, variant, zamalek)).toBe(145);
    // At another till the same references are other sales.
    expect(results(await send(on, await batch(false), 'POS2'))).toEqual(Array(10).fill('recorded'));
  });

  scenario('from a till with a fast clock is dated no later than now', async (on) => {
    const { variant } = await goods(on, 10, { price: 25 });
    const at = async (sold_at: string) =>
      (await send(on, [{ reference: sold_at, sold_at, lines: [line(variant)], payments: [await paying(on, 25)] }]))[0];
    const now = await on.value<Date>('select now()');
    const day = (moment: Date) => on.value<string>('select private.branch_today($1, $2)::text', zamalek, moment.toISOString());
    await on.asDatabaseOwner();
    const [today, before] = [await day(now), await day(new Date(now.getTime() - 3 * 86_400_000))];
    await on.as(people.owner);
    const ahead = await at(new Date(now.getTime() + 86_400_000).toISOString());
    expect([ahead?.result, ahead?.sale?.business_day, new Date(ahead?.sale?.sold_at ?? 0).getTime()]).toEqual([
      'recorded',
      today,
      now.getTime(),
    ]);
    const late = await at(new Date(now.getTime() - 3 * 86_400_000).toISOString());
    expect([late?.result, late?.sale?.business_day]).toEqual(['recorded', before]);
  });

  scenario('can return goods by the line ids from the response to an earlier batch', async (on) => {
    const { variant } = await goods(on, 10, { price: 25 });
    await on.as(people.accountant);
    const [sold] = await send(on, [{ reference: 'S', lines: [line(variant, 4)], payments: [await paying(on, 100)] }]);
    const back = async (reference: string, quantity: number) => ({
      reference,
      lines: [{ returns_line_id: sold?.sale?.line_ids[0], quantity }],
      payments: [await paying(on, -25 * quantity)],
    });
    expect(results(await send(on, [await back('R1', 3), await back('R2', 2), await back('R3', 1)]))).toEqual([
      'recorded',
      'PT409 return_exceeds',
      'recorded',
    ]);
    expect(await onHand(on, variant, zamalek)).toBe(10);
  });

  scenario('requires a till, a branch where the sender works, the permission, and a size within limits', async (on) => {
    const { variant } = await goods(on, 10, { price: 25 });
    const sale: Row = { reference: '1', lines: [line(variant)], payments: [await paying(on, 25)] };
    const refused = async (sales: unknown, till?: unknown, branch?: string) => {
      const { code, message } = await on.refused(() => send(on, sales, till, branch));
      return `${code} ${message}`;
    };
    for (const till of [null, '', 'pos', 'TOOLONGTILL', 'A-1']) expect(await refused([sale], till)).toBe('PT400 value_invalid');
    for (const none of [null, {}, 'x', 5, []]) expect(await refused(none)).toBe('PT400 lines_missing');
    expect(await refused(Array.from({ length: 501 }, () => sale))).toBe('PT400 sales_over_limit');
    expect(await refused(Array.from({ length: 3 }, () => ({ ...sale, lines: Array.from({ length: 700 }, () => line(variant)) })))).toBe(
      'PT400 lines_over_limit',
    );
    expect(await refused([{ ...sale, note: 'x'.repeat(2_200_000) }])).toBe('PT413 request_too_large');
    expect(results(await send(on, [{ ...sale, padding: 'x'.repeat(2_000_000) }]))).toEqual(['PT400 field_unknown']);
    await on.as(people.cashier);
    expect(await refused([sale], 'A', nasrCity)).toBe('PT404 branch_not_found');
    await on.as(people.manager);
    expect(await refused([sale], 'A', maadi)).toBe('PT403 branch_view_only');
    await on.as(people.auditor);
    expect(await refused([sale])).toBe('PT403 permission_missing');
    await on.asDatabaseOwner();
    expect(await on.value(`select count(*)::integer from public.sales where till in ('POS', 'A')`)).toBe(0);
  });

  scenario('records a valid sale among malformed ones', async (on) => {
    const { variant } = await goods(on, 100, { price: 25 });
    await on.as(people.cashier);
    const payments = [await paying(on, 25)];
    const sale: Row = { reference: 'sound', lines: [line(variant)], payments };
    const garbage: unknown[] = [
      null,
      5,
      'x',
      [],
      [sale],
      {},
      { ...sale, reference: null },
      { ...sale, reference: 7 },
      { ...sale, reference: ' ' },
      { ...sale, reference: 'x'.repeat(65) },
      { ...sale, lines: null },
      { ...sale, lines: [] },
      { ...sale, lines: 'x' },
      { ...sale, lines: [null] },
      { ...sale, lines: [5] },
      { ...sale, lines: [{}] },
      { ...sale, lines: [{ variant_id: 'x', quantity: 1 }] },
      { ...sale, lines: [line(variant, 1e30)] },
      { ...sale, lines: [{ variant_id: variant, quantity: 'Infinity' }] },
      { ...sale, lines: [{ variant_id: variant, quantity: 'NaN' }] },
      { ...sale, lines: [line(variant, 1, { unit_price: -1 })] },
      { ...sale, lines: [{ returns_line_id: 'x', quantity: 1 }] },
      { ...sale, lines: [{ returns_line_id: randomUUID(), quantity: 1 }] },
      { ...sale, payments: 'x' },
      { ...sale, payments: [null] },
      { ...sale, payments: [{}] },
      { ...sale, sold_at: 'infinity' },
      { ...sale, sold_at: '2026-13-01T00:00:00Z' },
      { ...sale, customer_id: 'x' },
      { ...sale, salesperson_id: randomUUID() },
      { ...sale, discount: 'Infinity' },
      { ...sale, note: 'x'.repeat(4001) },
    ].map((value, index) =>
      value !== null && typeof value === 'object' && 'reference' in value && value.reference === 'sound'
        ? { ...value, reference: `G${index}` }
        : value,
    );
    const answers = await send(on, [...garbage, sale]);
    const reported = results(answers);
    expect(reported.pop()).toBe('recorded');
    for (const [index, answer] of reported.entries())
      expect(answer, JSON.stringify(garbage[index]).slice(0, 200)).toMatch(/^(PT4\d\d|2[23]\d{3}) /);
    expect(await onHand(on, variant, zamalek)).toBe(99);
  });

  scenario('reveals no sales of other branches', async (on) => {
    const { variant } = await goods(on, 10, { price: 25 }, nasrCity);
    const sale: Row = { reference: 'theirs', lines: [line(variant)], payments: [await paying(on, 25)] };
    const [theirs] = await send(on, [sale], 'POS', nasrCity);
    expect(theirs?.result).toBe('recorded');
    await on.as(people.cashier);
    // The cashier's branch has a till of the same name, but neither this reference nor these goods.
    const [answer] = await send(on, [sale]);
    expect(answer).toMatchObject({ result: 'rejected', error: { message: 'stock_short' } });
    const back: Row = {
      reference: 'back',
      lines: [{ returns_line_id: theirs?.sale?.line_ids[0], quantity: 1 }],
      payments: [await paying(on, -25)],
    };
    expect(results(await send(on, [back]))).toEqual(['PT404 sale_line_not_found']);
  });
});
