import { useState } from 'react';
import { useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { download } from '@/lib/download.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Paper } from '@/lib/pdf/paper.ts';
import { settings } from '@/lib/settings.ts';
import { toast } from '@/ui/toast.tsx';
import { letterheadOf } from './letterhead.ts';

/** What a document says on paper; what stands on every paper of the business comes by itself. */
export type Written = Omit<Paper, 'language' | 'letterhead' | 'printed' | 'page'>;

/** Isolating marks are for the screen; on paper each value stands alone. */
const onPaper = (text: string) => text.replace(/[\u2066-\u2069\u200e\u200f]/g, '');
const plain = <Said extends { label: string; value?: string }>(said: readonly Said[]): Said[] =>
  said.map((one) => ({ ...one, label: onPaper(one.label), ...(one.value === undefined ? {} : { value: onPaper(one.value) }) }));

/** Makes the PDF when it is asked for and hands it to the browser. */
export function usePaper<Kind extends string>(write: (kind: Kind) => Written | Promise<Written>) {
  const { t } = useTranslation();
  const { business } = useMe();
  const [making, setMaking] = useState<Kind | null>(null);
  const print = async (kind: Kind) => {
    setMaking(kind);
    try {
      const [{ makePdf }, written] = await Promise.all([import('@/lib/pdf/make-pdf.tsx'), write(kind)]);
      const pdf = await makePdf({
        ...written,
        facts: plain(written.facts),
        columns: plain(written.columns),
        totals: plain(written.totals),
        language: settings().language,
        letterhead: letterheadOf(t, business),
        printed: onPaper(t('document.paper.printed', { at: formatDateTime(new Date()) })),
        page: (page, pages) => onPaper(t('document.paper.page', { page: formatNumber(page), pages: formatNumber(pages) })),
      });
      download(pdf, `${written.title} ${written.number}.pdf`);
    } catch {
      toast({ text: t('document.paper.failed'), tone: 'bad' });
    } finally {
      setMaking(null);
    }
  };
  return { making, print };
}
