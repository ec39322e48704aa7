import { expect, it } from 'vitest';
import { mayPay, mayReturn, mayVoid } from './actions.ts';

const sale = {
  type: 'sale' as const,
  status: 'completed' as const,
  business_day: '2026-11-23',
  total: 100,
  remaining: 40,
  has_returns: false,
  has_left: true,
};
const opening = { ...sale, type: 'opening' as const, status: 'opening' as const, has_left: false };
const reader = { can: () => true, worksInBranch: true, today: '2026-11-23' };

it('a sale can be voided on its business day, before any return or later payment', () => {
  const payments = [
    { paid_after_sale: false, voided_at: null },
    { paid_after_sale: true, voided_at: '2026-11-23' },
  ];
  expect(mayVoid({ sale, payments }, reader)).toBe('on');
  expect(mayVoid({ sale, payments }, { ...reader, worksInBranch: false })).toBe('branch_view_only');
  expect(mayVoid({ sale, payments }, { ...reader, today: '2026-11-24' })).toBe('sale_day_over');
  expect(mayVoid({ sale: { ...sale, has_returns: true }, payments }, reader)).toBe('sale_has_returns');
  expect(mayVoid({ sale, payments: [...payments, { paid_after_sale: true, voided_at: null }] }, reader)).toBe('sale_has_payments');
  expect(mayVoid({ sale: { ...sale, status: 'voided' }, payments }, reader)).toBe('hidden');
  expect(mayVoid({ sale: opening, payments }, reader)).toBe('hidden');
  expect(mayVoid({ sale, payments }, { ...reader, can: (permission) => permission === 'accounting.sales.view' })).toBe('hidden');
});

it('the rest of a sale is paid with the permission to sell, a refund with that for returns', () => {
  const reader = { can: () => true, worksAnywhere: true };
  expect(mayPay({ sale }, reader)).toBe('on');
  expect(mayPay({ sale }, { ...reader, worksAnywhere: false })).toBe('branch_view_only');
  expect(mayPay({ sale: { ...sale, remaining: 0 } }, reader)).toBe('hidden');
  expect(mayPay({ sale: opening }, reader)).toBe('on');
  expect(mayPay({ sale: { ...sale, status: 'voided' } }, reader)).toBe('hidden');
  const only = (held: string) => ({ ...reader, can: (permission: string) => permission === held });
  expect([mayPay({ sale }, only('accounting.sales.create')), mayPay({ sale }, only('accounting.sales.return'))]).toEqual(['on', 'hidden']);
  const owed = { ...sale, total: -100, remaining: -40 };
  expect([mayPay({ sale: owed }, only('accounting.sales.create')), mayPay({ sale: owed }, only('accounting.sales.return'))]).toEqual([
    'hidden',
    'on',
  ]);
});

it('goods can be returned while a line has some left', () => {
  const reader = { can: () => true, worksAnywhere: true };
  expect(mayReturn({ sale }, reader)).toBe('on');
  expect(mayReturn({ sale: { ...sale, has_left: false } }, reader)).toBe('hidden');
  expect(mayReturn({ sale: opening }, reader)).toBe('hidden');
  expect(mayReturn({ sale: { ...sale, status: 'voided' } }, reader)).toBe('hidden');
  expect(mayReturn({ sale }, { ...reader, worksAnywhere: false })).toBe('branch_view_only');
});
