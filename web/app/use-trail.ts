import { useTranslation } from '@/i18n/use-translation.ts';
import { useShownTitle } from '@/ui/page-title.ts';
import { handles, useHandle } from './handles.ts';
import type { MenuItem } from './menu.ts';

/** The crumbs from the menu area to this page, whose own title may be more specific than its route's. */
export function useTrail(items: readonly MenuItem[], address: string): { label: string; href?: string }[] {
  const { t } = useTranslation();
  const handle = useHandle();
  const title = useShownTitle();
  if (!handle) return [];
  const parent = handle.parent ? handles.get(handle.parent) : undefined;
  const area = items.find(
    (item) => item !== 'separator' && 'entries' in item && item.entries.some(({ to }) => to === (handle.parent ?? address)),
  );
  return [
    ...(area && area !== 'separator' ? [{ label: t(`app.menu.${area.key}`) }] : []),
    ...(parent ? [{ label: t(parent.title), href: handle.parent }] : []),
    { label: title || t(handle.title) },
  ];
}
