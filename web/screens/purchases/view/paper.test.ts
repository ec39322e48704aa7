import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { PurchaseDetail } from '@/db/purchases.ts';
import { purchasePaper } from './paper.ts';

const said = ((key: string) => key) as unknown as TFunction;
const paperOf = (status: string) =>
  purchasePaper(said, {
    order: { number: 'PO-ZAM-2026-000001', status, supplier: 'Delta Mills', branch: 'Zamalek', ordered_on: '2026-11-05' },
    amounts: { subtotal: 10, charge_lines: [], tax: 0, total: 10, paid: 0, remaining: 10, taxes: [] },
    items: [{ quantity: 1, unit_cost: 10, total: 10, barcode: '622' }],
  } as unknown as PurchaseDetail);

it('a purchase order on paper shows unit prices, and of all statuses only "cancelled"', () => {
  expect(paperOf('pending').columns.map(({ label }) => label)).toContain('purchases.paper.unitPrice');
  expect(['pending', 'completed', 'cancelled'].map((status) => paperOf(status).status)).toEqual([
    undefined,
    undefined,
    'purchases.status.cancelled',
  ]);
});
