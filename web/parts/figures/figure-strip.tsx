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

/** A strip of key figures with the period before; a figure with `href` links to its rows. */
export function FigureStrip({ figures }: { figures: readonly StripFigure[] }) {
  const visible = figures.filter(({ figure }) => figure !== null && figure !== undefined);
  if (visible.length === 0) return null;
  return (
    <div className="stats amounts" style={{ '--figures': visible.length } as CSSProperties}>
      {visible.map(({ label, figure, href, isCost, format = formatMoney }) => {
        const value = format(typeof figure === 'object' ? figure!.now : figure!);
        const body = (
          <>
            <span className="block text-sm font-medium text-ink-3">{label}</span>
            <span className="value">{value.endsWith('%') ? <bdi className="number">{value}</bdi> : <Figure value={value} />}</span>
            {typeof figure === 'object' && figure && <Change of={figure} isCost={isCost} format={format} />}
          </>
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
