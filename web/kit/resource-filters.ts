import { useMemo } from 'react';
import { useCan } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { Filter } from '@/list/column.ts';
import { permissionFor, resourceOf, type Resource } from './define.ts';
import { refFilter } from './ref-filter.ts';
import { useResourceWords } from './resource-words.ts';

export function useResourceFilters(resource: Resource): readonly Filter[] {
  const { t } = useTranslation();
  const can = useCan();
  const { label } = useResourceWords(resource.table);
  return useMemo(
    () =>
      Object.entries(resource.fields).flatMap(([name, field]): Filter[] => {
        if (name === 'active')
          return [
            {
              name,
              label: t('kit.status'),
              options: [
                { value: 'true', label: t('kit.active') },
                { value: 'false', label: t('kit.inactive') },
              ],
            },
          ];
        if (field.kind === 'flag')
          return [
            {
              name,
              label: label(name),
              options: [
                { value: 'true', label: t('kit.yes') },
                { value: 'false', label: t('kit.no') },
              ],
            },
          ];
        if (field.kind !== 'ref') return [];
        const target = resourceOf(field.table);
        return target && !can(permissionFor(target, 'view')) ? [] : [refFilter(field.table, name, label(name), field.tree)];
      }),
    [resource, t, can, label],
  );
}
