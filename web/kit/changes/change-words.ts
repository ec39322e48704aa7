import { useMemo } from 'react';
import type { ChangeRow, FieldChange } from '@/db/history.ts';
import { permissionName } from '@/db/permission-name.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate, formatDateTime, formatWeekday } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';

/** Translation keys of columns whose values other screens translate already; the rest are under `history.value`. */
const words: Partial<Record<string, string>> = {
  'transfers.status': 'transfers.status',
  'purchase_orders.status': 'purchases.status',
  'purchase_orders.receipt_state': 'purchases.receipt',
  'purchase_returns.reason': 'purchaseReturns.reason',
  'stock_counts.status': 'counts.status',
  'stock_counts.scope': 'counts.scope',
  'stock_entries.kind': 'stock.kind',
  'stock_entries.reason': 'stock.reason',
  'imports.kind': 'imports.history.kinds',
  'imports.status': 'imports.history.statuses',
  'attachments.kind': 'documents.kind',
  'tax_rates.kind': 'fields.choice',
  'expense_rules.status': 'expenses.recurring.status',
  'expense_rules.unit': 'expenses.recurring.units',
};

type Row = Pick<ChangeRow, 'table_name' | 'names'>;

/** Translates a change with the labels of the screens that show the changed record. */
export function useChangeWords() {
  const { t } = useTranslation();
  return useMemo(() => {
    const translated = (...keys: string[]) => t(keys as ['fields.name']);
    const translatedOrEmpty = (key: string) => t(key as 'fields.name', { defaultValue: '' });
    const table = (name: string) => translated(`history.table.${name}`, `resources.${name}.one`);
    const field = (of: string, name: string) =>
      translated(`history.field.${of}.${name}`, `resources.${of}.fields.${name}`, `${of}.fields.${name}`, `fields.${name}`);
    const text = (of: string, name: string, value: string) => {
      if (name === 'permission') return permissionName(t, value);
      const shown = words[`${of}.${name}`];
      return translatedOrEmpty(shown ? `${shown}.${value}` : `history.value.${name}.${value}`) || value;
    };
    /** '' for an empty value. */
    const value = ({ table_name, names }: Row, { name, type }: FieldChange, raw: unknown): string => {
      if (raw === null || raw === undefined || raw === '') return '';
      const rawText = String(raw);
      switch (type) {
        case 'money':
          return formatMoney(rawText);
        case 'quantity':
          return formatNumber(rawText);
        case 'percent':
          return `${formatNumber(rawText)}%`;
        case 'number':
          return name === 'first_day_of_week'
            ? formatWeekday(`1970-01-${String(4 + Number(rawText)).padStart(2, '0')}`)
            : formatNumber(rawText);
        case 'flag':
          return name === 'active' ? t(raw === true ? 'kit.active' : 'kit.inactive') : t(raw === true ? 'kit.yes' : 'kit.no');
        case 'day':
          return formatDate(rawText);
        case 'time':
          return formatDateTime(rawText);
        case 'ref':
          return nameOf(names[rawText]) || t('history.unseen');
        default:
          return text(table_name, name, rawText);
      }
    };
    return { table, field, value };
  }, [t]);
}
