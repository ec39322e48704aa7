import { useState } from 'react';
import type { PlainRow } from '@/db/plain-rows.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { FieldGrid } from '@/ui/field.tsx';
import type { Resource } from './define.ts';
import { RecordField } from './record-field.tsx';
import { useResourceWords } from './resource-words.ts';
import { blankValues } from './rules.ts';
import { useRecordForm } from './use-record-form.ts';

interface QuickCreateProps {
  resource: Resource;
  name: string;
  /** Called with the new record, or null when cancelled. */
  onDone: (row: PlainRow | null) => void;
}

/** Creates a missing record in a dialog over the form that needs it. */
export default function QuickCreate({ resource, name, onDone }: QuickCreateProps) {
  const { t } = useTranslation();
  const words = useResourceWords(resource.table);
  const [start] = useState(() => ({ id: newId(), version: 0, base: blankValues(resource.fields) }));
  const { form, formElement, failure, busy, submit } = useRecordForm<PlainRow>({
    resource,
    start,
    typed: blankValues(resource.fields, { name }),
    row: null,
    onSaved: onDone,
  });
  return (
    <Dialog
      ref={formElement}
      title={words.word('new')}
      onSubmit={submit}
      onClose={() => onDone(null)}
      locked={busy}
      action={
        <Button variant="primary" type="submit" busy={busy}>
          {t('kit.save')}
        </Button>
      }
    >
      <FieldGrid>
        {failure && <Banner tone="bad">{failure}</Banner>}
        {Object.entries(resource.fields)
          .filter(([column, field]) => column !== 'active' && (!field.aside || field.required))
          .map(([column, field]) => (
            <RecordField
              key={column}
              name={column}
              field={field}
              label={words.label(column)}
              hint={words.hint(column)}
              control={form.control}
            />
          ))}
      </FieldGrid>
    </Dialog>
  );
}
