import { useState } from 'react';
import { useMe } from '@/db/me.ts';
import type { PurchaseDetail } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { toast } from '@/ui/toast.tsx';
import { purchasePaper } from './paper.ts';

/** Makes the PDF when it is asked for and hands it to the browser. */
export function usePrint(purchase: PurchaseDetail) {
  const { t } = useTranslation();
  const { business } = useMe();
  const [making, setMaking] = useState(false);
  const print = async () => {
    setMaking(true);
    try {
      const { makePdf } = await import('@/lib/pdf/make-pdf.tsx');
      const url = URL.createObjectURL(await makePdf(purchasePaper(t, business, purchase)));
      const link = document.createElement('a');
      link.href = url;
      link.download = `${t('purchases.viewTitle')} ${purchase.order.number}.pdf`;
      link.click();
      // Some browsers still read it after the click.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch {
      toast({ text: t('purchases.failed.pdf'), tone: 'bad' });
    } finally {
      setMaking(false);
    }
  };
  return { making, print };
}
