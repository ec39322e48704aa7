import { Fragment } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { compare } from '@/lib/money.ts';
import { Figure } from '@/ui/figure.tsx';
import { totalRows, type DocumentTotals } from './totals.ts';

/** The totals of a document: single rule above the total, double rule below; the amount left to pay is last. */
export function TotalsTable(totals: DocumentTotals) {
  const { t } = useTranslation();
  const { above, total, below } = totalRows(t, totals);
  const overpaid = totals.paid !== null && compare(totals.total, totals.paid) < 0;
  const rows = (some: typeof above) =>
    some.map(({ label, value }) => (
      <Fragment key={label}>
        <span>{label}</span>
        <span>
          <Figure value={value} />
        </span>
      </Fragment>
    ));
  const amountDue = totals.paid === null ? undefined : below.at(-1);
  return (
    <div className="totals document-totals">
      {rows(above)}
      <span className="sum-line">{total.label}</span>
      <span className="sum-line grand-total">
        <Figure value={total.value} />
      </span>
      {rows(amountDue ? below.slice(0, -1) : below)}
      {amountDue && <b>{amountDue.label}</b>}
      {amountDue && (
        <b className={overpaid ? 'negative' : undefined}>
          <Figure value={amountDue.value} />
        </b>
      )}
    </div>
  );
}
