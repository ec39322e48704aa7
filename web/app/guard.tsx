import { KeyRound } from 'lucide-react';
import { Outlet } from 'react-router-dom';
import { useCan } from '@/db/me.ts';
import { permissionName } from '@/db/permission-name.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { holds, type RouteHandle } from '@/kit/screen.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { usePageTitle } from '@/ui/page-title.ts';

/** In place of a page without permission, names the missing one, so that the user can ask for it. */
export function Guard({ handle }: { handle: RouteHandle }) {
  const can = useCan();
  if (!holds(can, handle.permission)) return <NoAccess handle={handle} />;
  return <Outlet />;
}

function NoAccess({ handle }: { handle: RouteHandle }) {
  const { t } = useTranslation();
  const [permission = ''] = [handle.permission ?? []].flat();
  usePageTitle(t('app.noAccess.title'));
  return (
    <div className="page-state">
      <div className="in-page">
        <Icon of={KeyRound} size={22} className="muted" />
        <h1>{t('app.noAccess.title')}</h1>
        <p>{t('app.noAccess.text', { permission: permissionName(t, permission) })}</p>
        <Button href="/dashboard">{t('app.toStart')}</Button>
      </div>
    </div>
  );
}
