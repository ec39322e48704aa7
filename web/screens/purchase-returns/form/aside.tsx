import type { Returnable } from '@/db/purchase-returns.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { compare, formatMoney, minus, type Amount } from '@/lib/money.ts';
import { Field } from '@/ui/field.tsx';
import { Code, Figure, FromAfter, Money } from '@/ui/figure.tsx';
import { Section } from '@/ui/section.tsx';
import { TextArea } from '@/ui/text-input.tsx';
import type { totals } from './lines.ts';

interface ReturnAsideProps {
  note: string;
  sums: ReturnType<typeof totals>;
  /** Null where the user may not see costs, or the supplier is not chosen yet. */
  account: Returnable['account'];
  receipt: Returnable['receipt'];
  onNote: (note: string) => void;
}

type Change = [label: string, from: Amount, to: Amount];

/** The margin of the form: the totals, what they change, and the order that the goods came with. */
export function ReturnAside({ note, sums, account, receipt, onNote }: ReturnAsideProps) {
  const { t } = useTranslation();
  const owed = account && minus(account.owed, account.credit);
  const after = minus(owed ?? 0, sums.total);
  const credit = (from: Amount): Change => [t('purchaseReturns.aside.credit'), from, minus(0, after)];
  const changes: Change[] =
    owed === null
      ? []
      : compare(owed, 0) < 0
        ? [credit(minus(0, owed))]
        : [[t('purchaseReturns.aside.owed'), owed, compare(after, 0) > 0 ? after : 0], ...(compare(after, 0) < 0 ? [credit(0)] : [])];
  const fact = (label: string, value: string) => (
    <>
      <span>{label}</span>
      <Figure value={value} />
    </>
  );
  return (
    <aside className="aside" aria-label={t('kit.details')}>
      {account && (
        <Section title={t('document.totals.title')}>
          <div className="totals">
            {fact(t('purchaseReturns.aside.pieces', { count: Number(sums.pieces) }), formatMoney(sums.net))}
            {fact(t('document.totals.tax'), formatMoney(sums.tax))}
            <span className="sum-line">{t('purchaseReturns.aside.total', { currency: currencyWord() })}</span>
            <span className="sum-line grand-total">
              <Money value={sums.total} />
            </span>
          </div>
        </Section>
      )}
      {changes.length > 0 && (
        <Section title={t('purchaseReturns.aside.changes')}>
          {changes.map(([label, from, to]) => (
            <p key={label} className="mb-2">
              <span className="muted block">{label}</span>
              <FromAfter from={formatMoney(from)} after={formatMoney(to)} />
            </p>
          ))}
          <p className="muted">{t('purchaseReturns.aside.keepsCost')}</p>
        </Section>
      )}
      {receipt?.order_number && (
        <Section title={t('purchaseReturns.aside.order')}>
          <div className="totals">
            <a className="link" href={`/purchase/orders/${receipt.purchase_order_id}`}>
              <Code>{receipt.order_number}</Code>
            </a>
            {receipt.total === null ? <span /> : <Figure value={formatMoney(receipt.total)} />}
            {receipt.paid !== null && fact(t('document.totals.paid'), formatMoney(receipt.paid))}
            {receipt.remaining !== null && fact(t('document.totals.remaining'), formatMoney(receipt.remaining))}
          </div>
        </Section>
      )}
      <section className="section">
        <Field label={t('purchaseReturns.form.note')} optional>
          <TextArea rows={2} value={note} maxLength={4000} onChange={(event) => onNote(event.target.value)} />
        </Field>
      </section>
    </aside>
  );
}
