import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Select } from '@/ui/select.tsx';
import { Table } from '@/ui/table.tsx';
import { type FieldName, fieldNames, fieldsOf, type Kind } from './field-list.ts';
import type { Reading } from './import-calls.ts';

interface ColumnTableProps {
  kind: Kind;
  sheet: Reading;
  mapping: (FieldName | null)[];
  otherwise: (FieldName | null)[];
  /** The columns whose field must still be chosen. */
  open: readonly number[];
  map: (column: number, field: FieldName | null) => void;
}

/** A table of the file's columns with sample values and the field that each one fills. */
export function ColumnTable({ kind, sheet, mapping, otherwise, open: asked, map }: ColumnTableProps) {
  const { t } = useTranslation();
  // Empty and unrecognised columns are listed below, and hidden if there are many. A column does not move while it is being mapped.
  const [recognised] = useState(
    () =>
      new Set(
        mapping.flatMap((field, index) =>
          (field || otherwise[index] || asked.includes(index)) && sheet.samples[index]?.length ? [index] : [],
        ),
      ),
  );
  const [open, setOpen] = useState(sheet.headers.length - recognised.size <= 6);
  const columns = sheet.headers.map((_, column) => column);
  const shown = [
    ...columns.filter((column) => recognised.has(column)),
    ...(open ? columns.filter((column) => !recognised.has(column)) : []),
  ];
  const offered: readonly FieldName[] = (sheet.system ? fieldsOf : fieldNames)[kind];
  const nameOf = (column: number) => sheet.headers[column] || t('imports.columnNo', { no: column + 1 });
  const options = [
    { value: 'none', label: t('imports.leaveOut') },
    ...offered.map((field) => {
      const usedBy = mapping.indexOf(field);
      return {
        value: field as string,
        label: t(`imports.field.${field}`),
        hint: usedBy === -1 ? undefined : t('imports.takenBy', { name: nameOf(usedBy) }),
      };
    }),
  ];
  // The option by which a column only fills the blanks of another, until it is mapped itself or left out.
  const blanksOf = (column: number) => {
    const field = otherwise[column];
    return field && mapping.includes(field)
      ? [
          {
            value: 'otherwise',
            label: t('imports.fillsBlanks', { field: t(`imports.field.${field}`), name: nameOf(mapping.indexOf(field)) }),
          },
        ]
      : [];
  };
  return (
    <>
      <Table
        className="data-table import-columns"
        rows={shown}
        keyOf={(column) => column}
        rowProps={(column) => ({ className: mapping[column] || otherwise[column] ? undefined : 'left-out' })}
        columns={[
          { head: t('imports.fileColumn'), isRowHeader: true, cell: (column) => <bdi>{nameOf(column)}</bdi> },
          {
            head: t('imports.examples'),
            cell: (column) => (
              <span className="samples">
                {(sheet.samples[column] ?? []).map((sample, index) => (
                  <bdi key={index} dir={/^[-+\d٠-٩]/.test(sample) ? 'ltr' : 'auto'}>
                    {sample}
                  </bdi>
                ))}
              </span>
            ),
          },
          {
            head: t('imports.goesTo'),
            cell: (column) => (
              <span className="target">
                <Icon of={ArrowRight} size={14} flip />
                <Select
                  label={t('imports.fieldOf', { name: nameOf(column) })}
                  value={mapping[column] ?? blanksOf(column)[0]?.value ?? (asked.includes(column) ? null : 'none')}
                  placeholder={t('imports.chooseField')}
                  onChange={(value) => value !== 'otherwise' && map(column, value === 'none' ? null : (value as FieldName))}
                  options={[...blanksOf(column), ...options]}
                />
              </span>
            ),
          },
        ]}
      />
      {!open && (
        <div>
          <Button small onClick={() => setOpen(true)}>
            {t('imports.showLeftOut', { count: columns.length - recognised.size })}
          </Button>
        </div>
      )}
    </>
  );
}
