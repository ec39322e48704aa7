import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '@/db/online.ts';
import { formatTime } from '@/lib/dates.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Icon } from '@/ui/icon.tsx';

interface TransferSaveBarProps {
  isNew: boolean;
  dirty: boolean;
  busy: boolean;
  /** When the draft was last kept on this device. */
  keptAt: string | null;
  warning: string | null;
  onSave: () => void;
  /** Gives everything up, asked for beforehand where there is something to give up. */
  onDiscard: () => void;
}

/** Always in view: a draft is kept by itself, and how that stands is said here. */
export function TransferSaveBar({ isNew, dirty, busy, keptAt, warning, onSave, onDiscard }: TransferSaveBarProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const state = () => {
    if (!online) return t('transfers.form.offline');
    if (!dirty) return t('transfers.form.unchanged');
    return keptAt ? t('transfers.form.draftKept', { time: formatTime(keptAt) }) : t('transfers.form.unsaved');
  };
  return (
    <div className="save" role="region" aria-label={t('transfers.form.saving')}>
      <p className="state" role="status">
        {dirty ? <span className="dotw" /> : null}
        <span>{state()}</span>
      </p>
      {warning && <p className="err-t" role="status"><Icon of={CircleAlert} size={14} /><span>{warning}</span></p>}
      <div className="acts">
        <Button variant="quiet" disabled={busy} onClick={() => (dirty ? setAsking(true) : onDiscard())}>{t('transfers.form.discard')}</Button>
        <Button variant="primary" keys="Mod+S" busy={busy} reason={online ? undefined : t('transfers.form.offline')} onClick={onSave}>
          {t(isNew ? 'transfers.form.create' : 'transfers.form.save')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        size="sm"
        danger
        title={t(isNew ? 'transfers.form.discardTitle' : 'transfers.form.discardChanges')}
        confirm={t('transfers.form.discard')}
        onConfirm={onDiscard}
      >
        <p>{t('transfers.form.discardText')}</p>
      </ConfirmDialog>
    </div>
  );
}
