import { ArrowDown, ArrowUp } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';

/** `change` is in percent of `before`; null where that is zero. */
export interface Compared {
  now: number;
  before: number;
  change: number | null;
}

export interface StripFigure {
  /** Of a figure that can be chosen. */
  id?: string;
  label: string;
  /** Absent without permission. */
  figure: Compared | number | null | undefined;
  href?: string;
  /** An increase is bad, as of costs. */
  isCost?: boolean;
  /** Money by default; a percentage is shown without lighter decimals. */
  format?: (value: number) => string;
}

export const percent = (change: number) => `${formatNumber(change, { max: 1 })}%`;

interface FigureStripProps {
  figures: readonly StripFigure[];
  /** The figure that the page shows, where one can be chosen. */
  chosen?: string | undefined;
  onChoose?: ((id: string) => void) | undefined;
}

/** A strip of key figures with the period before; a figure with `href` links to its rows, and with `onChoose` each is a button. */
export function FigureStrip({ figures, chosen, onChoose }: FigureStripProps) {
  const visible = figures.filter(({ figure }) => figure !== null && figure !== undefined);
  if (visible.length === 0) return null;
  return (
    <div className="stats amounts" style={{ '--figures': visible.length } as CSSProperties}>
      {visible.map(({ id, label, figure, href, isCost, format = formatMoney }) => {
        const value = format(typeof figure === 'object' ? figure!.now : figure!);
        const body = (
          <>
            <span className="block text-sm font-medium text-ink-3">{label}</span>
            <span className="value">{value.endsWith('%') ? <bdi className="number">{value}</bdi> : <Figure value={value} />}</span>
            {typeof figure === 'object' && figure && <Change of={figure} isCost={isCost} format={format} />}
          </>
        );
        if (onChoose && id)
          return (
            <button key={label} type="button" className="stat" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
              {body}
            </button>
          );
        return href ? (
          <a key={label} className="stat" href={href}>
            {body}
          </a>
        ) : (
          <div key={label} className="stat">
            {body}
          </div>
        );
      })}
    </div>
  );
}

/** The change to the period before: coloured by good or bad, not by up or down. */
function Change({
  of: { before, change },
  isCost,
  format,
}: {
  of: Compared;
  isCost?: boolean | undefined;
  format: (value: number) => string;
}) {
  const { t } = useTranslation();
  return (
    <span className="change">
      {change !== null && change !== 0 && (
        <b className={change > 0 === !isCost ? 'good' : 'bad'}>
          <Icon of={change > 0 ? ArrowUp : ArrowDown} size={12} />
          <bdi>{percent(Math.abs(change))}</bdi>
        </b>
      )}
      {t('dashboard.money.from', { amount: format(before) })}
    </span>
  );
}
