import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { useCan } from '@/db/me.ts';
import { approversOf } from '@/db/transfers.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { byNames } from '@/lib/row-order.ts';
import { Field } from '@/ui/field.tsx';
import { Figure } from '@/ui/figure.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Section } from '@/ui/section.tsx';
import { TextArea } from '@/ui/text-input.tsx';
import type { TransferHead } from './form-state.ts';
import type { Sums } from './lines.ts';
import { TransferTotals } from '../totals-table.tsx';

interface TransferAsideProps {
  shipping: string;
  notes: string;
  /** The destination branch. */
  branchId: string | null;
  sums: Sums;
  /** Null while a cost is unknown. */
  goods: string | null;
  to: string;
  shippingProblem?: string;
  onChange: (head: Partial<TransferHead>) => void;
}

/** The margin of the transfer's form. */
export const TransferAside = memo(function TransferAside({
  shipping,
  notes,
  branchId,
  sums,
  goods,
  to,
  shippingProblem,
  onChange,
}: TransferAsideProps) {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <aside className="aside" aria-label={t('transfers.beside')}>
      <Section title={t('transfers.form.summary')}>
        <dl className="key-values transfer-facts">
          <dt>{t('transfers.form.lines')}</dt>
          <dd>
            <Figure value={formatNumber(sums.lines)} />
          </dd>
          <dt>{t('transfers.form.pieces')}</dt>
          <dd>
            <Figure value={formatNumber(sums.pieces)} />
          </dd>
        </dl>
        {can('inventory.costs.view') && (
          <TransferTotals goods={goods} shipping={shippingProblem ? '0' : shipping || '0'} goodsLabel={t('transfers.form.goods')} />
        )}
      </Section>
      <section className="section grid gap-3.5" aria-label={t('transfers.form.shipping')}>
        <Field label={t('transfers.form.shipping')} optional error={shippingProblem}>
          <NumberInput value={shipping} unit={currencyWord()} format={formatMoney} onChange={(value) => onChange({ shipping: value })} />
        </Field>
        <Field label={t('transfers.form.notes')} optional>
          <TextArea rows={3} maxLength={4000} dir="auto" value={notes} onChange={(event) => onChange({ notes: event.target.value })} />
        </Field>
      </section>
      {branchId && <Approvers branchId={branchId} branch={to} />}
    </aside>
  );
});

function Approvers({ branchId, branch }: { branchId: string; branch: string }) {
  const { t, i18n } = useTranslation();
  const query = useQuery(approversOf(branchId));
  if (!query.data) return null;
  const initials = (name: string) =>
    (i18n.language === 'ar'
      ? [...name].slice(0, 1)
      : name
          .split(/\s+/)
          .slice(0, 2)
          .map((word) => [...word][0])
    ).join('');
  return (
    <Section title={t('transfers.form.approvers')}>
      {query.data.length === 0 && <p className="muted">{t('transfers.form.noApprover', { branch })}</p>}
      <ul className="transfer-people">
        {query.data
          .slice(0, 3)
          .sort(byNames('name'))
          .map((person) => (
            <li key={person.id}>
              <span
                className="grid size-7.5 flex-none place-items-center rounded-full bg-paper-3 text-[11px] font-high text-ink"
                aria-hidden="true"
              >
                {initials(nameOf(person))}
              </span>
              <span>
                <b>
                  <bdi>{nameOf(person)}</bdi>
                </b>
                <small>{nameIn(person, 'role')}</small>
              </span>
            </li>
          ))}
      </ul>
    </Section>
  );
}
