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

/** A bar chart of amounts by day or month, with a mark for the period before; each bar links to its rows. */
export function Bars({ id, title, bars }: { id: string; title: string; bars: readonly Bar[] }) {
  const { t } = useTranslation();
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
      </div>
      <div className="chart-body">
        <div className="chart-scale" aria-hidden="true">
          {[1, 0.5, 0].map((part) => (
            <bdi key={part}>{formatNumber(top * part, { max: 0 })}</bdi>
          ))}
        </div>
        <ol>
          {bars.map(({ at, name, tick, now, before, href }) => {
            const text = t('dashboard.money.bar', { at: name, now: formatMoney(now), before: formatMoney(before) });
            return (
              <li key={at}>
                <a href={href} title={text} aria-label={text}>
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
