import { LogOut } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { hasUnsavedWork, storedUser, unsentSales } from '@/db/browser-storage.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { signOut } from './session.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('@/ui/confirm-dialog.tsx')).ConfirmDialog }));

/** Signs out, but asks first if unsaved work is stored in this browser only. Render `question` anywhere on the page. */
export function useSignOut(): { signOut: () => void; question: ReactNode } {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const unsent = asking ? unsentSales(storedUser()) : 0;
  const question = asking && (
    <Suspense>
      <ConfirmDialog
        onClose={() => setAsking(false)}
        title={t(hasUnsavedWork() ? 'app.leaving.title' : 'app.leaving.unsentTitle')}
        confirm={t(hasUnsavedWork() ? 'app.leaving.confirm' : 'app.signOut')}
        icon={LogOut}
        danger
        size="small"
        onConfirm={signOut}
      >
        {hasUnsavedWork() && <p>{t('app.leaving.text')}</p>}
        {unsent > 0 && <p>{t('app.leaving.unsent', { count: unsent })}</p>}
      </ConfirmDialog>
    </Suspense>
  );
  return { signOut: () => (hasUnsavedWork() || unsentSales(storedUser()) > 0 ? setAsking(true) : void signOut()), question };
}
