import type { ReactNode } from 'react';
import { useOnline } from '@/db/online.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useCountText } from '@/list/use-count-text.ts';
import type { TypedRecord } from './schema.ts';
import { SaveBar } from './save-bar.tsx';
import type { useStoredInput } from './use-record-draft.tsx';
import type { SavedForm } from './use-saved-form.ts';

interface RecordFrameProps<Typed extends TypedRecord> {
  record: SavedForm<Typed>;
  guard: Pick<ReturnType<typeof useStoredInput>, 'question' | 'discard'>;
  isNew: boolean;
  label: (field: string) => string;
  /** Describes the changes where the number of changed fields is not enough. */
  changed?: string;
  saveLabel: string;
  className?: string;
  children: ReactNode;
}

/** A record's page as a form: Enter saves, the bar shows changes and errors, and leaving with unsaved changes asks first. */
export function RecordFrame<Typed extends TypedRecord>({
  record,
  guard,
  isNew,
  label,
  changed: words,
  saveLabel,
  className,
  children,
}: RecordFrameProps<Typed>) {
  const { t, i18n } = useTranslation();
  const online = useOnline();
  const text = useCountText();
  const { form, formElement, changed, isDeleted: gone, busy, submit } = record;
  const wrong = Object.keys(form.formState.errors).map(label);
  const differs = isNew
    ? t('kit.newRecord')
    : (words ?? t('kit.changedFields', { count: changed.length, shown: text.number(changed.length) }));
  return (
    <form
      className={className ? `record ${className}` : 'record'}
      ref={formElement}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {children}
      <SaveBar
        changed={changed.length > 0 ? differs : undefined}
        isNew={isNew}
        busy={busy}
        problem={gone ? t('kit.gone') : online ? undefined : t('kit.offline')}
        wrong={wrong.length ? t('kit.checkFields', { fields: new Intl.ListFormat(i18n.language).format(wrong) }) : undefined}
        saveLabel={saveLabel}
        onSave={submit}
        onDiscard={guard.discard}
      />
      {guard.question}
    </form>
  );
}
