import { useQueryClient } from '@tanstack/react-query';
import { meOf } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { useRenewalNeeded } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useSignOut } from './use-sign-out.tsx';

/** Signing in again over the current page after the session has ended, so that its input is kept. */
export function SessionDialog() {
  const { t } = useTranslation();
  const needed = useRenewalNeeded();
  const { signOut: leave, question } = useSignOut();
  const me = useQueryClient().getQueryData(meOf().queryKey);
  return (
    needed && (
      <Dialog
        locked
        alert
        onClose={() => undefined}
        size="small"
        title={t('app.session.title')}
        sub={t('app.session.text')}
        footer={
          <Button variant="quiet" onClick={leave}>
            {t('app.session.someoneElse')}
          </Button>
        }
      >
        <SignInForm email={me?.profile.email ?? undefined} />
        {question}
      </Dialog>
    )
  );
}
