import type { ReactNode } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import type { LucideIcon } from '@/ui/icon.tsx';

interface ShiftDialogProps {
  title: string;
  number?: string;
  sub?: ReactNode;
  confirm: string;
  icon: LucideIcon;
  busy: boolean;
  /** The heading above the error. */
  failed: string;
  error: AppError | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog for a step of a shift, with its error. A retry sends the same request. */
export function ShiftDialog({ title, number, sub, confirm, icon, busy, failed, error, onSubmit, onClose, children }: ShiftDialogProps) {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <Dialog
      title={title}
      number={number}
      sub={sub}
      locked={busy}
      onSubmit={onSubmit}
      onClose={onClose}
      action={
        <Button variant="primary" type="submit" icon={icon} busy={busy} reason={online ? undefined : t('errors.network')}>
          {confirm}
        </Button>
      }
    >
      {children}
      {error && (
        <Banner tone="bad" onRetry={error.status >= 400 && error.status < 500 ? undefined : onSubmit}>
          <b>{failed}</b>
          <p>{errorText(t, error)}</p>
        </Banner>
      )}
    </Dialog>
  );
}
