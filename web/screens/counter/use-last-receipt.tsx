import { useEffect, useState, type ReactNode } from 'react';
import { useOutbox } from '@/db/counter-outbox.ts';
import { errorText } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { queryClient } from '@/db/query.ts';
import { wholeSale } from '@/db/sales.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { tabStorage } from '@/lib/stored.ts';
import { paperOf, printedHere } from '@/parts/document/paper-of.ts';
import { usePrintReceipt } from '@/parts/sale/browser-receipt.tsx';
import { salePaper, type SaleOnPaper } from '@/parts/sale/paper.ts';
import { toast } from '@/ui/toast.tsx';

/** The receipt of a sale made at this counter. */
export interface LastReceipt {
  id: string;
  /** The receipt as the counter knows it. */
  paper: SaleOnPaper;
  /** The number the database gave the sale, once it has answered. */
  number: string | null;
}

/** The last sale of this tab, kept over a reload, so that its receipt can be printed again. */
export function useLastReceipt(branchId: string) {
  const { profile } = useMe();
  const key = `receipt:${profile.id}:${branchId}`;
  const [last, setLast] = useState<LastReceipt | null>(() => tabStorage.read<LastReceipt | null>(key, null));
  useEffect(() => void tabStorage.write(key, last ?? undefined), [key, last]);
  return { last, setLast };
}

export interface ReceiptPrinter {
  /** The id of the sale whose receipt is being printed. */
  printing: string | null;
  /** opensDrawer: opens the cash drawer too. */
  print: (last: LastReceipt, opensDrawer: boolean) => Promise<void>;
  receipt: ReactNode;
}

export function useReceiptPrinter(): ReceiptPrinter {
  const { t } = useTranslation();
  const { business } = useMe();
  const { print: printInBrowser, receipt } = usePrintReceipt();
  const outbox = useOutbox();
  const [printing, setPrinting] = useState<string | null>(null);
  const print = async (last: LastReceipt, opensDrawer: boolean) => {
    if (printing === last.id) return;
    setPrinting(last.id);
    try {
      const isUnsent = outbox.some(({ id }) => id === last.id);
      // Prints the recorded sale. While it is unsent, prints the counter's own receipt. If fetching fails, prints the counter's receipt
      // with the sale's number if that is known; otherwise reports the error.
      const receiptWithNumber = last.number === null ? null : { ...last.paper, sale: { ...last.paper.sale, number: last.number } };
      const recorded = isUnsent
        ? null
        : await queryClient.fetchQuery(wholeSale(last.id)).catch((error: unknown) => {
            if (receiptWithNumber) return receiptWithNumber;
            throw error;
          });
      const paper = { ...salePaper(t, business, recorded ?? last.paper, 'receipt'), drawer: opensDrawer };
      const printed = recorded ? paper : { ...paper, notes: { label: '', value: t('counter.made.follows') } };
      if (!(await printedHere(paperOf(t, business, printed)).catch(() => false))) printInBrowser(printed);
    } catch (error) {
      toast({ tone: 'bad', text: errorText(t, error) });
    } finally {
      setPrinting((now) => (now === last.id ? null : now));
    }
  };
  return { printing, print, receipt };
}
