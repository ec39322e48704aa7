import { History } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useCan } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';

const AllChangesDialog = lazy(() => import('./all-changes-dialog.tsx'));

interface AllChangesProps {
  /** The record's table and id. */
  table: string;
  id: string;
  name: string;
}

/** Opens the full history of a record, for users who may read the audit log. */
export function AllChanges(props: AllChangesProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [open, setOpen] = useState(false);
  if (!can('management.audit_log.view')) return null;
  return (
    <>
      <Button small variant="quiet" icon={History} onClick={() => setOpen(true)}>
        {t('history.all')}
      </Button>
      <Suspense>{open && <AllChangesDialog {...props} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
