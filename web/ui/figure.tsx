import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Icon } from './icon.tsx';

interface FigureProps {
  value: string | number;
  /** Currency or unit, only where no head says it. */
  unit?: string;
  /** Nothing is a pale dash instead of 0. */
  nil?: boolean;
  tone?: 'low' | 'neg' | 'pos' | 'mut' | 'hi';
  className?: string;
}

const DECIMALS = /^(.*\p{Nd})([.٫]\p{Nd}+)(.*)$/u;
const NOTHING = /^[^\p{Nd}]*[0٠]+([.٫][0٠]+)?[^\p{Nd}]*$/u;

/** A figure as it stands in the books, already formatted: left to right in both scripts, its decimals a tone lighter. */
export function Figure({ value, unit, nil, tone, className }: FigureProps) {
  const text = String(value);
  if (nil && (text === '' || NOTHING.test(text))) return <Nil />;
  const [, whole = text, decimals = '', rest = ''] = DECIMALS.exec(text) ?? [];
  return (
    <bdi className={['n', tone, className].filter(Boolean).join(' ')}>
      {whole}
      {decimals && <span className="d">{decimals}</span>}
      {rest}
      {unit && (
        <>
          {' '}
          <span className="c">{unit}</span>
        </>
      )}
    </bdi>
  );
}

/** An empty place in a column of figures. */
export function Nil() {
  return <span className="nil">–</span>;
}

/** Barcodes, numbers of documents, phones. */
export function Code({ children }: { children: ReactNode }) {
  return <bdi className="code">{children}</bdi>;
}

/** Words in which a document's number is not broken at its hyphens. */
export const Numbered = ({ children }: { children: string }) =>
  children.split(/([A-Z]{2}(?:-[A-Z0-9]+){1,2}-\d{4}-\d+)/).map((part, at) =>
    at % 2 === 1 ? (
      <bdi className="n" key={at}>
        {part}
      </bdi>
    ) : (
      part
    ),
  );

/** "14 → 8", in reading order: in Arabic 14 stands at the right and the arrow points left. words: no figures, and as long as they like. */
export function FromAfter({
  from,
  after,
  tone,
  words,
}: {
  from: ReactNode;
  after: ReactNode;
  tone?: 'neg' | 'pos' | 'low';
  words?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <span className={words ? 'flow words' : 'flow'}>
      <bdi className={words ? 'mut' : 'n mut'}>{from}</bdi>
      <Icon of={ArrowRight} size={13} flip />
      <span className="sr"> {t('ui.becomes')} </span>
      <bdi className={[words ? 'hi' : 'n hi', tone].filter(Boolean).join(' ')}>{after}</bdi>
    </span>
  );
}

/** In the business's currency, which stands once in the head. */
export function Money({ value, ...rest }: FigureProps) {
  return <Figure {...rest} value={formatMoney(value)} />;
}

/** Pieces. A low count speaks, also when it is 0. */
export function Quantity({ value, low, nil, tone, ...rest }: FigureProps & { low?: boolean }) {
  return <Figure {...rest} value={formatNumber(value)} nil={nil && !low} tone={low ? 'low' : tone} />;
}
