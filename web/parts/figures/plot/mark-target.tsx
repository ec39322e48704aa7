import type { CSSProperties, MouseEvent, PointerEvent, ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { Figure } from '@/ui/figure.tsx';
import type { ChartWords, Mark } from '../drawing.ts';

/** Marks by their place in the chart: the one that Tab reaches, and the one whose tip is shown. */
export interface Pointing {
  current: number;
  pointed: number | null;
  point: (index: number | null) => void;
  reach: (index: number) => void;
}

interface MarkTargetProps {
  mark: Mark;
  index: number;
  panel?: string | undefined;
  words: ChartWords;
  pointing: Pointing;
  style?: CSSProperties;
  /** Where the tip stands. */
  tipStyle: CSSProperties;
  children?: ReactNode;
}

/** What is pointed at, focused and opened for a mark, with its tip. A finger's first tap shows the tip, the second opens. */
export function MarkTarget({ mark, index, panel, words, pointing, style, tipStyle, children }: MarkTargetProps) {
  const { t } = useTranslation();
  const { now, before, unfinished = t('ui.chart.unfinished'), format = formatMoney } = words;
  const { current, pointed, point, reach } = pointing;
  const compared = before && typeof mark.before === 'number' ? { past: before, before: format(mark.before) } : null;
  const name = [panel, mark.name].filter(Boolean).join(t('kit.listComma'));
  const note = mark.isUnfinished && unfinished;
  const figures = { name, now: format(mark.now) };
  const text = compared ? t('ui.chart.compared', { ...figures, ...compared }) : t('ui.chart.mark', figures);
  const isPointed = pointed === index;
  const shared = {
    className: 'chart-mark',
    style,
    'aria-label': note ? `${text}. ${note}` : text,
    tabIndex: index === current ? 0 : -1,
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && point(index),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && point(null),
    onFocus: ({ currentTarget }: { currentTarget: Element }) => {
      reach(index);
      if (currentTarget.matches(':focus-visible')) point(index);
    },
    onBlur: () => point(null),
    onClick: (event: MouseEvent) => {
      if ((event.nativeEvent as globalThis.PointerEvent).pointerType === 'touch' && !isPointed) {
        event.preventDefault();
        point(index);
      } else mark.onOpen?.();
    },
    children,
  };
  return (
    <>
      {mark.href ? (
        <a href={mark.href} {...shared} />
      ) : mark.onOpen ? (
        <button type="button" {...shared} />
      ) : (
        <span role="img" {...shared} />
      )}
      {isPointed && (
        <span className="chart-tip" style={tipStyle} aria-hidden="true">
          <b>{name}</b>
          {note && <small>{note}</small>}
          <span>
            <small>{now}</small> <Figure value={figures.now} />
          </span>
          {compared && (
            <span>
              <small>{compared.past}</small> <Figure value={compared.before} />
            </span>
          )}
        </span>
      )}
    </>
  );
}
