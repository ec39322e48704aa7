import { ChevronDown, PackageMinus, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { PurchaseDetail, PurchaseReceipt } from '@/db/purchases.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { pointName } from '@/parts/place-name.ts';
import { Button } from '@/ui/button.tsx';
import { Code, Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Section } from '@/ui/section.tsx';
import { lineName } from '@/parts/variant-name.ts';
import { OlderEntriesNote } from './older-entries-note.tsx';

interface ReceiptsProps {
  purchase: PurchaseDetail;
  /** Why no receipt can be undone; undefined if each can. */
  undoDisabledReason?: string;
  mayUndo: boolean;
  /** Whether goods can be sent back to the supplier. */
  mayReturn: boolean;
  onUndo: (receipt: PurchaseReceipt) => void;
}

/** The receipts in chronological order. */
export function Receipts({ purchase, undoDisabledReason, mayUndo, mayReturn, onUndo }: ReceiptsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<string | null>(null);
  const items = new Map(purchase.items.map((item) => [item.variant_id, item]));
  if (purchase.receipts.length === 0) return null;
  return (
    <Section title={t('purchases.receipts.title')}>
      <OlderEntriesNote count={purchase.left_out.receipts} />
      <ul className="document-events">
        {purchase.receipts.map((receipt) => (
          <li key={receipt.id} className={receipt.undone_at ? 'gone' : undefined}>
            <button
              type="button"
              className="purchase-open"
              aria-expanded={open === receipt.id}
              onClick={() => setOpen(open === receipt.id ? null : receipt.id)}
            >
              <Icon of={ChevronDown} size={14} />
              <span className="person">
                <b>
                  <Code>{receipt.number}</Code>
                </b>
                <small>
                  {formatDateTime(receipt.created_at)}
                  {receipt.created_by && (
                    <>
                      {' '}
                      · <bdi>{nameOf(receipt.created_by)}</bdi>
                    </>
                  )}{' '}
                  · <bdi>{pointName(t, receipt)}</bdi>
                </small>
                {receipt.note && (
                  <small>
                    <bdi>{receipt.note}</bdi>
                  </small>
                )}
                {receipt.undone_at && (
                  <small className="late">
                    {t('purchases.receipts.undone', {
                      at: formatDateTime(receipt.undone_at),
                      name: nameOf(receipt.undone_by) || t('document.someone'),
                      reason: receipt.undo_reason ?? '',
                    })}
                  </small>
                )}
              </span>
            </button>
            <b className="document-figure">{t('lines.pieces', { count: receipt.pieces })}</b>
            {mayReturn && !receipt.undone_at && (
              <Button small variant="quiet" icon={PackageMinus} href={`/purchase/returns/add?receipt=${receipt.id}`}>
                {t('purchases.receipts.return')}
              </Button>
            )}
            {mayUndo && !receipt.undone_at && (
              <Button small variant="quiet" icon={Undo2} reason={undoDisabledReason} onClick={() => onUndo(receipt)}>
                {t('purchases.receipts.undo')}
              </Button>
            )}
            {open === receipt.id && (
              <ul className="purchase-inside">
                {receipt.items.map((line) => {
                  const item = items.get(line.variant_id);
                  return (
                    <li key={line.id}>
                      <bdi>{item ? lineName(item) : '–'}</bdi>
                      {purchase.returned[line.id] !== undefined && (
                        <small className="muted">{t('purchases.receipts.returned', { count: purchase.returned[line.id] })}</small>
                      )}
                      <Figure value={formatNumber(line.quantity)} />
                    </li>
                  );
                })}
                {receipt.lines > receipt.items.length && (
                  <li>{t('document.moreLines', { count: receipt.lines - receipt.items.length })}</li>
                )}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
