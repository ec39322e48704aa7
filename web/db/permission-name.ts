import type { TFunction } from 'i18next';

/** `inventory.transfers.approve` → "Stock transfers: approve". */
export function permissionName(t: TFunction, permission: string): string {
  const [, resource = '', action = ''] = permission.split('.');
  const named = (key: string) => t(key as 'app.name', { defaultValue: '' }) as string;
  const [what, deed] = [named(`app.permission.resource.${resource}`), named(`app.permission.action.${action}`)];
  return what && deed ? t('app.permission.name', { what, deed }) : permission;
}
