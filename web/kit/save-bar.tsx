import { useLayoutEffect } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { SaveFrame } from '@/ui/save-frame.tsx';
import { latinKey } from '@/ui/shortcuts.ts';

interface SaveBarProps {
  /** Describes the changes ("2 fields changed"); without it the bar is hidden. */
  changed?: string;
  busy: boolean;
  /** Why saving is disabled, such as no connection. */
  problem?: string;
  /** What must be corrected first. */
  wrong?: string;
  saveLabel: string;
  onSave: () => void;
  onDiscard: () => void;
}

/** Appears on the first change and stays in view. Ctrl/⌘ S saves wherever the focus is. */
export function SaveBar({ changed, busy, problem, wrong, saveLabel, onSave, onDiscard }: SaveBarProps) {
  const { t } = useTranslation();
  // Before the browser paints: the user may press as soon as the bar is visible.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || latinKey(event) !== 's') return;
      // Prevents the browser's "save page".
      event.preventDefault();
      if (changed && !busy && !problem) onSave();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [changed, busy, problem, onSave]);
  if (!changed) return null;
  return (
    <SaveFrame label={t('kit.unsaved')} state={problem ?? changed} changed warning={wrong}>
      <Button variant="quiet" onClick={onDiscard} disabled={busy}>
        {t('kit.discard')}
      </Button>
      <Button variant="primary" keys="Mod+S" onClick={onSave} busy={busy} reason={problem}>
        {saveLabel}
      </Button>
    </SaveFrame>
  );
}
