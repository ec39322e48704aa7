import { LogOut } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { usePageTitle } from '@/ui/page-title.ts';
import { LanguageButton } from './language-button.tsx';
import { NewPasswordForm } from './recovery-forms.tsx';
import { signOut } from './session.ts';

/** A user with a temporary password must first choose their own. */
export function OwnPassword({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  usePageTitle(t('app.ownPassword.title'));
  return (
    <main className="page-state full">
      <div className="in-page">
        <h1>{t('app.ownPassword.title')}</h1>
        <p>{t('app.ownPassword.text')}</p>
        <NewPasswordForm onChosen={onChosen} />
        <div className="inline-group">
          <LanguageButton />
          <Button variant="quiet" icon={LogOut} flip onClick={() => void signOut()}>
            {t('app.signOut')}
          </Button>
        </div>
      </div>
    </main>
  );
}
