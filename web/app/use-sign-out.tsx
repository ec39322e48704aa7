import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { keepsWork } from '@/db/keep.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { signOut } from './session.ts';

/** Signs out, and asks before where work is kept in this browser only. Put `question` anywhere on the page. */
export function useSignOut(): { leave: () => void; question: ReactNode } {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const question = (
    <ConfirmDialog open={asking} onClose={() => setAsking(false)} title={t('app.leaving.title')} confirm={t('app.leaving.confirm')} icon={LogOut} danger size="sm" onConfirm={signOut}>
      <p>{t('app.leaving.text')}</p>
    </ConfirmDialog>
  );
  return { leave: () => (keepsWork() ? setAsking(true) : void signOut()), question };
}
