import { LogOut } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { keepsWork } from '@/db/keep.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { signOut } from './session.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('@/ui/confirm-dialog.tsx')).ConfirmDialog }));

/** Signs out, and asks before where work is kept in this browser only. Put `question` anywhere on the page. */
export function useSignOut(): { leave: () => void; question: ReactNode } {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const question = asking && (
    <Suspense>
      <ConfirmDialog onClose={() => setAsking(false)} title={t('app.leaving.title')} confirm={t('app.leaving.confirm')} icon={LogOut} danger size="sm" onConfirm={signOut}>
        <p>{t('app.leaving.text')}</p>
      </ConfirmDialog>
    </Suspense>
  );
  return { leave: () => (keepsWork() ? setAsking(true) : void signOut()), question };
}
