import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { TextArea } from '@/ui/text-input.tsx';

interface AskPasteProps {
  /** Names the columns that are read. */
  hint: string;
  add: string;
  onPaste: (text: string) => void;
  onClose: () => void;
}

/** A dialog to paste a list of lines from a sheet, a mail or a scanner's memory. */
export function AskPaste({ hint, add, onPaste, onClose }: AskPasteProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <Dialog
      onClose={onClose}
      title={t('lines.paste.title')}
      action={
        <Button
          variant="primary"
          disabled={text.trim() === ''}
          onClick={() => {
            onPaste(text);
            onClose();
          }}
        >
          {add}
        </Button>
      }
    >
      <Field label={t('lines.paste.label')} hint={hint}>
        <TextArea rows={9} dir="ltr" className="line-paste" value={text} onChange={(event) => setText(event.target.value)} data-autofocus />
      </Field>
    </Dialog>
  );
}
