import { CircleAlert, PackageCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '@/db/online.ts';
import { formatTime } from '@/lib/dates.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Icon } from '@/ui/icon.tsx';

interface SaveStripProps {
  isNew: boolean;
  dirty: boolean;
  busy: boolean;
  /** When the draft was last kept on this device. */
  keptAt: string | null;
  warning: string | null;
  onSave: () => void;
  /** Absent for who may not receive, and where nothing is outstanding. */
  onReceive?: () => void;
  onDiscard: () => void;
}

/** Always in view: a draft is kept by itself, and how that stands is said here. */
export function SaveStrip({ isNew, dirty, busy, keptAt, warning, onSave, onReceive, onDiscard }: SaveStripProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const state = () => {
    if (!online) return t('purchases.form.offline');
    if (!dirty) return t('purchases.form.unchanged');
    return keptAt ? t('purchases.form.draftKept', { time: formatTime(keptAt) }) : t('purchases.form.unsaved');
  };
  const reason = online ? undefined : t('purchases.form.offline');
  return (
    <div className="save" role="region" aria-label={t('purchases.form.saving')}>
      {warning ? (
        <p className="err-t" role="status"><Icon of={CircleAlert} size={14} /><span>{warning}</span></p>
      ) : (
        <p className="state" role="status">
          {dirty ? <span className="dotw" /> : null}
          <span>{state()}</span>
        </p>
      )}
      <div className="acts">
        <Button variant="quiet" disabled={busy} onClick={() => (dirty ? setAsking(true) : onDiscard())}>{t('purchases.form.discard')}</Button>
        {onReceive && <Button icon={PackageCheck} disabled={busy} reason={reason} onClick={onReceive}>{t('purchases.form.saveReceive')}</Button>}
        <Button variant="primary" keys="Mod+S" busy={busy} reason={reason} onClick={onSave}>{t(isNew ? 'purchases.form.create' : 'purchases.form.save')}</Button>
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        size="sm"
        danger
        title={t(isNew ? 'purchases.form.discardTitle' : 'purchases.form.discardChanges')}
        confirm={t('purchases.form.discard')}
        onConfirm={onDiscard}
      >
        <p>{t('purchases.form.discardText')}</p>
      </ConfirmDialog>
    </div>
  );
}
