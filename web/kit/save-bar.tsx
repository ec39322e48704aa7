import { useLayoutEffect } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { SaveFrame } from '@/ui/save-frame.tsx';
import { latinKey } from '@/ui/shortcuts.ts';

interface SaveBarProps {
  /** Describes the changes ("2 fields changed"); without it the bar of an existing record is hidden. */
  changed?: string;
  isNew?: boolean;
  busy: boolean;
  /** Why saving is disabled, such as no connection. */
  problem?: string;
  /** What must be corrected first. */
  wrong?: string;
  saveLabel: string;
  onSave: () => void;
  onDiscard: () => void;
}

/** Of a new record always in view, otherwise from the first change. Ctrl/⌘ S saves wherever the focus is. */
export function SaveBar({ changed, isNew, busy, problem, wrong, saveLabel, onSave, onDiscard }: SaveBarProps) {
  const { t } = useTranslation();
  // Before the browser paints: the user may press as soon as the bar is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || latinKey(event) !== 's') return;
      // Prevents the browser's "save page".
      event.preventDefault();
      if ((changed || isNew) && !busy && !problem) onSave();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [changed, isNew, busy, problem, onSave]);
  if (!changed && !isNew) return null;
  return (
    <SaveFrame label={t('kit.unsaved')} state={problem ?? changed ?? t('kit.newRecord')} changed={changed !== undefined} warning={wrong}>
      {changed && (
        <Button variant="quiet" onClick={onDiscard} disabled={busy}>
          {t('kit.discard')}
        </Button>
      )}
      <Button variant="primary" keys="Mod+S" onClick={onSave} busy={busy} reason={problem}>
        {saveLabel}
      </Button>
    </SaveFrame>
  );
}
