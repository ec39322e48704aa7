import { useTranslation } from '@/i18n/use-translation.ts';
import type { TableName } from './schema.ts';

/** A resource's own word for a thing, else the house's: `resources.sizes.fields.position`, then `fields.position`. */
export function useResourceWords(table: TableName) {
  const { t, i18n } = useTranslation();
  const own = `resources.${table}`;
  return {
    word: (key: 'many' | 'one' | 'add' | 'new' | 'search' | 'emptyTitle' | 'emptyText') => t(`${own}.${key}`),
    count: (count: number, shown: string) => t(`${own}.count`, { count, shown }),
    label: (column: string) => t([`${own}.fields.${column}`, `fields.${column}`]),
    hint: (column: string) => (i18n.exists(`${own}.hints.${column}`) ? t(`${own}.hints.${column}`) : undefined),
  };
}
