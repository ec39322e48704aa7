import { useState } from 'react';
import { useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { download } from '@/lib/download.ts';
import { toast } from '@/ui/toast.tsx';
import { paperOf, printedHere, type Written } from './paper-of.ts';

/** Makes the PDF when it is asked for and hands it to the browser. */
export function usePaper<Kind extends string>(write: (kind: Kind) => Written | Promise<Written>) {
  const { t } = useTranslation();
  const { business } = useMe();
  const [making, setMaking] = useState<Kind | null>(null);
  const print = async (kind: Kind) => {
    setMaking(kind);
    try {
      const paper = paperOf(t, business, await write(kind));
      if (await printedHere(paper)) return;
      const pdf = await (await import('@/lib/pdf/make-pdf.tsx')).makePdf(paper);
      // The same sale off the roll and on A4 are two files.
      download(pdf, `${paper.title} ${paper.number}${paper.roll ? ' 80 mm' : ''}.pdf`);
    } catch {
      toast({ text: t('document.paper.failed'), tone: 'bad' });
    } finally {
      setMaking(null);
    }
  };
  return { making, print };
}
