import type { ReportRow } from '@/db/reports.ts';
import { nameOf } from '@/i18n/name-of.ts';
import type { Translation } from '@/i18n/use-translation.ts';
import { formatDate, formatMonth, formatWeekday } from '@/lib/dates.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import type { PaymentKind } from '@/db/payments.ts';
import type { Heading } from './reports.ts';

/** 4 January 1970 was a Sunday, day 0. */
const weekday = (key: string) => formatWeekday(new Date(Date.UTC(1970, 0, 4 + Number(key), 12)).toISOString().slice(0, 10));

/** A row's or column's label under its heading, in the user's language. */
export function keyLabel({ t }: Translation, heading: Heading, row: Pick<ReportRow, 'id' | 'name' | 'name_ar'>): string {
  const key = row.id;
  switch (heading) {
    case 'day':
      return formatDate(key);
    case 'week':
      return t('reports.weekOf', { day: formatDate(key) });
    case 'month':
      return formatMonth(key);
    case 'weekday':
      return weekday(key);
    case 'hour':
      return `${key.padStart(2, '0')}:00`;
    case 'goods':
      return t(key === 'sold' ? 'reports.goods.sold' : 'reports.goods.returned');
    case 'tax_choice':
      return t(key === 'changed' ? 'reports.taxChoice.changed' : 'reports.taxChoice.usual');
    case 'moving':
      return t(key === 'sold' ? 'reports.moving.sold' : 'reports.moving.unsold');
    case 'kind':
      return t(`reports.col.${key as PaymentKind}`);
    case 'discount_reason':
      return key || t('reports.without.discount_reason');
    default:
      return nameOf(row) || t(`reports.without.${heading satisfies PlainKeyBelow<'reports.without'>}`);
  }
}
