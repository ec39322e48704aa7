import { useImperativeHandle, useRef, type KeyboardEvent, type Ref } from 'react';
import type { Named } from '@/db/plain-rows.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney, isZero } from '@/lib/money.ts';
import { NumberInput } from '@/ui/number-input.tsx';
import { restFor, type Amounts } from './tender-amounts.ts';
import './payments.css';

export interface TenderHandle {
  /** The cursor in the first method, which proposes what is still owed. */
  begin: () => void;
}

interface TenderProps {
  methods: readonly (Named & { is_cash: boolean })[];
  amounts: Amounts;
  onChange: (amounts: Amounts) => void;
  /** What is owed; below zero it goes to the customer, and amounts are written without their sign. */
  due: string;
  /** Whose amount is wrong. */
  wrong?: boolean;
  onEnter: () => void;
  /** Esc: back to where goods come from. */
  onLeave?: () => void;
  ref?: Ref<TenderHandle>;
}

/** Every method with its amount: most sales are one key, a split one is a figure more. */
export function Tender({ methods, amounts, onChange, due, wrong, onEnter, onLeave, ref }: TenderProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const field = (at: number) => box.current?.querySelectorAll('input')[at];
  const change = (id: string, amount: string) => onChange({ ...amounts, [id]: amount });
  const nothing = Object.values(amounts).every((amount) => amount === '');
  const propose = (id: string) => !amounts[id] && restFor(id, amounts, due) && change(id, restFor(id, amounts, due));
  useImperativeHandle(ref, () => ({
    begin: () => {
      const [first] = methods;
      if (first && nothing) propose(first.id);
      // Once the proposal stands there, so that a figure replaces it.
      requestAnimationFrame(() => {
        field(0)?.focus();
        field(0)?.select();
      });
    },
  }));
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') field(at + (key === 'ArrowDown' ? 1 : -1))?.focus();
    else if (key === 'Enter') onEnter();
    else if (key === 'Escape' && onLeave) onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="tender" ref={box} role="group" aria-label={t('payments.tender')}>
      {methods.map((method, at) => {
        const rest = restFor(method.id, amounts, due);
        return (
          <div key={method.id} className="tender-row">
            <span className="who"><bdi>{nameOf(method)}</bdi></span>
            {rest !== '' && !isZero(rest) && rest !== amounts[method.id] && (
              <button type="button" className="link" tabIndex={-1} onClick={() => change(method.id, rest)}><bdi className="n">{formatMoney(rest)}</bdi></button>
            )}
            <NumberInput
              label={t('payments.amountBy', { method: nameOf(method) })}
              value={amounts[method.id] ?? ''}
              format={formatMoney}
              invalid={wrong && Boolean(amounts[method.id])}
              onChange={(amount) => change(method.id, amount)}
              onKeyDown={onKeyDown(at)}
            />
          </div>
        );
      })}
    </div>
  );
}
