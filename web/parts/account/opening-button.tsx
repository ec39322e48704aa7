import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useBranch, useCan } from '@/db/me.ts';
import type { Contact } from '@/db/opening-balances.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { mayRecordOpening } from './opening.ts';

const OpeningDialog = lazy(() => import('./opening-dialog.tsx').then(({ OpeningDialog: Shown }) => ({ default: Shown })));

interface OpeningButtonProps {
  contact: Contact;
  contactId: string;
  name: string;
}

/** Opens the dialog for an opening balance, for users who may record one somewhere. */
export function OpeningButton(props: OpeningButtonProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { workBranches } = useBranch();
  const [open, setOpen] = useState(false);
  if (!mayRecordOpening(props.contact, can) || workBranches.length === 0) return null;
  return (
    <>
      <Button icon={Plus} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('account.opening.name')}
      </Button>
      <Suspense>{open && <OpeningDialog {...props} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
