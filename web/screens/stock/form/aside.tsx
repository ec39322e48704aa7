import { useTranslation } from '@/i18n/use-translation.ts';
import { Note } from '@/ui/banner.tsx';
import { Field } from '@/ui/field.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { isZero } from '@/lib/money.ts';
import { Money, Quantity } from '@/ui/figure.tsx';
import { TextArea } from '@/ui/text-input.tsx';
import type { EntryHead } from './form-state.ts';
import type { totals } from './lines.ts';

interface EntryAsideProps {
  entry: EntryHead;
  costs: boolean;
  count: number;
  /** The number of empty lines. */
  empty: number;
  sums: ReturnType<typeof totals>;
  onChange: (head: Partial<EntryHead>) => void;
}

/** The margin of the entry's form. */
export function EntryAside({ entry, costs, count, empty, sums, onChange }: EntryAsideProps) {
  const { t } = useTranslation();
  const figure = (label: string, value: string | number) => (
    <>
      <span>{label}</span>
      <Quantity value={value} />
    </>
  );
  return (
    <aside className="aside" aria-label={t('kit.details')}>
      <section className="section">
        <Field label={t('stock.form.note')} optional>
          <TextArea rows={2} value={entry.note} maxLength={4000} onChange={(event) => onChange({ note: event.target.value })} />
        </Field>
      </section>
      <section className="section">
        <div className="totals">
          <span>{t('lines.count', { count })}</span>
          <span />
          {empty > 0 && figure(t('stock.form.leftEmpty'), empty)}
          {entry.kind === 'adjustment' && (
            <>
              {figure(t('stock.form.into'), sums.into)}
              {figure(t('stock.form.out'), sums.out)}
            </>
          )}
          <span className="sum-line">{t(entry.kind === 'adjustment' ? 'stock.form.net' : 'stock.form.into')}</span>
          <span className="sum-line grand-total">
            <Quantity value={sums.net} />
          </span>
          {costs && entry.kind === 'opening' && !isZero(sums.worth) && (
            <>
              <span>{t('stock.entry.worth', { currency: currencyWord() })}</span>
              <Money value={sums.worth} />
            </>
          )}
        </div>
      </section>
      <section className="section">
        <Note>{t('stock.form.irreversible')}</Note>
      </section>
    </aside>
  );
}
