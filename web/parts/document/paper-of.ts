import type { TFunction } from 'i18next';
import type { Business } from '@/db/me-types.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Paper } from '@/lib/pdf/paper.ts';
import { settings } from '@/lib/settings.ts';
import { device } from '@/parts/printing/device.ts';
import { letterheadOf } from './letterhead.ts';

/** A document's own content on paper; the parts common to all papers are added by `paperOf`. */
export type Written = Omit<Paper, 'language' | 'letterhead' | 'printed' | 'page'> & {
  /** The issuer's details at that time, where they differ from today's. */
  issuer?: Partial<Business>;
  /** The email address it is sent to. */
  to?: string | null;
};

/** Removes bidi marks, which are only for the screen; on paper each value is set separately. */
const onPaper = (text: string) => text.replace(/[\u2066-\u2069\u200e\u200f]/g, '');
const plain = <Labelled extends { label: string; value?: string }>(entries: readonly Labelled[]): Labelled[] =>
  entries.map((entry) => ({
    ...entry,
    label: onPaper(entry.label),
    ...(entry.value === undefined ? {} : { value: onPaper(entry.value) }),
  }));

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

/** Prints on this device's receipt printer and answers whether it did; otherwise the browser prints. */
export const printedHere = async (paper: Paper): Promise<boolean> =>
  paper.roll === true && device().receiptPrinter !== null && (await import('@/parts/printing/print-receipt.ts')).printReceipt(paper);
