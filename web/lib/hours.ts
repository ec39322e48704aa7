import { formatFigure, formatNumber, readCode } from './numerals.ts';

/** Minutes as hours: 450 → 7:30. */
export const formatHours = (minutes: number): string =>
  `${formatNumber(Math.trunc(minutes / 60))}:${[...String(minutes % 60).padStart(2, '0')].map(formatFigure).join('')}`;

/** Reads a typed time of day (9, 930, 09:30, ٩٫٣٠) as `HH:MM`; null if it is invalid. */
export function readTime(typed: string): string | null {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.٫h]?(\d{2}))?$/.exec(readCode(typed).trim()) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, '0')}:${minutes}`;
}
