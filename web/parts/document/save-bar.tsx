import { useState } from 'react';
import { useOnline } from '@/db/online.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatTime } from '@/lib/dates.ts';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import type { LucideIcon } from '@/ui/icon.tsx';
import { SaveFrame } from '@/ui/save-frame.tsx';

interface SaveStripProps {
  isNew: boolean;
  dirty: boolean;
  /** The exact state of `dirty`, which lags behind typing. */
  hasChanges: () => boolean;
  busy: boolean;
  /** When the draft was last stored on this device. */
  storedAt: string | null;
  warning: string | null;
  /** Moves to the cause of the warning. */
  onWarning?: () => void;
  saveLabel: string;
  /** A second way to save. */
  secondAction?: { label: string; icon: LucideIcon; onClick: () => void } | false;
  onSave: () => void;
  /** Discards the form; the user confirms first if there are changes. */
  onDiscard: () => void;
}

/** Clicking this button blurs the number field, which may have opened a question about it, which must be answered before saving. */
const unlessConfirming = (save: () => void) => () => {
  if (!document.querySelector('[data-asks]')) save();
};

/** The strip below the form, always in view; it also shows the state of the stored draft. */
export function SaveBar({
  isNew,
  dirty,
  hasChanges,
  busy,
  storedAt,
  warning,
  onWarning,
  saveLabel,
  secondAction,
  onSave,
  onDiscard,
}: SaveStripProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const state = () => {
    if (!online) return t('lines.offline');
    if (!dirty) return t('lines.unchanged');
    return storedAt ? t('lines.draftKept', { time: formatTime(storedAt) }) : t('lines.unsaved');
  };
  const reason = online ? undefined : t('lines.offline');
  return (
    <>
      <SaveFrame label={t('lines.saving')} state={state()} changed={dirty} warning={warning} onWarning={onWarning}>
        <Button variant="quiet" disabled={busy} onClick={() => (hasChanges() ? setAsking(true) : onDiscard())}>
          {t('lines.discard')}
        </Button>
        {secondAction && (
          <Button icon={secondAction.icon} disabled={busy} reason={reason} onClick={unlessConfirming(secondAction.onClick)}>
            {secondAction.label}
          </Button>
        )}
        <Button variant="primary" keys="Mod+S" busy={busy} reason={reason} onClick={unlessConfirming(onSave)}>
          {saveLabel}
        </Button>
      </SaveFrame>
      {asking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          size="small"
          danger
          title={t(isNew ? 'lines.discardTitle' : 'lines.discardChanges')}
          confirm={t('lines.discard')}
          onConfirm={onDiscard}
        >
          <p>{t('lines.discardText')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
