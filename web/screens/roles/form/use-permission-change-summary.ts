import { permissionName } from '@/db/permission-name.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useCountText } from '@/list/use-count-text.ts';
import type { Change } from './permissions.ts';

const most = 3;

/** "2 permissions added: Products: import, Stock points: change", and the number of other changed fields. */
export function usePermissionChangeSummary({ added, removed }: Change, fields: number): string {
  const { t, i18n } = useTranslation();
  const text = useCountText();
  const names = (list: readonly PermissionName[]) =>
    new Intl.ListFormat(i18n.language, { type: 'unit' }).format([
      ...list.slice(0, most).map((permission) => permissionName(t, permission)),
      ...(list.length > most ? ['…'] : []),
    ]);
  const parts = (['added', 'removed'] as const).flatMap((what) => {
    const list = what === 'added' ? added : removed;
    return list.length > 0 ? [t(`roles.changed.${what}`, { count: list.length, shown: text.number(list.length), names: names(list) })] : [];
  });
  return [...parts, ...(fields > 0 ? [t('kit.changedFields', { count: fields, shown: text.number(fields) })] : [])].join(' · ');
}
