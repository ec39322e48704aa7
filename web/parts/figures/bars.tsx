import { useState, type MouseEvent } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { heightOf, topOf } from './scale.ts';

export interface Bar {
  at: string;
  /** The full name of its day or month; `tick` is the short one below the bar. */
  name: string;
  tick: string;
  now: number;
  before: number;
  href: string;
}

/** A bar chart of amounts by day or month, with a mark for the period before; each bar links to its rows. Its figures are shown above
    while it is pointed at or has the focus; a finger's first tap only shows them. */
export function Bars({ id, title, bars }: { id: string; title: string; bars: readonly Bar[] }) {
  const { t } = useTranslation();
  const [pointed, setPointed] = useState<string | null>(null);
  const textOf = ({ name, now, before }: Bar) => t('dashboard.money.bar', { at: name, now: formatMoney(now), before: formatMoney(before) });
  const tip = bars.find(({ at }) => at === pointed);
  const tap = (at: string) => (event: MouseEvent) => {
    if ((event.nativeEvent as PointerEvent).pointerType !== 'touch' || pointed === at) return;
    event.preventDefault();
    setPointed(at);
  };
  const isEmpty = bars.every(({ now, before }) => now === 0 && before === 0);
  const top = topOf(bars.flatMap(({ now, before }) => [now, before]));
  return (
    <section className="sales-chart" aria-labelledby={id}>
      <div className="chart-head">
        <h2 id={id}>{title}</h2>
        <span className="legend">
          <i className="now" />
          {t('dashboard.money.now')}
          <i className="before" />
          {t('dashboard.money.before')}
        </span>
        <output className="chart-tip">{tip && textOf(tip)}</output>
      </div>
      <div className="chart-body">
        <div className={isEmpty ? 'chart-scale justify-end' : 'chart-scale'} aria-hidden="true">
          {(isEmpty ? [0] : [1, 0.5, 0]).map((part) => (
            <bdi key={part}>{formatNumber(top * part, { max: top < 2 ? 1 : 0 })}</bdi>
          ))}
        </div>
        <ol>
          {bars.map((bar) => {
            const { at, tick, now, before, href } = bar;
            return (
              <li key={at}>
                <a
                  href={href}
                  aria-label={textOf(bar)}
                  onPointerEnter={({ pointerType }) => pointerType !== 'touch' && setPointed(at)}
                  onPointerLeave={({ pointerType }) => pointerType !== 'touch' && setPointed(null)}
                  onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && setPointed(at)}
                  onBlur={() => setPointed(null)}
                  onClick={tap(at)}
                >
                  <span className="sold" style={{ blockSize: heightOf(now, top) }} />
                  {before > 0 && <span className="sold-before" style={{ insetBlockEnd: heightOf(before, top) }} />}
                </a>
                <small aria-hidden="true">{tick}</small>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
