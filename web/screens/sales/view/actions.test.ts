import { expect, it } from 'vitest';
import { mayVoid } from './actions.ts';

const sale = { status: 'completed' as const, business_day: '2026-11-23' };
const reader = { can: () => true, works: true, today: '2026-11-23' };

it('a sale is voided on its own business day, by who works there, while nothing of it came back and nothing was paid later', () => {
  const items = [{ returned: 0 }];
  const payments = [{ later: false, voided_at: null }, { later: true, voided_at: '2026-11-23' }];
  expect(mayVoid({ sale, items, payments }, reader)).toBe('on');
  expect(mayVoid({ sale, items, payments }, { ...reader, works: false })).toBe('branch_view_only');
  expect(mayVoid({ sale, items, payments }, { ...reader, today: '2026-11-24' })).toBe('sale_day_over');
  expect(mayVoid({ sale, items: [...items, { returned: 0.5 }], payments }, reader)).toBe('sale_has_returns');
  expect(mayVoid({ sale, items, payments: [...payments, { later: true, voided_at: null }] }, reader)).toBe('sale_has_payments');
  expect(mayVoid({ sale: { ...sale, status: 'voided' }, items, payments }, reader)).toBe('hidden');
  expect(mayVoid({ sale, items, payments }, { ...reader, can: (permission) => permission === 'accounting.sales.view' })).toBe('hidden');
});
