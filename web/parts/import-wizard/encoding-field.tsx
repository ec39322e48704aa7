import { useTranslation } from '@/i18n/use-translation.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';

const encodings = ['utf-8', 'windows-1256', 'windows-1252', 'macintosh', 'utf-16le', 'utf-16be'] as const;

export function EncodingField({ value, onChange }: { value: string | null; onChange: (encoding: string) => void }) {
  const { t } = useTranslation();
  return (
    <Field label={t('imports.encoding')}>
      <Select value={value} onChange={onChange} options={encodings.map((one) => ({ value: one, label: t(`imports.encodings.${one}`) }))} />
    </Field>
  );
}
