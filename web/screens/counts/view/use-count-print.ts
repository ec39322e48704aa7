import { useState } from 'react';
import { allCountLines, type CountRow } from '@/db/counts.ts';
import { useCan, useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { toast } from '@/ui/toast.tsx';
import { paperOf, type CountPaper } from './paper.ts';

/** Makes the PDF when it is asked for and hands it to the browser. */
export function useCountPrint(count: CountRow, scope: string, currency: string) {
  const { t, i18n } = useTranslation();
  const { business } = useMe();
  const can = useCan();
  const [making, setMaking] = useState<CountPaper | null>(null);
  const print = async (kind: CountPaper) => {
    setMaking(kind);
    try {
      const [{ makePdf }, lines] = await Promise.all([import('@/lib/pdf/make-pdf.tsx'), allCountLines({ id: count.id, show: kind === 'sheet' ? 'sheet' : 'counted', sort: 'product' })]);
      const paper = paperOf(kind, { t, language: i18n.language === 'ar' ? 'ar' : 'en', business, currency, count, scope, lines, costs: can('inventory.costs.view') });
      const url = URL.createObjectURL(await makePdf(paper));
      const link = document.createElement('a');
      link.href = url;
      link.download = `${t('counts.paper.file', { kind: paper.title, number: count.number })}.pdf`;
      link.click();
      // Some browsers still read it after the click.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch {
      toast({ text: t('counts.paper.failed'), tone: 'bad' });
    } finally {
      setMaking(null);
    }
  };
  return { making, print };
}
