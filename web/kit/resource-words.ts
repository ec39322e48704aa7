import { useTranslation } from '@/i18n/use-translation.ts';
import type { ResourceTable } from './define.ts';

/** A resource's texts. A field's label falls back to the general one: `resources.sizes.fields.position`, then `fields.position`. A missing
    hint is undefined. */
export function useResourceWords(table: ResourceTable) {
  const { t } = useTranslation();
  const own = `resources.${table}` as const;
  return {
    word: (key: 'many' | 'one' | 'add' | 'new' | 'search' | 'emptyTitle' | 'emptyText') => t(`${own}.${key}`),
    count: (count: number, shown: string) => t(`${own}.count`, { count, shown }),
    label: (column: string) => t([`${own}.fields.${column}`, `fields.${column}`] as string[] as ['fields.name']),
    hint: (column: string) => t(`${own}.hints.${column}` as 'fields.name', { defaultValue: '' }) || undefined,
  };
}
