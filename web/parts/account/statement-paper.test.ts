import { join } from 'node:path';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import type { StatementEntry } from '@/db/statements.ts';
import { loadFace } from '@/lib/pdf/face.ts';
import { charged, paid, statementPaper } from './statement-paper.ts';

const said = ((key: string, { from, to }: Record<string, string> = {}) => (from ? `${from} – ${to}` : key)) as unknown as TFunction;
const entry = (kind: StatementEntry['kind'], amount: number, owed: number, more: Partial<StatementEntry> = {}): StatementEntry => ({
  id: owed,
  day: '2026-10-05',
  kind,
  number: 'PO-ZAM-2026-000001',
  purchase_order_id: 'x',
  reference: 'INV-7',
  payment_method: null,
  payment_method_ar: null,
  branch: 'Zamalek',
  branch_ar: null,
  amount,
  owed,
  ...more,
});
const paper = (days: { from: string | null; before: string | null }) =>
  statementPaper(said, {
    party: { side: 'supplier', name: 'Delta Mills', name_ar: null, phone: null },
    statement: {
      opening: 10,
      closing: 65,
      entries: [
        entry('order', 100, 110),
        entry('receipt', 0, 110, { number: 'GR-1' }),
        entry('closed_short', -20, 90),
        entry('payment', -40, 50, { payment_method: 'Cash' }),
        entry('voided', 15, 65, { payment_method: 'Cash' }),
      ],
    },
    days,
    today: '2026-11-23',
    branches: [
      { name: 'Zamalek', name_ar: null },
      { name: 'Maadi', name_ar: null },
    ],
  });

it('lists opening balance, purchases, payments and closing balance in their columns', () => {
  const { number, rows, totals } = paper({ from: '2026-10-01', before: '2026-11-01' });
  expect(number).toBe('Delta Mills');
  expect(rows.map(([, kind, ...rest]) => [kind?.split('.').at(-1), ...rest])).toEqual([
    ['opening', '', '', '', '', '10.00'],
    ['order', 'PO-ZAM-2026-000001', 'INV-7', '100.00', '', '110.00'],
    ['receipt', 'GR-1', '', '', '', '110.00'],
    ['closed_short', 'PO-ZAM-2026-000001', 'INV-7', '−20.00', '', '90.00'],
    ['payment', 'PO-ZAM-2026-000001', 'Cash', '', '40.00', '50.00'],
    ['voided', 'PO-ZAM-2026-000001', 'Cash', '', '−15.00', '65.00'],
  ]);
  expect(totals.map(({ value }) => value)).toEqual(['10.00', '80.00', '−25.00', '65.00']);
});

it('has room for any document number on one line', async () => {
  const fonts = join(process.cwd(), 'node_modules/@expo-google-fonts/cairo');
  const cairo = { regular: join(fonts, '400Regular/Cairo_400Regular.ttf'), bold: join(fonts, '700Bold/Cairo_700Bold.ttf') };
  const face = await loadFace(cairo, cairo, []);
  const { columns } = paper({ from: null, before: null });
  // The page is 515 points wide, and a cell has 5 points of padding on each side.
  const room = (515 * columns.find(({ kind }) => kind === 'code')!.share) / columns.reduce((sum, { share }) => sum + share, 0) - 10;
  expect(face.width('PO-MNQGOW-2026-0001', 9, false)).toBeLessThan(room);
});

it('names its period, also without limits', () => {
  const period = (days: Parameters<typeof paper>[0]) => paper(days).facts[0]?.value;
  expect(period({ from: '2026-10-01', before: '2026-11-01' })).toBe('1 Oct 2026 – 31 Oct 2026');
  expect(period({ from: null, before: null })).toBe('5 Oct 2026 – 23 Nov 2026');
});

it('has sales, returns and opening balances in one column, payments and refunds in the other', () => {
  const charges = ['sale', 'return', 'sale_voided', 'return_voided', 'opening_balance', 'opening_balance_voided'] as const;
  const kinds = [...charges, 'payment', 'refund', 'payment_voided', 'refund_voided'] as const;
  const rows = kinds.map((kind) => entry(kind, 5, 0, { purchase_order_id: undefined, sale_id: 'x' }));
  expect(rows.map((row) => [row.kind, charged(row), paid(row)])).toEqual(
    kinds.map((kind, index) => [kind, ...(index < charges.length ? [5, null] : [null, -5])]),
  );
});
