import { memo } from 'react';
import { useCan } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { compare, minus, plus } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { PendingFiles, type PendingFile } from '@/parts/attachments/pending-files.tsx';
import { paidBy } from '@/parts/payments/payment-draft.ts';
import { TotalsTable } from '@/parts/document/totals-table.tsx';
import { PaymentLines } from '@/parts/payments/payment-lines.tsx';
import { PaymentStatus } from '@/parts/payments/payment-status.tsx';
import { Field } from '@/ui/field.tsx';
import { TextArea } from '@/ui/text-input.tsx';
import type { CartTotals } from './cart.ts';
import type { PurchaseHeader } from './form-state.ts';

interface MarginProps {
  header: PurchaseHeader;
  totals: CartTotals;
  rate: { name: string; percentage: number } | null;
  /** Paid before this save. */
  paid: string;
  today: string;
  strict: boolean;
  files: readonly PendingFile[];
  onFiles: (files: readonly PendingFile[]) => void;
  onChange: (header: Partial<PurchaseHeader>) => void;
}

/** The margin beside an order that is being written. */
export const Margin = memo(function Margin({ header, totals, rate, paid, today, strict, files, onFiles, onChange }: MarginProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { payments } = header;
  const paidAfter = plus(paid, paidBy(payments));
  const status = compare(totals.total, paidAfter) <= 0 ? 'paid' : compare(paidAfter, 0) > 0 ? 'partially_paid' : 'due';
  return (
    <aside className="aside" aria-label={t('purchases.form.beside')}>
      <section className="sec" aria-labelledby="totals">
        <div className="sh po-between"><h2 id="totals">{t('document.totals.title')}</h2>{totals.lines > 0 && <PaymentStatus status={status} stamp />}</div>
        <TotalsTable
          subtotal={plus(totals.subtotal, totals.discount)}
          discount={totals.discount}
          tax={totals.tax}
          taxLabel={rate ? t('document.rate', { name: rate.name, percent: formatNumber(rate.percentage) }) : t('document.totals.tax')}
          total={totals.total}
          paid={paidAfter}
        />
      </section>
      {can('purchasing.payments.create') && (
        <section className="sec" aria-labelledby="payments" data-problem="payments">
          <div className="sh"><h2 id="payments">{t('purchases.payments.title')}</h2></div>
          <PaymentLines payments={payments} remaining={minus(totals.total, paid)} today={today} strict={strict} onChange={(next) => onChange({ payments: next })} />
        </section>
      )}
      {can('documents.files.create') && (
        <section className="sec" aria-labelledby="files">
          <div className="sh"><h2 id="files">{t('purchases.files.title')}</h2></div>
          <PendingFiles files={files} onChange={onFiles} addLabel={t('purchases.files.add')} />
        </section>
      )}
      <section className="sec grid" aria-label={t('purchases.col.notes')}>
        <Field label={t('purchases.col.notes')} optional hint={t('purchases.form.notesHint')}>
          <TextArea rows={3} maxLength={4000} value={header.notes} onChange={(event) => onChange({ notes: event.target.value })} />
        </Field>
        <Field label={t('purchases.form.description')} optional hint={t('purchases.form.descriptionHint')}>
          <TextArea rows={3} maxLength={4000} value={header.description} onChange={(event) => onChange({ description: event.target.value })} />
        </Field>
      </section>
    </aside>
  );
});
