import { afterEach, expect, it, vi } from 'vitest';
import { download } from '@/lib/download.ts';
import type { Paper } from '@/lib/pdf/paper.ts';
import { mailOf, sendPaper } from './send-paper.ts';

vi.mock('@/lib/download.ts', () => ({ download: vi.fn() }));

const paper = {
  letterhead: { name: 'Dar Nour' },
  title: 'Invoice',
  number: 'SA-ZAM-1-2026-0001',
  facts: [{ label: 'Branch', value: 'Zamalek' }],
  columns: [{ label: 'Product' }, { label: 'Quantity' }, { label: 'Total' }],
  rows: [['Scarf & shawl', '1', '100.00']],
  totals: [{ label: 'Total', value: '100.00' }],
} as unknown as Paper;
const file = new File(['%PDF'], 'Invoice SA-ZAM-1-2026-0001.pdf', { type: 'application/pdf' });

afterEach(() => vi.unstubAllGlobals());

it("an email contains the document's text, or only its totals if the address would be too long", () => {
  const read = (address: string) => Object.fromEntries(new URL(address).searchParams);
  expect(mailOf(paper, 'amal+1@example.com')).toMatch(/^mailto:amal%2B1@example\.com\?subject=/);
  expect(read(mailOf(paper, null))).toEqual({
    subject: 'Dar Nour · Invoice SA-ZAM-1-2026-0001',
    body: [
      'Dar Nour',
      'Invoice SA-ZAM-1-2026-0001',
      'Branch: Zamalek',
      '',
      'Product · Quantity · Total',
      'Scarf & shawl · 1 · 100.00',
      '',
      'Total: 100.00',
    ].join('\r\n'),
  });
  const long = { ...paper, rows: Array.from({ length: 200 }, () => paper.rows[0]!) };
  expect(read(mailOf(long, null)).body).toBe(
    ['Dar Nour', 'Invoice SA-ZAM-1-2026-0001', 'Branch: Zamalek', '', 'Total: 100.00'].join('\r\n'),
  );
});

it('a document is shared by the device, or saved with a new email if that fails', async () => {
  const assign = vi.fn();
  const saved = vi.mocked(download);
  const shared = vi.fn<(what: ShareData) => Promise<void>>(() => Promise.resolve());
  const attempt = async (able: boolean) => {
    vi.stubGlobal('location', { assign });
    vi.stubGlobal('navigator', { canShare: () => able, share: shared });
    await sendPaper(paper, file, 'amal@example.com');
    return [shared.mock.calls.splice(0).length, saved.mock.calls.splice(0).length, assign.mock.calls.splice(0).length];
  };
  expect(await attempt(true)).toEqual([1, 0, 0]);
  shared.mockRejectedValueOnce(new DOMException('', 'AbortError'));
  expect(await attempt(true)).toEqual([1, 0, 0]);
  shared.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  expect(await attempt(true)).toEqual([1, 1, 1]);
  expect(await attempt(false)).toEqual([0, 1, 1]);
});
