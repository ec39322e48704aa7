import { useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { valuesOf } from './axis.ts';
import type { ChartWords, Drawing, Panel } from '../drawing.ts';
import { percent } from '../figure-strip.tsx';
import type { Pointing } from './mark-target.tsx';
import { RankBars } from './rank-bars.tsx';
import { topRanks } from './ranks.ts';
import { TimeBars } from './time-bars.tsx';

/** The drawing, hidden from screen readers, under a link or button for each mark. All marks are one tab stop. */
export default function Plot({ drawing, format = formatMoney, ...rest }: ChartWords & { drawing: Drawing }) {
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const [reached, setReached] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const words = { ...rest, format };

  const ranks = drawing.kind === 'ranks' ? topRanks(drawing.marks, t('ui.chart.others'), drawing.isRate) : [];
  const panels: readonly Panel[] =
    drawing.kind === 'panels' ? drawing.panels : [{ key: drawing.kind, name: '', marks: drawing.kind === 'bars' ? drawing.marks : ranks }];
  const count = panels.reduce((sum, { marks }) => sum + marks.length, 0);
  const current = Math.min(reached, count - 1);

  const press = (event: KeyboardEvent) => {
    const forward = document.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const acrossPanels = drawing.kind === 'panels' ? (panels[0]?.marks.length ?? 0) : 1;
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: -1,
      [forward]: 1,
      ArrowUp: -acrossPanels,
      ArrowDown: acrossPanels,
      Home: -current,
      End: count - 1 - current,
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    root.current?.querySelectorAll<HTMLElement>('.chart-mark')[current + step]?.focus();
  };
  const pointing: Pointing = { current, pointed, point: setPointed, reach: setReached };

  return (
    <div ref={root} onKeyDown={press}>
      {drawing.kind === 'ranks' ? (
        <>
          <RankBars marks={ranks} words={words} pointing={pointing} />
          {drawing.isRate && drawing.marks.length > ranks.length && (
            <p className="muted">{t('ui.chart.partly', { shown: ranks.length, count: drawing.marks.length })}</p>
          )}
        </>
      ) : drawing.kind === 'bars' ? (
        <TimeBars marks={drawing.marks} values={valuesOf(drawing.marks)} words={words} pointing={pointing} first={0} />
      ) : (
        <div className="chart-panels">
          {panels.map((panel, index) => (
            <section key={panel.key}>
              <h3>
                <bdi>{panel.name}</bdi>
                {typeof panel.change === 'number' && (
                  <bdi className={panel.change === 0 ? 'muted' : panel.change > 0 === !panel.isCost ? 'good' : 'bad'}>
                    {panel.change > 0 && '+'}
                    {percent(panel.change)}
                  </bdi>
                )}
              </h3>
              <TimeBars
                marks={panel.marks}
                values={panels.flatMap(({ marks }) => valuesOf(marks))}
                words={words}
                pointing={pointing}
                first={panels.slice(0, index).reduce((sum, { marks }) => sum + marks.length, 0)}
                panel={panel.name}
              />
            </section>
          ))}
        </div>
      )}
    </div>
  );
}
