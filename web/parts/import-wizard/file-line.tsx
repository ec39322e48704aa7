import { FileSpreadsheet } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Field } from '@/ui/field.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Select } from '@/ui/select.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { EncodingField } from './encoding-field.tsx';
import type { Reading } from './import-calls.ts';
import { refusalText } from './refusal.ts';
import type { Import } from './use-import.ts';

const separators = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
] as const;

/** The file and how it was read: the user can choose another sheet, encoding or separator. */
export function FileLine({ work, sheet }: { work: Import; sheet: Reading }) {
  const { t } = useTranslation();
  const { file, reading, choose } = work;
  if (!file) return null;
  const now = { sheet: sheet.sheet, encoding: sheet.encoding ?? undefined, separator: sheet.separator ?? undefined };
  return (
    <>
      <div className="import-file">
        <div className="what">
          {reading.isPending ? <Spinner /> : <Icon of={FileSpreadsheet} size={20} />}
          <div>
            <b>
              <bdi>{file.name}</bdi>
            </b>
            <small>{t('imports.rowsFound', { count: sheet.rows })}</small>
          </div>
        </div>
        {sheet.sheets.length > 1 && (
          <Field label={t('imports.sheet')}>
            <Select
              value={sheet.sheet}
              onChange={(name) => choose(file, { sheet: name })}
              options={sheet.sheets.map((name) => ({ value: name, label: name }))}
            />
          </Field>
        )}
        {sheet.format === 'csv' && (
          <>
            <EncodingField value={sheet.encoding ?? 'utf-8'} onChange={(encoding) => choose(file, { ...now, encoding })} />
            <Field label={t('imports.separator')}>
              <Select
                value={sheet.separator ?? ','}
                onChange={(separator) => choose(file, { ...now, separator })}
                options={separators.map(([value, name]) => ({ value, label: t(`imports.separators.${name}`) }))}
              />
            </Field>
          </>
        )}
      </div>
      {reading.error && <Banner tone="bad">{refusalText(t, reading.error)}</Banner>}
    </>
  );
}
