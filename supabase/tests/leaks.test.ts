/* The detection of costs in responses must work, since every other test of hidden costs depends on it. */
import { expect, test } from 'vitest';
import { costsIn, expectedIn, toldOf } from './leaks.ts';

const json = JSON.stringify;
const refused = (told: Record<string, unknown>) => ({
  status: 409,
  body: { code: 'PT409', message: 'total_below_paid', hint: null, details: null, ...told },
});

test.each<[string, { status: number; body: unknown }, string[]]>([
  ['a field', { status: 200, body: [{ id: 1, paid: 12.5 }] }, ['paid = 12.5']],
  ['a nested field', { status: 200, body: { items: [{ variant: { average_cost: 3 } }] } }, ['items.variant.average_cost = 3']],
  ['a figure written as text', { status: 200, body: { total: '12.50' } }, ['total = 12.50']],
  ['a negative figure', { status: 200, body: { owed: -1 } }, ['owed = -1']],
  ['the JSON of a detail', refused({ details: json({ paid: 12.5, total: 10 }) }), ['details.paid = 12.5', 'details.total = 10']],
  ['JSON in a string in JSON in a string', refused({ details: json({ inner: json({ paid: 12.5 }) }) }), ['details.inner.paid = 12.5']],
  ['a whole response as text', { status: 409, body: json([{ paid: 12.5 }]) }, ['paid = 12.5']],
  ['JSON encoded as a string twice', refused({ details: json(json({ paid: 12.5 })) }), ['details.paid = 12.5']],
  [
    'the text of an error',
    refused({ hint: 'only 12.50 of it is paid: 3 remaining 9.50' }),
    ['hint: only 12.50 of it is paid: 3 remaining 9.50'],
  ],
])('finds a cost in %s', (_, answer, found) => {
  expect(costsIn(answer)).toEqual(found);
});

test.each<[string, { status: number; body: unknown }]>([
  ['pieces and prices', { status: 200, body: [{ quantity: 5, price: 12.5, price_override: 3, count: 7 }] }],
  ['withheld costs', { status: 200, body: { paid: null, total: null, average_cost: [] } }],
  ['an error that names a field without a figure', refused({ details: json({ field: 'amount', max: 5000 }) })],
  ['text that only looks similar', { status: 200, body: { message: 'paid 12.5', notes: 'total 5' } }],
])('finds no cost in %s', (_, answer) => {
  expect(costsIn(answer)).toEqual([]);
});

test('reports costs only for callers without permission to view costs', () => {
  const answer = refused({ details: json({ paid: 12.5 }) });
  expect(toldOf('owner', 'POST /rest/v1/rpc/close_purchase_short', answer)).toEqual([]);
  for (const caller of ['storekeeper', 'cashier', 'nobody', 'costless', 'anon'] as const)
    expect(toldOf(caller, 'POST here', answer)).toEqual([`${caller} POST here: details.paid = 12.5`]);
});

test('reports expected amounts of a shift only for callers who may not view them', () => {
  const answer = refused({ details: json({ number: 'SH-1', expected_closing: 12.5 }) });
  expect(expectedIn(answer)).toEqual(['expected_closing = 12.5']);
  expect(expectedIn({ status: 200, body: [{ shift: { cash_sales: 0, to_approve: false, pay_outs: null, actual_closing: 5 } }] })).toEqual([
    'cash_sales = 0',
    'to_approve = false',
  ]);
  for (const caller of ['owner', 'accountant', 'costless'] as const)
    expect(toldOf(caller, 'POST /rest/v1/rpc/close_shift', answer)).toEqual([]);
  for (const caller of ['cashier', 'storekeeper', 'nobody'] as const)
    expect(toldOf(caller, 'POST /rest/v1/rpc/close_shift', answer)).toHaveLength(1);
});

test('reports the cost of a sale, but not what the customer pays', () => {
  const answer = { status: 200, body: { total: 12.5, paid: 10, margin: 3, items: [{ unit_cost: 2 }] } };
  for (const asked of ['POST /rest/v1/rpc/record_sale', 'GET /rest/v1/sale_list?select=*'])
    expect(toldOf('cashier', asked, answer)).toEqual([`cashier ${asked}: margin = 3`, `cashier ${asked}: items.unit_cost = 2`]);
  expect(toldOf('cashier', 'GET /rest/v1/purchase_amounts?notes=sale', answer)).toHaveLength(4);
});
