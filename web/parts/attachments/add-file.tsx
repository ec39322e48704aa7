import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { useFiles } from '@/ui/use-files.tsx';
import { attachable, fileProblem } from './file-problem.ts';
import './attachments.css';

interface AddFileProps {
  label: string;
  busy?: boolean;
  reason?: string;
  /** Quiet and without the hint, for use in a list. */
  bare?: boolean;
  onFiles: (files: File[]) => void;
}

/** Adds photos and PDFs: chosen, dropped, pasted or taken by the phone's camera. */
export function AddFile({ label, busy, reason, bare, onFiles }: AddFileProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const take = (files: readonly File[]) => {
    if (busy || reason) return;
    const wrong = files.map((file) => ({ file, kind: fileProblem(file) })).find(({ kind }) => kind !== null);
    setProblem(wrong?.kind ? t(`attachments.problem.${wrong.kind}`, { name: wrong.file.name }) : null);
    const accepted = files.filter((file) => fileProblem(file) === null);
    if (accepted.length) onFiles(accepted);
  };
  const { choose, chooser, place, over } = useFiles(attachable.join(','), take, { multiple: true });
  return (
    <div
      className={over ? 'attachment-add over' : 'attachment-add'}
      {...place}
      onPaste={(event) => event.clipboardData.files.length > 0 && take([...event.clipboardData.files])}
    >
      {chooser}
      <Button small variant={bare ? 'quiet' : 'secondary'} icon={Paperclip} busy={busy} reason={reason} onClick={choose}>
        {label}
      </Button>
      {(problem || !bare) && (
        <p className={problem ? 'error-text' : 'hint'} role={problem ? 'alert' : undefined}>
          {problem ?? t('attachments.hint')}
        </p>
      )}
    </div>
  );
}
