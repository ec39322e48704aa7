import { describe, expect, it } from 'vitest';
import type { PermissionName } from '@/db/types.gen.ts';
import { reports, type ReportQuery } from './reports.ts';
import { openedBy, rowsBehind } from './rows-behind.ts';

const report = (name: string) => reports.find((one) => one.name === name)!;
const asked: ReportQuery = { period: 'this_month', heading: 'day' };
const days = { from: '2026-02-10', to: '2026-03-15' };
const read = (address: string | undefined) => decodeURIComponent(address ?? 'none');

describe('the address of the rows behind a figure', () => {
  it('has the period and filters of the report, and the key of the row', () => {
    expect(read(rowsBehind(report('sales'), { ...asked, filters: { brand: ['b1', 'b2'] } }, days, { product: 'p' }))).toBe(
      '/reports/sales/lines?brand=b1&brand=b2&product=p&sold=2026-02-10..2026-03-15',
    );
    expect(read(rowsBehind(report('expenses'), asked, days, { expense_category: 'c' }))).toBe(
      '/accounting/expenses?category=c&spent=2026-02-10..2026-03-15',
    );
  });

  it('has the days of a week or month within the period, and of both headings together', () => {
    const sold = (keys: Parameters<typeof rowsBehind>[3]) =>
      new URLSearchParams(rowsBehind(report('sales'), asked, days, keys)!.split('?')[1]).get('sold');
    expect(sold({ month: '2026-02-01' })).toBe('2026-02-10..2026-02-28');
    expect(sold({ month: '2026-03-01' })).toBe('2026-03-01..2026-03-15');
    expect(sold({ week: '2026-02-28', month: '2026-02-01' })).toBe('2026-02-28..2026-02-28');
    expect(sold({ day: '2026-02-20', hour: '9' })).toBe('2026-02-20..2026-02-20');
  });

  it('has the asked period where the answer has no days', () => {
    expect(read(rowsBehind(report('sales'), { ...asked, period: '..' }, { from: null, to: null }))).toBe('/reports/sales/lines?sold=..');
    expect(read(rowsBehind(report('sales'), asked, { from: '2026-02-10', to: null }))).toBe('/reports/sales/lines?sold=2026-02-10..');
  });

  it('replaces a filter by the row of the same heading', () => {
    expect(read(rowsBehind(report('sales'), { ...asked, filters: { branch: ['a', 'b'] } }, days, { branch: 'a' }))).toBe(
      '/reports/sales/lines?branch=a&sold=2026-02-10..2026-03-15',
    );
  });

  it('lists the rows without a brand, and none where the list has no such filter', () => {
    expect(read(rowsBehind(report('sales'), asked, days, { brand: '' }))).toBe(
      '/reports/sales/lines?brand=none&sold=2026-02-10..2026-03-15',
    );
    expect(rowsBehind(report('expenses'), asked, days, { expense_category: '' })).toBeUndefined();
    expect(rowsBehind(report('purchases'), { ...asked, filters: { customer: ['c'] } }, days)).toBeUndefined();
  });

  it('filters by the kind of payment that the measure counts', () => {
    const taken: ReportQuery = { ...asked, measure: 'taken' };
    expect(read(rowsBehind(report('cash_flow'), taken, days, { kind: 'taken' }))).toBe(
      '/reports/cash-flow/payments?kind=taken&paid=2026-02-10..2026-03-15',
    );
    expect(rowsBehind(report('cash_flow'), taken, days, { kind: 'given_back' })).toBeUndefined();
    expect(rowsBehind(report('cash_flow'), { ...taken, filters: { kind: ['taken', 'given_back'] } }, days)).toBeUndefined();
  });

  it('counts no corrections among the payments by a method', () => {
    expect(read(rowsBehind(report('methods'), { ...asked, measure: 'payments' }, days, { payment_method: 'm' }))).toBe(
      '/reports/methods/payments?kind=taken&kind=given_back&payment_method=m&paid=2026-02-10..2026-03-15',
    );
  });

  it('opens the age of stock by branch only for one branch, and variants not at all', () => {
    const byBranch: ReportQuery = { ...asked, heading: 'category', columns: 'branch' };
    const none = { from: undefined, to: undefined };
    expect(rowsBehind(report('stock_age'), byBranch, none, { category: 'c' })).toBeUndefined();
    expect(read(rowsBehind(report('stock_age'), byBranch, none, { category: 'c', branch: 'b' }))).toBe(
      '/reports/stock-age?by=variant&category=c&branch=b',
    );
    expect(rowsBehind(report('stock_age'), { ...asked, heading: 'variant' }, none, { variant: 'v' })).toBeUndefined();
  });

  it('keeps the day of a report of one day', () => {
    expect(read(rowsBehind(report('stock'), { ...asked, day: '2026-02-01', heading: 'brand' }, { from: undefined }, { brand: 'b' }))).toBe(
      '/reports/stock?by=variant&brand=b&day=2026-02-01',
    );
  });

  it('counts only orders that are not cancelled', () => {
    expect(read(rowsBehind(report('purchases'), asked, days, { supplier: 's' }))).toBe(
      '/purchase?status=pending&status=completed&supplier=s&ordered=2026-02-10..2026-03-15',
    );
  });
});

describe('the address of the rows behind a line of an account', () => {
  const ofBranches: ReportQuery = { period: 'this_month', heading: undefined, filters: { branch: ['a', 'b'] } };
  const row = (kind: string, more: Record<string, string | number | null> = {}) => ({ id: kind, name: null, name_ar: null, kind, ...more });
  const open = (name: string, line: ReturnType<typeof row>) => read(report(name).opens?.(line, ofBranches, '2026-02-10..2026-03-15'));

  it('has the branches and days of the tax report', () => {
    const rate = { tax_rate_id: 'r', percentage: 14 };
    expect(open('tax', row('sales', rate))).toBe(
      '/reports/sales/lines?goods=sold&tax_rate=r&tax_percentage=14&sold=2026-02-10..2026-03-15&branch=a&branch=b',
    );
    expect(open('tax', row('purchases', { tax_rate_id: null, percentage: null }))).toBe(
      '/purchase?status=completed&tax=none&ordered=2026-02-10..2026-03-15&branch=a&branch=b',
    );
  });

  it('has the branches and days of profit and loss', () => {
    expect(open('profit_and_loss', row('returns'))).toBe(
      '/reports/sales/lines?goods=returned&sold=2026-02-10..2026-03-15&branch=a&branch=b',
    );
    expect(open('profit_and_loss', { ...row('expense'), id: 'expense:c' })).toBe(
      '/accounting/expenses?category=c&spent=2026-02-10..2026-03-15&branch=a&branch=b',
    );
  });

  it('lists the cost differences of the same branches and days', () => {
    expect(open('profit_and_loss', row('corrected'))).toBe(
      '/reports/profit-and-loss/cost-differences?booked=2026-02-10..2026-03-15&branch=a&branch=b',
    );
  });

  it('opens nothing where the list cannot have the branches of the report', () => {
    expect(report('profit_and_loss').opens?.(row('counted'), ofBranches, '..')).toBeUndefined();
    expect(report('profit_and_loss').opens?.(row('adjusted'), ofBranches, '..')).toBeUndefined();
  });

  const opened = (name: string, kinds: string[], can: (permission: PermissionName) => boolean) =>
    kinds.map((kind) => openedBy(report(name), row(kind), { ...ofBranches, filters: {} }, days, can)?.split('?')[0]);
  const TAX = ['sales', 'sale_returns', 'purchases', 'purchase_returns', 'expenses', 'output_tax'];
  const PROFIT = ['sales', 'damaged', 'cost', 'counted', 'adjusted', 'corrected', 'drawers', 'expense'];

  it('opens every list that the user may view', () => {
    expect(opened('tax', TAX, () => true)).toEqual([
      ...['/reports/sales/lines', '/reports/sales/lines', '/purchase', '/purchase/returns', '/accounting/expenses', '/reports/sales'],
    ]);
    expect(opened('profit_and_loss', PROFIT, () => true)).toEqual([
      ...['/reports/sales/lines', '/accounting/sales', '/reports/sales', '/inventory/counts', '/inventory/stock/movements'],
      ...['/reports/profit-and-loss/cost-differences', '/reports/shifts', '/accounting/expenses'],
    ]);
    for (const name of ['payables', 'receivables', 'low_stock']) expect(opened(name, ['x'], () => true)).not.toEqual([undefined]);
  });

  it('opens no list that the user may not view', () => {
    expect(opened('tax', TAX, (permission) => permission === 'purchasing.orders.view')).toEqual([
      ...[undefined, undefined, '/purchase', undefined, undefined, undefined],
    ]);
    expect(opened('tax', TAX, (permission) => permission === 'reports.sales.view').at(-1)).toBe('/reports/sales');
    expect(opened('profit_and_loss', PROFIT, (permission) => permission === 'accounting.expenses.view')).toEqual([
      ...Array<undefined>(7),
      '/accounting/expenses',
    ]);
    for (const name of ['payables', 'receivables', 'low_stock']) expect(opened(name, ['x'], () => false)).toEqual([undefined]);
  });
});
