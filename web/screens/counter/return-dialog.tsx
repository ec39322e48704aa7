import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { queryClient } from '@/db/query.ts';
import { salePage, wholeSale, type SaleDetail, type SaleItem } from '@/db/sales.ts';
import { oneOf } from '@/db/tables.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { findByCode, hasCode } from '@/lib/canonical-code.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { compare, formatMoney, minus } from '@/lib/money.ts';
import { formatNumber, isAmount, readCode } from '@/lib/numerals.ts';
import { isDay } from '@/lib/read-day.ts';
import { addQuantities } from '@/parts/document/form.ts';
import { LandingField } from '@/parts/landing-field.tsx';
import { productName, variantLabel } from '@/parts/variant-name.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { DateInput } from '@/ui/date-input.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Code, Figure } from '@/ui/figure.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { ScannerField } from '@/ui/scanner-field.tsx';
import { sound } from '@/ui/sound.ts';
import { useDebounced } from '@/ui/use-debounced.ts';
import { returnProblem, type CartCustomer, type ReturnLine } from './cart.ts';
import { ReturnProblem } from './returned.tsx';

interface ReturnDialogProps {
  /** The sale whose page started the return, or the number that was scanned; else the user searches. */
  saleId: string | null;
  number: string;
  /** Return lines already in the cart. */
  takenLines: readonly ReturnLine[];
  onTake: (lines: readonly ReturnLine[], customer: CartCustomer | null) => void;
  onClose: () => void;
}

/** The largest number of matching sales offered. */
const MOST = 8;

interface Sought {
  words: string;
  /** '' for any. */
  day: string;
  amount: string;
}

const question = ({ words, day, amount }: Sought) =>
  salePage(
    {
      words,
      // Nothing of a return can come back.
      types: ['sale', 'exchange'],
      statuses: [],
      payment_statuses: [],
      at_branch_ids: [],
      customer_ids: [],
      salesperson_ids: [],
      payment_method_ids: [],
      ...(isAmount(amount) && { amount: Number(amount) }),
      // An amount alone would read all sales.
      ...(isDay(day) ? { sold: `${day}..${day}` } : words === '' && { sold: 'last_7_days' }),
      sort: 'sold_at',
      descending: true,
    },
    1,
    MOST,
  );

/** Chooses the goods of a sale to return. The sale is found by its number, its receipt's code, one of its articles or other words, its day
    and amount; the goods are scanned or typed. */
export default function ReturnDialog({ saleId, number, takenLines, onTake, onClose }: ReturnDialogProps) {
  const { t } = useTranslation();
  const field = useRef(null);
  const [words, setWords] = useState(number);
  const [day, setDay] = useState('');
  const [amount, setAmount] = useState('');
  const [chosen, setChosen] = useState(saleId);
  const sought = { words, day, amount: useDebounced(amount, 250) };
  const narrowed = isDay(sought.day) || isAmount(sought.amount);
  const asked = sought.words !== '' || narrowed;
  const matches = useQuery({ ...question(sought), enabled: asked && chosen === null });
  const all = matches.isPlaceholderData ? [] : (matches.data ?? []);
  const rows = all.filter(({ status }) => status === 'completed');
  // While a day or an amount is typed, the only match may be another sale.
  const only = asked && !narrowed && rows.length === 1 ? (rows[0]?.id ?? null) : null;
  const id = chosen ?? only;
  // Never read from the cache, which could still offer goods that were returned since.
  const sale = useQuery({ ...wholeSale(id ?? ''), staleTime: 0, enabled: id !== null });
  if (id !== null && sale.data && sale.isFetchedAfterMount)
    return <Items key={id} detail={sale.data} scanned={words} takenLines={takenLines} onTake={onTake} onClose={onClose} />;
  const error = matches.error ?? sale.error;
  const voided = rows.length === 0 ? all[0] : undefined;
  const none = voided ? t('errors.sale_voided', { number: voided.number }) : t('counter.back.notFound');
  return (
    <Dialog
      size="large"
      title={t('counter.back.find')}
      sub={t('counter.back.findText')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('ui.cancel')}</Button>}
    >
      <ScannerField
        label={t('counter.back.number')}
        ref={field}
        error={error ? errorText(t, error) : asked && !matches.isFetching && rows.length === 0 ? none : null}
        onScan={(text) => {
          setChosen(null);
          setWords(readCode(text));
        }}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('counter.back.day')}>
          <DateInput value={day} onChange={setDay} commitOnBlur />
        </Field>
        <Field label={t('counter.back.amount')}>
          <NumberInput value={amount} unit={currencyWord()} format={formatMoney} onChange={setAmount} />
        </Field>
      </div>
      <ul className="document-events">
        {only === null &&
          rows.map((row) => (
            <li key={row.id}>
              <span className="person">
                <b>
                  <button type="button" className="link" onClick={() => setChosen(row.id)}>
                    <bdi className="number">{row.number}</bdi>
                  </button>
                </b>
                <small>
                  {formatDateTime(row.sold_at)} · <bdi>{row.customer_id ? nameIn(row, 'customer') || '–' : t('sales.walkIn')}</bdi>
                </small>
              </span>
              <b className="document-figure">
                <Figure value={formatMoney(row.total)} unit={currencyWord()} />
              </b>
            </li>
          ))}
      </ul>
      {sought.words === '' && narrowed && !isDay(sought.day) && <p className="hint">{t('counter.back.lastDays')}</p>}
      {all.length === MOST && <p className="hint">{t('counter.back.more', { shown: formatNumber(MOST) })}</p>}
    </Dialog>
  );
}

interface ItemsProps extends Pick<ReturnDialogProps, 'takenLines' | 'onTake' | 'onClose'> {
  detail: SaleDetail;
  /** What the sale was found by. If it is one of its articles, a piece of that comes back. */
  scanned: string;
}

const leftOf = ({ quantity, returned }: Pick<SaleItem, 'quantity' | 'returned'>) => minus(quantity, returned);

function Items({ detail: { sale, items }, scanned, takenLines, onTake, onClose }: ItemsProps) {
  const { t } = useTranslation();
  const can = useCan();
  const field = useRef(null);
  const before = new Map(takenLines.map((line) => [line.lineId, line]));
  const open = items.filter((item) => compare(leftOf(item), 0) > 0);
  const [quantities, setQuantities] = useState<Readonly<Record<string, string>>>(() => {
    const taken = Object.fromEntries(takenLines.map(({ lineId, quantity }) => [lineId, quantity]));
    const found = findByCode(scanned, (key) => open.find(({ barcode, sku }) => hasCode([barcode, sku], key)));
    return found && taken[found.id] === undefined && compare(leftOf(found), 1) >= 0 ? { ...taken, [found.id]: '1' } : taken;
  });
  const [damaged, setDamaged] = useState<ReadonlySet<string>>(
    () => new Set(takenLines.flatMap((line) => (line.damaged ? [line.lineId] : []))),
  );
  const [stockPointId, setStockPointId] = useState<string | null>(takenLines[0]?.stockPointId ?? null);
  const [unknown, setUnknown] = useState(false);
  const scan = (text: string) => {
    const item = findByCode(text, (key) =>
      open.find(
        (candidate) =>
          hasCode([candidate.barcode, candidate.sku], key) &&
          compare(addQuantities(quantities[candidate.id] ?? '', '1'), leftOf(candidate)) <= 0,
      ),
    );
    sound(item !== undefined);
    setUnknown(item === undefined);
    if (item) setQuantities((now) => ({ ...now, [item.id]: addQuantities(now[item.id] ?? '', '1') }));
  };
  const lines = open.flatMap((item): ReturnLine[] => {
    const quantity = quantities[item.id] ?? '';
    return quantity === '' || quantity === '0'
      ? []
      : [
          {
            lineId: item.id,
            variant: item as ReturnLine['variant'],
            number: sale.number,
            left: leftOf(item),
            quantity,
            stockPointId,
            damaged: damaged.has(item.id),
          },
        ];
  });
  const wrong = lines.some((line) => returnProblem(line) !== null);
  const others = takenLines.filter(({ lineId }) => !items.some(({ id }) => id === lineId));
  const take = async () => {
    if (wrong) return sound(false);
    // Goods taken in exchange have the prices of the customer's group.
    const row =
      sale.customer_id && can('contacts.customers.view')
        ? await queryClient.fetchQuery(oneOf('customers', sale.customer_id)).catch(() => null)
        : null;
    const customer = sale.customer_id
      ? { id: sale.customer_id, name: sale.customer ?? '', name_ar: sale.customer_ar, price_group_id: row?.price_group_id ?? null }
      : null;
    onTake([...others, ...lines], customer);
  };
  return (
    <Dialog
      size="large"
      title={t('counter.back.title')}
      number={sale.number}
      sub={formatDateTime(sale.sold_at)}
      onClose={onClose}
      onSubmit={() => void take()}
      action={
        <Button
          variant="primary"
          type="submit"
          icon={Undo2}
          reason={lines.length === 0 && before.size === 0 ? t('counter.back.nothing') : undefined}
        >
          {t('counter.back.take')}
        </Button>
      }
    >
      {open.length === 0 && <Banner tone="warn">{t('counter.back.allBack')}</Banner>}
      {open.length > 0 && (
        <>
          <ScannerField label={t('counter.back.scan')} ref={field} error={unknown && t('counter.back.notOfIt')} onScan={scan} />
          <LandingField label={t('counter.back.into')} stockPointId={stockPointId} onChange={setStockPointId} />
          <ul className="document-events counter-items">
            {open.map((item) => {
              const [returnable, quantity] = [leftOf(item), quantities[item.id] ?? ''];
              const written = quantity === '' || quantity === '0' ? null : { quantity, left: returnable, variant: item };
              const name = productName(item) || '–';
              return (
                <li key={item.id}>
                  <span className="person">
                    <b>
                      <bdi>{name}</bdi>
                    </b>
                    <small>
                      {variantLabel(item) && (
                        <>
                          <bdi>{variantLabel(item)}</bdi> ·{' '}
                        </>
                      )}
                      <Code>{item.barcode}</Code>
                    </small>
                    {written !== null && <ReturnProblem line={written} />}
                  </span>
                  <Checkbox
                    label={t('counter.back.damaged')}
                    checked={damaged.has(item.id)}
                    onChange={(on) => setDamaged((now) => new Set(on ? [...now, item.id] : [...now].filter((id) => id !== item.id)))}
                  />
                  <span className="counter-count">
                    <NumberInput
                      value={quantity}
                      format={formatNumber}
                      invalid={written !== null && returnProblem(written) !== null}
                      label={t('lines.quantityOf', { name })}
                      onChange={(next) => setQuantities({ ...quantities, [item.id]: next })}
                    />
                    <button type="button" className="link" onClick={() => setQuantities({ ...quantities, [item.id]: returnable })}>
                      {t('counter.back.ofLeft', { left: formatNumber(returnable) })}
                    </button>
                  </span>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Dialog>
  );
}
