import { useImperativeHandle, useRef, type KeyboardEvent, type MouseEvent, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { useMe } from '@/db/me.ts';
import type { Named } from '@/db/plain-rows.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { compare, formatMoney, isZero } from '@/lib/money.ts';
import { isAmount } from '@/lib/numerals.ts';
import { KeyHint } from '@/ui/kbd.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { nextQuick, quickAmounts } from './quick-amounts.ts';
import { isTenderSound, restFor, type Amounts } from './tender-amounts.ts';
import './payments.css';

export interface TenderHandle {
  /** Focuses the first method and proposes the amount due; if already focused, the next likely cash amount. */
  begin: () => void;
}

interface TenderProps {
  methods: readonly (Named & { is_cash: boolean })[];
  amounts: Amounts;
  onChange: (amounts: Amounts) => void;
  /** The amount due; negative when it goes to the customer, and then amounts are entered unsigned. */
  due: string;
  /** Marks the entered amounts as wrong. */
  wrong?: boolean;
  onEnter: () => void;
  /** The shortcut of `begin`, if any. */
  keys?: string;
  /** Called on Esc, to return to the goods. */
  onLeave?: () => void;
  ref?: Ref<TenderHandle>;
}

/** All payment methods, each with an amount: most sales need one key, a split payment one more amount. */
export function Tender({ methods, amounts, onChange, due, wrong, onEnter, keys, onLeave, ref }: TenderProps) {
  const { t } = useTranslation();
  const { business } = useMe();
  const box = useRef<HTMLDivElement>(null);
  const field = (index: number) => box.current?.querySelectorAll('input')[index];
  const change = (id: string, amount: string) => onChange({ ...amounts, [id]: amount });
  const isEmpty = Object.values(amounts).every((amount) => amount === '');
  const restOf = (method: TenderProps['methods'][number]) => restFor(method, amounts, due, business.cash_rounding);
  const propose = (method: TenderProps['methods'][number]) => !amounts[method.id] && restOf(method) && change(method.id, restOf(method));
  // Quick amounts are for cash handed over to the till.
  const cash = methods.find(({ is_cash }) => is_cash);
  const quick = cash && compare(due, 0) > 0 ? quickAmounts(restOf(cash), business.denominations) : [];
  const isQuick = (amount: string) => isAmount(amount) && quick.some((one) => compare(one, amount) === 0);
  /** Sets an amount and selects it, so that typing replaces it. Synchronous, because Enter may follow at once. */
  const setAndSelect = (index: number, write: () => void) => {
    flushSync(write);
    field(index)?.focus();
    field(index)?.select();
  };
  const setNextQuick = (id: string) => {
    const next = nextQuick(quick, amounts[id] ?? '');
    if (next !== undefined) change(id, next);
  };
  const handOver = (method: TenderProps['methods'][number], amount: string) => (event: MouseEvent) => {
    // With a mouse, focusing lets Enter continue; on touch it would open the keyboard.
    if ((event.nativeEvent as PointerEvent).pointerType === 'touch') change(method.id, amount);
    else setAndSelect(methods.indexOf(method), () => change(method.id, amount));
  };
  useImperativeHandle(ref, () => ({
    begin: () =>
      setAndSelect(0, () => {
        const [first] = methods;
        if (first && isEmpty) propose(first);
        // A typed amount is never overwritten.
        else if (cash && cash === first && field(0) === document.activeElement && isQuick(amounts[cash.id] ?? '')) setNextQuick(cash.id);
      }),
  }));
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') field(index + (key === 'ArrowDown' ? 1 : -1))?.focus();
    else if (key === 'Enter') onEnter();
    else if (key === 'Escape' && onLeave) onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="tender" ref={box} role="group" aria-label={t('payments.tender')}>
      {methods.map((method, index) => {
        const rest = restOf(method);
        return (
          <div key={method.id} className="tender-row">
            <span className="person">
              <bdi>{nameOf(method)}</bdi>
            </span>
            {rest !== '' && !isZero(rest) && rest !== amounts[method.id] && (
              <button type="button" className="link" tabIndex={-1} onClick={() => change(method.id, rest)}>
                <bdi className="number">{formatMoney(rest)}</bdi>
              </button>
            )}
            <NumberInput
              label={t('payments.amountBy', { method: nameOf(method) })}
              value={amounts[method.id] ?? ''}
              format={formatMoney}
              invalid={(wrong && Boolean(amounts[method.id])) || !isTenderSound({ [method.id]: amounts[method.id] ?? '' }, due)}
              onChange={(amount) => change(method.id, amount)}
              onKeyDown={onKeyDown(index)}
            />
          </div>
        );
      })}
      {cash && quick.length > 0 && (
        <div className="tender-quick">
          {quick.map((amount) => (
            <button
              key={amount}
              type="button"
              className="button"
              aria-label={t('payments.handedOver', { method: nameOf(cash), amount: formatMoney(amount) })}
              aria-pressed={isAmount(amounts[cash.id] ?? '') && compare(amounts[cash.id] ?? '', amount) === 0}
              onClick={handOver(cash, amount)}
            >
              <bdi className="number">{formatMoney(amount)}</bdi>
            </button>
          ))}
          {keys && (
            <p className="hint">
              {t('payments.nextQuick')} <KeyHint keys={keys} />
            </p>
          )}
        </div>
      )}
    </div>
  );
}
