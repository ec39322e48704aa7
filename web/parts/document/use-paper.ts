import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { download } from '@/lib/download.ts';
import { UnprintableError } from '@/lib/pdf/letters.ts';
import type { Paper } from '@/lib/pdf/paper.ts';
import { toast } from '@/ui/toast.tsx';
import { paperOf, printedHere, type Written } from './paper-of.ts';

/** Makes a document's PDF on demand and downloads, prints or sends it. */
export function usePaper<Kind extends string>(write: (kind: Kind) => Written | Promise<Written>) {
  const { t } = useTranslation();
  const { business } = useMe();
  const [printing, setPrinting] = useState<Kind | 'mail' | null>(null);
  const make = async (kind: Kind, busy: Kind | 'mail', deliver: (paper: Paper, to: string | null) => Promise<void>) => {
    setPrinting(busy);
    try {
      const { to = null, ...written } = await write(kind);
      await deliver(paperOf(t, business, written), to);
    } catch (error) {
      toast({ text: paperFailure(t, error), tone: 'bad' });
    } finally {
      setPrinting(null);
    }
  };
  const print = (kind: Kind) =>
    make(kind, kind, async (paper) => {
      if (await printedHere(paper)) return;
      const file = await fileOf(paper);
      download(file, file.name);
    });
  const send = (kind: Kind) =>
    make(kind, 'mail', async (paper, to) => {
      const [{ sendPaper }, file] = await Promise.all([import('./send-paper.ts'), fileOf(paper)]);
      await sendPaper(paper, file, to);
    });
  return { printing, print, send };
}

export function paperFailure(t: TFunction, error: unknown): string {
  if (!(error instanceof UnprintableError)) return t('document.paper.failed');
  const { letter, text } = error;
  const from = Math.max(0, text.indexOf(letter) - 40);
  return t('document.paper.unprintable', { letter, text: text.slice(from, from + 80).trim() });
}

export async function fileOf(paper: Paper): Promise<File> {
  const pdf = await (await import('@/lib/pdf/make-pdf.tsx')).makePdf(paper);
  // The receipt and the A4 version of a sale need different file names.
  return new File([pdf], `${paper.title} ${paper.number}${paper.roll ? ' 80 mm' : ''}.pdf`, { type: 'application/pdf' });
}
