import { useState } from 'react';
import { rpc } from '@/db/calls.ts';
import { AppError } from '@/db/errors.ts';
import { useCan, useMe } from '@/db/me.ts';
import { wholeTransfer, type TransferDetail } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { toast } from '@/ui/toast.tsx';
import type { Preview } from './account.ts';
import { paperOf, type PaperKind } from './paper.ts';

/** Makes the PDF when it is asked for and hands it to the browser. */
export function usePrint({ transfer, items }: TransferDetail) {
  const { t, i18n } = useTranslation();
  const { business } = useMe();
  const can = useCan();
  const [making, setMaking] = useState<PaperKind | null>(null);

  const allLines = async () => {
    if (items.length === transfer.lines) return items;
    const whole = await wholeTransfer(transfer.id);
    // Out of reach since: a paper with some of its lines would pass for the whole.
    if (!whole) throw new AppError('transfer_not_found');
    return whole.items;
  };
  const print = async (kind: PaperKind) => {
    setMaking(kind);
    try {
      const language = i18n.language === 'ar' ? 'ar' : 'en';
      const [{ makePdf }, lines, onHand] = await Promise.all([import('@/lib/pdf/make-pdf.tsx'), allLines(), kind === 'picking' && transfer.status === 'pending' ? atSource(transfer.id) : none]);
      const paper = paperOf(kind, { t, language, business, currency: currencyWord(), transfer, lines, costs: can('inventory.costs.view'), onHand });
      const url = URL.createObjectURL(await makePdf(paper));
      const link = document.createElement('a');
      link.href = url;
      link.download = `${t('transfers.paper.file', { kind: paper.title, number: transfer.number })}.pdf`;
      link.click();
      // Some browsers still read it after the click.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch {
      toast({ text: t('transfers.failed.pdf'), tone: 'bad' });
    } finally {
      setMaking(null);
    }
  };
  return { making, print };
}

const none: ReadonlyMap<string, number | null> = new Map();

async function atSource(id: string): Promise<ReadonlyMap<string, number | null>> {
  const preview = await rpc<'transfer_preview', Preview>('transfer_preview', { id });
  return new Map(preview.lines.map((line) => [line.variant_id, line.at_source]));
}
