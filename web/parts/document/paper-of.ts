import type { TFunction } from 'i18next';
import type { Business } from '@/db/me.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Paper } from '@/lib/pdf/paper.ts';
import { settings } from '@/lib/settings.ts';
import { device } from '@/parts/printing/device.ts';
import { letterheadOf } from './letterhead.ts';

/** What a document says on paper; what stands on every paper of the business comes by itself. */
export type Written = Omit<Paper, 'language' | 'letterhead' | 'printed' | 'page'> & {
  /** Who made it out, where the business was called something else then. */
  issuer?: Partial<Business>;
};

/** Isolating marks are for the screen; on paper each value stands alone. */
const onPaper = (text: string) => text.replace(/[\u2066-\u2069\u200e\u200f]/g, '');
const plain = <Said extends { label: string; value?: string }>(said: readonly Said[]): Said[] =>
  said.map((one) => ({ ...one, label: onPaper(one.label), ...(one.value === undefined ? {} : { value: onPaper(one.value) }) }));

export const paperOf = (t: TFunction, business: Business, { issuer, ...written }: Written): Paper => ({
  ...written,
  facts: plain(written.facts),
  columns: plain(written.columns),
  totals: plain(written.totals),
  language: settings().language,
  letterhead: letterheadOf(t, { ...business, ...issuer }),
  printed: onPaper(t('document.paper.printed', { at: formatDateTime(new Date()) })),
  page: (page, pages) => onPaper(t('document.paper.page', { page: formatNumber(page), pages: formatNumber(pages) })),
});

/** Whether this device's own printer for receipts printed it; the paper comes from the browser else. */
export const printedHere = async (paper: Paper): Promise<boolean> =>
  paper.roll === true && device().receiptPrinter !== null && (await import('@/parts/printing/print-receipt.ts')).printReceipt(paper);
