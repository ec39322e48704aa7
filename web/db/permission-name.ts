import type { TFunction } from 'i18next';

/** `inventory.transfers.approve` → "Stock transfers: approve". */
export function permissionName(t: TFunction, permission: string): string {
  const [, resource = '', actionKey = ''] = permission.split('.');
  const named = (key: string) => t(key as 'app.name', { defaultValue: '' }) as string;
  const [resourceName, action] = [named(`app.permission.resource.${resource}`), named(`app.permission.action.${actionKey}`)];
  return resourceName && action ? t('app.permission.name', { what: resourceName, action }) : permission;
}
