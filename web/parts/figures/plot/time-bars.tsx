import { useCallback, useId, useState, type CSSProperties } from 'react';
import { labelEvery, labelWidth, shortNumber, ticksOf, valueScale } from './axis.ts';
import type { ChartWords, Mark } from '../drawing.ts';
import { MarkTarget, type Pointing } from './mark-target.tsx';

const ABOVE = 8;
const BELOW = 24;
const GAP = 8;
const WIDEST_BAR = 56;
/** The part of its step that a bar fills. */
const FILLED = 0.7;

interface TimeBarsProps {
  marks: readonly Mark[];
  /** All values on the same scale, also those of other panels. */
  values: readonly number[];
  words: ChartWords;
  pointing: Pointing;
  /** The place of the first mark in the whole chart. */
  first: number;
  panel?: string | undefined;
}

/** Bars along time, with a short line at the value before. In Arabic time runs to the left and the scale is on the right. */
export function TimeBars({ marks, values, words, pointing, first, panel }: TimeBarsProps) {
  const hatching = useId();
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  const measured = useCallback((element: HTMLDivElement) => {
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isRtl = document.dir === 'rtl';
  const steps = height > 180 ? 4 : 3;
  const ticks = ticksOf(values, steps);
  const { formatScale = shortNumber } = words;
  const aside = Math.max(...ticks.map((tick) => labelWidth(formatScale(tick)))) + GAP;
  const inner = Math.max(0, width - aside);
  const left = isRtl ? 0 : aside;

  const step = inner / marks.length;
  const y = valueScale(values, [height - BELOW, ABOVE], steps);
  const bar = Math.min(step * FILLED, WIDEST_BAR);
  const every = labelEvery(
    marks.map(({ tick, name }) => tick ?? name),
    step,
  );
  const fromStart = (index: number) => (index + 0.5) * step;
  const middle = (index: number) => (isRtl ? inner - fromStart(index) : fromStart(index));
  // For values that round to nothing on this scale, but are not zero.
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(1, Math.abs(y(value) - y(0))));

  return (
    <div ref={measured} className="time-bars">
      {width > 0 && (
        <>
          <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
            <pattern id={hatching} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect className="hatch" width="2.5" height="5" />
            </pattern>
            <g transform={`translate(${left},0)`}>
              {ticks.map((tick) => (
                <g key={tick}>
                  <line className="grid-line" x2={inner} y1={y(tick)} y2={y(tick)} />
                  {/* `end` is the side of the chart in both directions. */}
                  <text className="scale" x={isRtl ? inner + GAP : -GAP} y={y(tick)} dy="0.32em" textAnchor="end">
                    {formatScale(tick)}
                  </text>
                </g>
              ))}
              {marks.map((mark, index) => (
                <rect
                  key={mark.key}
                  className={['bar', mark.isUnfinished && 'unfinished', pointing.pointed === first + index && 'pointed']
                    .filter(Boolean)
                    .join(' ')}
                  style={mark.isUnfinished ? { fill: `url(#${hatching})` } : undefined}
                  x={middle(index) - bar / 2}
                  y={mark.now > 0 ? y(0) - heightOf(mark.now) : y(0)}
                  width={bar}
                  height={heightOf(mark.now)}
                />
              ))}
              <line className="zero" x2={inner} y1={y(0)} y2={y(0)} />
              {marks.map(({ key, tick, name, before }, index) => (
                <g key={key}>
                  {Boolean(before) && (
                    <rect className="before" x={middle(index) - bar / 2 - 2} y={y(before ?? 0) - 1} width={bar + 4} height={2} />
                  )}
                  {index % every === 0 && (
                    <text x={middle(index)} y={height - 6} textAnchor="middle">
                      {tick ?? name}
                    </text>
                  )}
                </g>
              ))}
            </g>
          </svg>
          <ol style={{ marginInlineStart: aside }}>
            {marks.map((mark, index) => (
              <li key={mark.key}>
                <MarkTarget
                  mark={mark}
                  index={first + index}
                  panel={panel}
                  words={words}
                  pointing={pointing}
                  style={{ insetInlineStart: index * step, inlineSize: step }}
                  tipStyle={{
                    ...({ '--at': fromStart(index) / inner } as CSSProperties),
                    insetBlockEnd: height - Math.min(y(Math.max(0, mark.now)), y(Math.max(0, mark.before ?? 0))) + GAP,
                  }}
                />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
