import { expect, test } from 'vitest';
import { makePdf } from '@/lib/pdf/make-pdf.tsx';
import type { Paper } from '@/lib/pdf/paper.ts';

/* Makes PDFs with the fonts as the browser loads them. */

const paper = (name: string, roll = false): Paper => ({
  language: 'en',
  letterhead: { name: 'Dar Nour', facts: [] },
  title: 'Order',
  number: 'PO-1',
  facts: [],
  columns: [{ label: 'Product', share: 1, kind: 'text' }],
  rows: [[name]],
  totals: [],
  signatures: [],
  printed: 'today',
  page: () => '1',
  roll,
});

test('a document prints Cyrillic names, and is refused with the character that no font has', async () => {
  const plain = await makePdf(paper('Rug 3 m² 5 \u20c1'));
  const cyrillic = await makePdf(paper('Анна'));
  // With the letters of a second font.
  expect(cyrillic.size).toBeGreaterThan(plain.size);
  await expect(makePdf(paper('Tea 茶'))).rejects.toMatchObject({ letter: '茶', text: 'Tea 茶' });
});

test('a receipt prints in any case, because a customer waits for it', async () => {
  expect((await makePdf(paper('Tea 茶', true))).type).toBe('application/pdf');
});
