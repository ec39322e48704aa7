import { formatFigure, formatNumber, readCode } from './numerals.ts';

/** 450 → 7:30. */
export const formatHours = (minutes: number): string =>
  `${formatNumber(Math.trunc(minutes / 60))}:${[...String(minutes % 60).padStart(2, '0')].map(formatFigure).join('')}`;

/** A time of day as people type it: 9, 930, 09:30, ٩٫٣٠; `HH:MM`, or null where it is none. */
export function readTime(typed: string): string | null {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.٫h]?(\d{2}))?$/.exec(readCode(typed).trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, '0')}:${minutes}`;
}
