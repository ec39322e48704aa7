import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { Business } from '@/db/me-types.ts';
import type { SaleDetail } from '@/db/sales.ts';
import { salePaper, taxCode, type SalePaper } from './paper.ts';

const said = ((key: string) => key.split('.').at(-1)) as unknown as TFunction;
const saudi = { name: 'Dar Nour', name_ar: 'دار نور', tax_number: '300000000000003', currency: 'SAR', country: 'SA' } as Business;
const payment = { return_id: null, voided_at: null, payment_method: 'Cash', amount: 60, tendered: 60, rounding: 0 };
const paperOf = (kind: SalePaper, sale: object = {}, business = saudi, first: object = {}, then: object = {}) =>
  salePaper(
    said,
    business,
    {
      sale: {
        number: 'SA-ZAM-1-2026-0001',
        type: 'sale',
        status: 'completed',
        sold_at: '2026-11-24T01:02:03.456+02:00',
        subtotal: 100,
        discount: 0,
        tax: 15,
        taxes: [
          { ...{ tax_rate_id: 'vat', tax_rate: 'VAT', tax_rate_ar: null, percentage: 15 }, ...{ included: false, net: 100, tax: 15 } },
        ],
        total: 115,
        paid: 115,
        remaining: 0,
        customer_id: null,
        branch: 'Zamalek',
        ...sale,
      },
      items: [
        {
          quantity: 1,
          unit_price: 100,
          discount: 0,
          document_discount: 0,
          tax: 15,
          tax_included: false,
          tax_percentage: 15,
          total: 115,
          product: 'Scarf',
          barcode: '622',
        },
      ],
      payments: [
        { ...payment, ...first },
        { ...payment, amount: 55, tendered: 100 },
        { ...payment, voided_at: '2026-11-24' },
      ],
      returned_sales: [],
      ...then,
    } as unknown as SaleDetail,
    kind,
  );
const totals = (...asked: Parameters<typeof paperOf>) =>
  paperOf(...asked).totals.map(({ label, value, final }) => `${label} ${value}${final ? '.' : ''}`);

it('a paid sale ends with the total, an unpaid one with the rest, and tender and change follow', () => {
  expect(totals('receipt')).toEqual(['subtotal 100.00', 'rateOn 15.00', 'total 115.00.', 'Cash 160.00', 'change 45.00']);
  expect(totals('receipt', {}, saudi, { amount: 59.95, tendered: 59.95, rounding: -0.05 }).slice(3)).toEqual([
    'rounding −0.05',
    'Cash 159.95',
    'change 45.00',
  ]);
  expect(totals('invoice', { paid: 15, remaining: 100 }).slice(2, 5)).toEqual(['total 115.00', 'paid −15.00', 'remaining 100.00.']);
  expect(totals('invoice', { status: 'voided', paid: 0 })).toEqual(['subtotal 100.00', 'rateOn 15.00', 'total 115.00.']);
});

it('a corrected payment is printed by its methods, and one moved back as it was handed over', () => {
  const part = (payment_method: string, amount: number) => ({ payment_method_id: payment_method, payment_method, amount });
  const tender = { payment_method_id: 'Cash', tendered: 100, corrections: [{}] };
  const moved = { ...tender, paid_by: [part('Card', 40), part('Cash', 20)] };
  expect(totals('receipt', {}, saudi, moved).slice(3)).toEqual(['Card 40.00', 'Cash 120.00', 'change 45.00']);
  const back = { ...tender, paid_by: [part('Cash', 60)] };
  expect(totals('receipt', {}, saudi, back).slice(3)).toEqual(['Cash 200.00', 'change 85.00']);
});

it('each row has as many figures as there are columns, on a roll as on A4', () => {
  for (const kind of ['receipt', 'invoice'] as const) expect(paperOf(kind).rows[0]).toHaveLength(paperOf(kind).columns.length);
  expect(paperOf('receipt').rows).toEqual([['Scarf', '1', '100.00', '15.00', '115.00']]);
});

it('the tax code is printed only for a Saudi business with a tax number, not if voided', () => {
  const bytes = (code = '') => [...atob(code)].map((letter) => letter.charCodeAt(0));
  const read = (code?: string) => {
    const [all, values] = [bytes(code), [] as string[]];
    for (let index = 0; index < all.length; index += 2 + (all[index + 1] ?? 0))
      values.push(
        `${all[index]} ${new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(all.slice(index + 2, index + 2 + (all[index + 1] ?? 0))))}`,
      );
    return values;
  };
  const { title, qr } = paperOf('receipt');
  expect(title).toBe('taxInvoice');
  expect(read(qr)).toEqual(['1 Dar Nour', '2 300000000000003', '3 2026-11-23T23:02:03Z', '4 115.00', '5 15.00']);
  expect(read(taxCode({ ...saudi, name: 'ن'.repeat(200) }, { sold_at: '2026-11-24', total: 1, tax: 0, status: 'completed' }))[0]).toBe(
    `1 ${'ن'.repeat(127)}`,
  );
  expect(
    [
      paperOf('receipt', {}, { ...saudi, country: 'EG' }),
      paperOf('receipt', {}, { ...saudi, tax_number: null }),
      paperOf('receipt', { status: 'voided' }),
    ].map((paper) => [paper.title, paper.qr]),
  ).toEqual(Array(3).fill(['invoice', undefined]));
});

it('a reprint shows the business as it was at the time of the sale', () => {
  const { qr, issuer } = paperOf(
    'receipt',
    {},
    saudi,
    {},
    { business: { name: 'Old Nour', name_ar: null, tax_number: null, country: 'SA', contact_number: null } },
  );
  expect([qr, issuer]).toEqual([undefined, expect.objectContaining({ name: 'Old Nour', tax_number: null })]);
  expect(paperOf('receipt', {}, { ...saudi, country: 'EG' }, {}, { business: { country: 'SA' } }).title).toBe('taxInvoice');
});

it('receipt header and footer are printed on the roll, not on A4', () => {
  const written = { ...saudi, receipt_header: 'Open until ten', receipt_footer: 'Thank you\nCome again' };
  expect(
    [paperOf('receipt', {}, written), paperOf('invoice', {}, written), paperOf('receipt')].map(({ above, below }) => [above, below]),
  ).toEqual([
    ['Open until ten', 'Thank you\nCome again'],
    [undefined, undefined],
    ['', ''],
  ]);
});

it('a sale shows when it was sold, and a return when the goods came back', () => {
  expect(['sale', 'return', 'exchange'].map((type) => paperOf('receipt', { type }).facts[0]?.label)).toEqual([
    'soldAt',
    'returnedAt',
    'soldAt',
  ]);
});
