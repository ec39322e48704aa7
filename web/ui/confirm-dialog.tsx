import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import type { LucideIcon } from './icon.tsx';
import { TextInput } from './text-input.tsx';

interface ConfirmDialogProps {
  onClose: () => void;
  title: ReactNode;
  number?: ReactNode;
  sub?: ReactNode;
  /** The consequence, in numbers. */
  children?: ReactNode;
  /** The verb and its quantity: "Approve and move 44". */
  confirm: string;
  /** The label of the dismiss button, where "Cancel" could be read as the action itself. */
  keep?: string;
  icon?: LucideIcon;
  /** The dialog closes when the promise resolves; an error is shown inside it. */
  onConfirm: (reason: string) => Promise<unknown> | unknown;
  /** The message for an error thrown by `onConfirm`. */
  explain?: (error: unknown) => ReactNode;
  danger?: boolean;
  /** Shows that the action cannot be undone and focuses the dismiss button first. */
  irreversible?: boolean;
  reason?: { label: string; required?: boolean };
  /** Why the action is not possible at the moment. */
  blocked?: string;
  error?: ReactNode;
  size?: 'small' | 'medium';
}

export function ConfirmDialog({
  onClose,
  title,
  number,
  sub,
  children,
  confirm,
  keep,
  icon,
  onConfirm,
  explain,
  danger,
  irreversible,
  reason,
  blocked,
  error,
  size = 'medium',
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [written, setWritten] = useState('');
  const [missing, setMissing] = useState(false);
  const [running, setRunning] = useState(false);
  const [refused, setRefused] = useState<ReactNode>(null);
  const reasonField = useRef<HTMLInputElement>(null);
  const begins = reason?.required ? 'reason' : irreversible || danger ? 'back' : reason ? 'reason' : 'confirm';

  const run = async () => {
    if (reason?.required && !written.trim()) {
      setMissing(true);
      reasonField.current?.focus();
      return;
    }
    setRunning(true);
    setRefused(null);
    try {
      await onConfirm(written.trim());
      onClose();
    } catch (failure) {
      setRefused(explain?.(failure) ?? t('ui.failed'));
      setRunning(false);
    }
  };

  return (
    <Dialog
      alert
      onClose={onClose}
      onSubmit={() => void run()}
      title={title}
      number={number}
      sub={sub}
      size={size}
      locked={running}
      footer={
        <>
          <Button onClick={onClose} disabled={running} data-autofocus={begins === 'back' || undefined}>
            {keep ?? t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger-fill' : 'primary'}
            icon={icon}
            busy={running}
            reason={blocked}
            data-autofocus={begins === 'confirm' || undefined}
          >
            {confirm}
          </Button>
        </>
      }
    >
      {(children || irreversible || reason || refused || error) && (
        <>
          {children}
          {irreversible && <p>{t('ui.cannotBeUndone')}</p>}
          {reason && (
            <Field label={reason.label} optional={!reason.required} error={missing && !written.trim() && t('ui.reasonNeeded')}>
              <TextInput
                ref={reasonField}
                value={written}
                maxLength={300}
                onChange={(event) => setWritten(event.target.value)}
                readOnly={running}
                data-autofocus={begins === 'reason' || undefined}
              />
            </Field>
          )}
          {(refused || error) && <Banner tone="bad">{refused ?? error}</Banner>}
        </>
      )}
    </Dialog>
  );
}
