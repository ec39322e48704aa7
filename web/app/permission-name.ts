import { useTranslation } from 'react-i18next';

/** `inventory.transfers.approve` → "Stock transfers: approve". */
export function usePermissionName(): (permission: string) => string {
  const { t, i18n } = useTranslation();
  return (permission) => {
    const [, resource = '', action = ''] = permission.split('.');
    const named = (key: string) => (i18n.exists(key) ? t(key as 'app.name') : null);
    const what = named(`app.permission.resource.${resource}`);
    const deed = named(`app.permission.action.${action}`);
    return what && deed ? t('app.permission.name', { what, deed }) : permission;
  };
}
