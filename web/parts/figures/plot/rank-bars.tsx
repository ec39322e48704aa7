import type { CSSProperties } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { Figure } from '@/ui/figure.tsx';
import { valueScale, valuesOf } from './axis.ts';
import type { ChartWords, Mark } from '../drawing.ts';
import { MarkTarget, type Pointing } from './mark-target.tsx';

/** Rows with a bar each, that starts at zero and runs with the reading direction. */
export function RankBars({ marks, words, pointing }: { marks: readonly Mark[]; words: ChartWords; pointing: Pointing }) {
  const { t } = useTranslation();
  const { format = formatMoney } = words;
  const x = valueScale(valuesOf(marks), document.dir === 'rtl' ? [100, 0] : [0, 100], 4);
  const share = (value: number) => `${x(value)}%`;
  if (marks.length === 0) return <p className="muted">{t('ui.chart.empty')}</p>;
  return (
    <ol className="rank-bars">
      {marks.map((mark, index) => (
        <li key={mark.key}>
          <MarkTarget
            mark={mark}
            index={index}
            words={words}
            pointing={pointing}
            tipStyle={{ '--at': 0.5, insetBlockEnd: '100%' } as CSSProperties}
          >
            <bdi className="name">{mark.name}</bdi>
            <svg aria-hidden="true">
              <rect
                className={pointing.pointed === index ? 'bar pointed' : 'bar'}
                x={`${Math.min(x(0), x(mark.now))}%`}
                y="4"
                width={`${Math.abs(x(mark.now) - x(0))}%`}
                height="14"
              />
              <line className="zero" x1={share(0)} x2={share(0)} y1="0" y2="22" />
              {Boolean(mark.before) && <line className="before" x1={share(mark.before ?? 0)} x2={share(mark.before ?? 0)} y1="1" y2="21" />}
            </svg>
            <Figure value={format(mark.now)} />
          </MarkTarget>
        </li>
      ))}
    </ol>
  );
}
