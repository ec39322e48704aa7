import { memo } from 'react';
import { useCan } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { compare, minus, plus } from '@/lib/money.ts';
import { PendingFiles } from '@/parts/attachments/pending-files.tsx';
import type { PendingFile } from '@/parts/attachments/stored-files.ts';
import { totalOfPayments } from '@/parts/payments/payment-draft.ts';
import { TotalsTable } from '@/parts/document/totals-table.tsx';
import { taxRows } from '@/parts/document/totals.ts';
import { PaymentLines } from '@/parts/payments/payment-lines.tsx';
import { PaymentStatus } from '@/parts/payments/payment-status.tsx';
import { Field } from '@/ui/field.tsx';
import { Section } from '@/ui/section.tsx';
import { TextArea } from '@/ui/text-input.tsx';
import { ChargeLines } from './charge-lines.tsx';
import type { CartTotals } from './lines.ts';
import type { PurchaseHeader } from './form-state.ts';

interface PurchaseAsideProps {
  header: PurchaseHeader;
  totals: CartTotals;
  /** The amount paid before this save. */
  paid: string;
  today: string;
  strict: boolean;
  /** Goods were received, and the user may not change what they cost. */
  chargesFixed: boolean;
  files: readonly PendingFile[];
  onFiles: (files: readonly PendingFile[]) => void;
  onChange: (header: Partial<PurchaseHeader>) => void;
}

/** The margin of the order's form. */
export const PurchaseAside = memo(function PurchaseAside({
  header,
  totals,
  paid,
  today,
  strict,
  chargesFixed,
  files,
  onFiles,
  onChange,
}: PurchaseAsideProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { payments } = header;
  const paidAfter = plus(paid, totalOfPayments(payments));
  const status = compare(totals.total, paidAfter) <= 0 ? 'paid' : compare(paidAfter, 0) > 0 ? 'partially_paid' : 'due';
  return (
    <aside className="aside" aria-label={t('purchases.form.beside')}>
      <Section title={t('document.totals.title')} end={totals.lines > 0 && <PaymentStatus status={status} stamp />}>
        <TotalsTable
          subtotal={plus(totals.subtotal, totals.discount)}
          discount={totals.discount}
          charges={totals.charges.map(({ kind, amount }) => ({ label: t(`purchases.charges.kind.${kind}`), amount }))}
          taxes={header.taxRateId === null ? [{ label: t('document.totals.tax'), amount: totals.tax }] : taxRows(t, totals.taxes)}
          total={totals.total}
          paid={paidAfter}
        />
      </Section>
      <Section title={t('purchases.charges.title')} data-problem="charges">
        <ChargeLines header={header} strict={strict} fixed={chargesFixed} onChange={(charges) => onChange({ charges })} />
      </Section>
      {can('purchasing.payments.create') && (
        <Section title={t('payments.title')} data-problem="payments">
          <PaymentLines
            payments={payments}
            remaining={minus(totals.total, paid)}
            today={today}
            strict={strict}
            onChange={(next) => onChange({ payments: next })}
          />
        </Section>
      )}
      {can('documents.files.create') && (
        <Section title={t('purchases.files.title')}>
          <PendingFiles files={files} onChange={onFiles} addLabel={t('purchases.files.add')} />
        </Section>
      )}
      <section className="section grid gap-3.5" aria-label={t('purchases.col.notes')}>
        <Field label={t('purchases.col.notes')} optional hint={t('purchases.form.notesHint')}>
          <TextArea rows={3} maxLength={4000} value={header.notes} onChange={(event) => onChange({ notes: event.target.value })} />
        </Field>
        <Field label={t('purchases.form.description')} optional hint={t('purchases.form.descriptionHint')}>
          <TextArea
            rows={3}
            maxLength={4000}
            value={header.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        </Field>
      </section>
    </aside>
  );
});
