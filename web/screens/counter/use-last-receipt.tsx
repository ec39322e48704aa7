import { useEffect, useState, type ReactNode } from 'react';
import { useOutbox } from '@/db/counter-outbox.ts';
import { AppError, errorText } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { queryClient } from '@/db/query.ts';
import { wholeSale } from '@/db/sales.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { download } from '@/lib/download.ts';
import { onDevice, tabStorage } from '@/lib/stored.ts';
import { paperOf, printedHere } from '@/parts/document/paper-of.ts';
import { fileOf, paperFailure } from '@/parts/document/use-paper.ts';
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

/** How a receipt leaves the counter: printed, saved as a PDF, or by the device's share sheet or a mail draft. */
export const receiptWays = ['print', 'pdf', 'send'] as const;
export type ReceiptWay = (typeof receiptWays)[number];
const CHOSEN = 'receipt-way';

export interface ReceiptDelivery {
  /** The last choice on this device. */
  way: ReceiptWay;
  /** The id of the sale whose receipt is being made. */
  delivering: string | null;
  /** opensDrawer: opens the cash drawer too, when printed. way: the last choice unless another is made. */
  deliver: (last: LastReceipt, opensDrawer: boolean, way?: ReceiptWay) => Promise<void>;
  receipt: ReactNode;
}

export function useReceiptDelivery(): ReceiptDelivery {
  const { t } = useTranslation();
  const { business } = useMe();
  const { print: printInBrowser, receipt } = usePrintReceipt();
  const outbox = useOutbox();
  const [delivering, setDelivering] = useState<string | null>(null);
  const [chosen, setChosen] = useState(() => onDevice.read<string>(CHOSEN, 'print'));
  const online = useOnline();
  // The PDF is made by code that the counter does not keep on the device.
  const way = (online && receiptWays.find((one) => one === chosen)) || 'print';
  const deliver = async (last: LastReceipt, opensDrawer: boolean, by = way) => {
    if (delivering === last.id) return;
    if (by !== way && online) {
      setChosen(by);
      onDevice.write(CHOSEN, by);
    }
    setDelivering(last.id);
    try {
      const isUnsent = outbox.some(({ id }) => id === last.id);
      // The receipt of the recorded sale. While it is unsent, the counter's own receipt. If fetching fails, the counter's receipt with the
      // sale's number if that is known; otherwise reports the error.
      const receiptWithNumber = last.number === null ? null : { ...last.paper, sale: { ...last.paper.sale, number: last.number } };
      const recorded = isUnsent
        ? null
        : await queryClient.fetchQuery(wholeSale(last.id)).catch((error: unknown) => {
            if (receiptWithNumber) return receiptWithNumber;
            throw error;
          });
      const { to = null, ...written } = salePaper(t, business, recorded ?? last.paper, 'receipt');
      const paper = { ...written, ...(recorded === null && { notes: { label: '', value: t('counter.made.follows') } }) };
      if (by === 'print') {
        const printed = { ...paper, drawer: opensDrawer };
        if (!(await printedHere(paperOf(t, business, printed)).catch(() => false))) printInBrowser(printed);
        return;
      }
      const made = paperOf(t, business, paper);
      const [{ sendPaper }, file] = await Promise.all([import('@/parts/document/send-paper.ts'), fileOf(made)]);
      if (by === 'pdf') download(file, file.name);
      else await sendPaper(made, file, to);
    } catch (error) {
      toast({ tone: 'bad', text: error instanceof AppError ? errorText(t, error) : paperFailure(t, error) });
    } finally {
      setDelivering((now) => (now === last.id ? null : now));
    }
  };
  return { way, delivering, deliver, receipt };
}
