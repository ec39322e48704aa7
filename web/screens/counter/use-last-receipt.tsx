import { useEffect, useState, type ReactNode } from 'react';
import { useOutbox } from '@/db/counter-outbox.ts';
import { errorText } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { queryClient } from '@/db/query.ts';
import { wholeSale } from '@/db/sales.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { inTab } from '@/lib/stored.ts';
import { paperOf, printedHere } from '@/parts/document/paper-of.ts';
import { usePrintReceipt } from '@/parts/sale/browser-receipt.tsx';
import { salePaper, type SaleOnPaper } from '@/parts/sale/paper.ts';
import { toast } from '@/ui/toast.tsx';

/** The receipt of a sale that was made here. */
export interface LastReceipt {
  id: string;
  /** As the counter knows it. */
  paper: SaleOnPaper;
  /** What the database calls it, once it has said so. */
  number: string | null;
}

/** The last sale of this tab, whose receipt can be had again, also when the next one was begun or the tab was loaded anew. */
export function useLastReceipt(branchId: string) {
  const { profile } = useMe();
  const key = `receipt:${profile.id}:${branchId}`;
  const [last, setLast] = useState<LastReceipt | null>(() => inTab.read<LastReceipt | null>(key, null));
  useEffect(() => void inTab.write(key, last ?? undefined), [key, last]);
  return { last, setLast };
}

export interface ReceiptPrinter {
  /** Which is on its way to the paper. */
  printing: string | null;
  /** drawer: opens with it. */
  print: (last: LastReceipt, drawer: boolean) => Promise<void>;
  receipt: ReactNode;
}

export function useReceiptPrinter(): ReceiptPrinter {
  const { t } = useTranslation();
  const { business } = useMe();
  const { print: printInBrowser, receipt } = usePrintReceipt();
  const outbox = useOutbox();
  const [printing, setPrinting] = useState<string | null>(null);
  const print = async (last: LastReceipt, drawer: boolean) => {
    if (printing === last.id) return;
    setPrinting(last.id);
    try {
      const waits = outbox.some(({ id }) => id === last.id);
      // As it is on record, where it is; what the counter knows of it else. Of one that has left this device without a word nothing is known.
      const numbered = last.number === null ? null : { ...last.paper, sale: { ...last.paper.sale, number: last.number } };
      const recorded = waits
        ? null
        : await queryClient.fetchQuery(wholeSale(last.id)).catch((error: unknown) => {
            if (numbered) return numbered;
            throw error;
          });
      const paper = { ...salePaper(t, business, recorded ?? last.paper, 'receipt'), drawer };
      const written = recorded ? paper : { ...paper, notes: { label: '', value: t('counter.made.follows') } };
      if (!(await printedHere(paperOf(t, business, written)).catch(() => false))) printInBrowser(written);
    } catch (error) {
      toast({ tone: 'bad', text: errorText(t, error) });
    } finally {
      setPrinting((now) => (now === last.id ? null : now));
    }
  };
  return { printing, print, receipt };
}
