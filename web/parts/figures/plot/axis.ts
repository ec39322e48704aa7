/* Scales and labels of charts. */
import { nice, ticks } from 'd3-array';
import { settings } from '@/lib/settings.ts';
import type { Mark } from '../drawing.ts';

export const valuesOf = (marks: readonly Mark[]): number[] => marks.flatMap(({ now, before }) => [now, before ?? 0]);

/** From zero, or below it if a value is negative, to a round number at or above all values, mostly between round numbers. */
function ends(values: readonly number[], steps: number): [low: number, high: number] {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  if (low === high) return [0, 1];
  // A little below zero needs no round number there, which would take up a third of the chart.
  return -low < high * 0.1 ? [low, nice(0, high, steps)[1]] : nice(low, high, steps);
}

/** The position of a value between two positions. */
export function valueScale(values: readonly number[], [start, end]: readonly [number, number], steps: number): (value: number) => number {
  const [low, high] = ends(values, steps);
  return (value) => start + ((value - low) / (high - low)) * (end - start);
}

/** The values labelled along a scale: only zero if there is nothing else, and no fractions between whole numbers. */
export function ticksOf(values: readonly number[], steps: number): number[] {
  if (values.every((value) => value === 0)) return [0];
  const all = ticks(...ends(values, steps), steps);
  return values.every(Number.isInteger) ? all.filter(Number.isInteger) : all;
}

/** "600k" or "600 ألف": short in the user's language, so that billions fit beside a chart. */
export function shortNumber(value: number): string {
  const { language, digits } = settings();
  const format = new Intl.NumberFormat(`${language === 'ar' ? 'ar-EG' : 'en-GB'}-u-nu-${digits === 'arab' ? 'arab' : 'latn'}`, {
    notation: 'compact',
    maximumSignificantDigits: 3,
  });
  return format.format(value).replace('-', '−');
}

/** About the width of a label in the small text of a chart, in pixels. */
export const labelWidth = (text: string): number => Math.ceil(text.length * 6.8);

/** One of how many labels is shown, so that labels of this step never touch. */
export function labelEvery(labels: readonly string[], step: number): number {
  const widest = Math.max(0, ...labels.map(labelWidth));
  return Math.max(1, Math.ceil((widest + 6) / step));
}
