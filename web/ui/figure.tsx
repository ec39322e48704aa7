import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Icon } from './icon.tsx';

interface FigureProps {
  value: string | number;
  /** Currency or unit, only where no column head states it. */
  unit?: string;
  /** Shows zero as a pale dash. */
  nil?: boolean;
  tone?: 'warning' | 'negative' | 'positive' | 'muted' | 'emphasis';
  className?: string;
}

const DECIMALS = /^(.*\p{Nd})([.٫]\p{Nd}+)(.*)$/u;
const ZERO = /^[^\p{Nd}]*[0٠]+([.٫][0٠]+)?[^\p{Nd}]*$/u;

/** A formatted number: always left to right, its decimals a shade lighter. */
export function Figure({ value, unit, nil, tone, className }: FigureProps) {
  const text = String(value);
  if (nil && (text === '' || ZERO.test(text))) return <Nil />;
  const [, integerPart = text, decimals = '', suffix = ''] = DECIMALS.exec(text) ?? [];
  return (
    <bdi className={['number', tone, className].filter(Boolean).join(' ')}>
      {integerPart}
      {decimals && <span className="decimals">{decimals}</span>}
      {suffix}
      {unit && (
        <>
          {' '}
          <span className="currency">{unit}</span>
        </>
      )}
    </bdi>
  );
}

/** The dash for an empty cell in a column of numbers. */
export function Nil() {
  return <span className="absent">–</span>;
}

/** Barcodes, document numbers, phone numbers. */
export function Code({ children }: { children: ReactNode }) {
  return <bdi className="code">{children}</bdi>;
}

/** Text whose document numbers do not break at their hyphens. */
export const Numbered = ({ children }: { children: string }) =>
  children.split(/([A-Z]{2}(?:-[A-Z0-9]+){1,2}-\d{4}-\d+)/).map((part, index) =>
    index % 2 === 1 ? (
      <bdi className="number" key={index}>
        {part}
      </bdi>
    ) : (
      part
    ),
  );

/** "14 → 8" in reading order: in Arabic 14 is on the right and the arrow points left. `words`: the values are text of any length. */
export function FromAfter({
  from,
  after,
  tone,
  isText,
}: {
  from: ReactNode;
  after: ReactNode;
  tone?: 'negative' | 'positive' | 'warning';
  isText?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <span className={isText ? 'inline-flex flex-wrap items-center gap-1.5' : 'flow'}>
      <bdi className={isText ? 'muted text-start wrap-anywhere' : 'number muted'}>{from}</bdi>
      <Icon of={ArrowRight} size={13} flip className="text-ink-4" />
      <span className="sr-only"> {t('ui.becomes')} </span>
      <bdi
        className={[isText ? 'font-medium text-ink text-start wrap-anywhere' : 'number font-medium text-ink', tone]
          .filter(Boolean)
          .join(' ')}
      >
        {after}
      </bdi>
    </span>
  );
}

/** An amount in the business's currency, which the column or page head names. */
export function Money({ value, ...rest }: FigureProps) {
  return <Figure {...rest} value={formatMoney(value)} />;
}

/** A number of pieces. A low one is highlighted, even at 0. */
export function Quantity({ value, low, nil, tone, ...rest }: FigureProps & { low?: boolean }) {
  return <Figure {...rest} value={formatNumber(value)} nil={nil && !low} tone={low ? 'warning' : tone} />;
}
