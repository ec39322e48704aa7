import { useMemo } from 'react';
import type { ChangeRow, FieldChange } from '@/db/history.ts';
import { permissionName } from '@/db/permission-name.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate, formatDateTime, formatWeekday } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';

/** Columns whose values are words that a screen has already; of others below `history.value`. */
const words: Partial<Record<string, string>> = {
  'transfers.status': 'transfers.status',
  'purchase_orders.status': 'purchases.status',
  'purchase_orders.receipt_state': 'purchases.receipt',
  'stock_counts.status': 'counts.status',
  'stock_counts.scope': 'counts.scope',
  'stock_entries.kind': 'stock.kind',
  'stock_entries.reason': 'stock.reason',
  'imports.kind': 'imports.history.kinds',
  'imports.status': 'imports.history.statuses',
  'attachments.kind': 'documents.kind',
  'expense_rules.status': 'expenses.recurring.status',
  'expense_rules.unit': 'expenses.recurring.units',
};

type Row = Pick<ChangeRow, 'table_name' | 'names'>;

/** A change in the words of the screens that show what was changed. */
export function useChangeWords() {
  const { t } = useTranslation();
  return useMemo(() => {
    const known = (...keys: string[]) => t(keys as ['fields.name']);
    const sole = (key: string) => t(key as 'fields.name', { defaultValue: '' });
    const table = (name: string) => known(`history.table.${name}`, `resources.${name}.one`);
    const field = (of: string, name: string) =>
      known(`history.field.${of}.${name}`, `resources.${of}.fields.${name}`, `${of}.fields.${name}`, `fields.${name}`);
    const text = (of: string, name: string, value: string) => {
      if (name === 'permission') return permissionName(t, value);
      const shown = words[`${of}.${name}`];
      return sole(shown ? `${shown}.${value}` : `history.value.${name}.${value}`) || value;
    };
    /** Empty where there was nothing. */
    const value = ({ table_name, names }: Row, { name, type }: FieldChange, stood: unknown): string => {
      if (stood === null || stood === undefined || stood === '') return '';
      const plain = String(stood);
      switch (type) {
        case 'money':
          return formatMoney(plain);
        case 'quantity':
          return formatNumber(plain);
        case 'percent':
          return `${formatNumber(plain)}%`;
        case 'number':
          return name === 'first_day_of_week'
            ? formatWeekday(`1970-01-${String(4 + Number(plain)).padStart(2, '0')}`)
            : formatNumber(plain);
        case 'flag':
          return name === 'active' ? t(stood === true ? 'kit.active' : 'kit.inactive') : t(stood === true ? 'kit.yes' : 'kit.no');
        case 'day':
          return formatDate(plain);
        case 'time':
          return formatDateTime(plain);
        case 'ref':
          return nameOf(names[plain]) || t('history.unseen');
        default:
          return text(table_name, name, plain);
      }
    };
    return { table, field, value };
  }, [t]);
}
