import i18next from 'i18next';
import { formatDate } from '@/lib/dates.ts';

/** The named periods; `private.period` in the database has the same. */
export const periods = [
  'today',
  'yesterday',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
] as const;

export interface Days {
  from: string;
  to: string;
}

/** Parses "2026-03-01..2026-03-31", where either day may be missing; null for a named period. */
export function daysOf(period: string | undefined): Days | null {
  const [, from = '', to = ''] = /^(\d{4}-\d{2}-\d{2})?\.\.(\d{4}-\d{2}-\d{2})?$/.exec(period ?? '') ?? [];
  return from || to ? { from, to } : null;
}

/** The value for the URL; undefined while neither day is chosen. */
export const periodOf = ({ from, to }: Days): string | undefined => (from || to ? `${from}..${to}` : undefined);

export function periodLabel(period: string): string {
  const { t } = i18next;
  const word = periods.find((one) => one === period);
  if (word) return t(`period.${word}`);
  const days = daysOf(period);
  if (!days) return period === '..' ? t('period.all') : period;
  if (days.from === days.to) return formatDate(days.from);
  if (!days.from) return t('period.until', { to: formatDate(days.to) });
  return days.to
    ? t('period.between', { from: formatDate(days.from), to: formatDate(days.to) })
    : t('period.since', { from: formatDate(days.from) });
}
