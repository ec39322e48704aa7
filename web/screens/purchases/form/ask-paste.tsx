import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { TextArea } from '@/ui/text-input.tsx';

/** A list from a sheet or a mail. */
export function AskPaste({ onPaste, onClose }: { onPaste: (text: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('purchases.form.pasteTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button
            variant="primary"
            disabled={text.trim() === ''}
            onClick={() => {
              onPaste(text);
              onClose();
            }}
          >
            {t('purchases.form.pasteAdd')}
          </Button>
        </>
      }
    >
      <Field label={t('purchases.form.pasteLabel')} hint={t('purchases.form.pasteHint')}>
        <TextArea rows={9} dir="ltr" value={text} onChange={(event) => setText(event.target.value)} data-autofocus />
      </Field>
    </Dialog>
  );
}
