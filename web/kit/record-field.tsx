import { useState, type ReactNode } from 'react';
import { useController, type Control } from 'react-hook-form';
import { inReaderOrder, type Names } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { isBlank } from '@/lib/normalise.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { sum } from '@/lib/money.ts';
import { Field } from '@/ui/field.tsx';
import { nameInArabic, type AnyField, type NumberField } from './fields.ts';
import { FieldInput } from './inputs.tsx';
import { unpackProblem } from './problems.ts';
import { readField } from './rules.ts';
import type { TypedRecord } from './schema.ts';

export type OwnInput = (value: string, change: (value: string) => void) => ReactNode;

interface RecordFieldProps {
  name: string;
  field: AnyField;
  label: string;
  hint?: string;
  control: Control<TypedRecord>;
  recordId?: string;
  disabled?: boolean;
  /** Replaces the input of the field's kind. */
  input?: OwnInput;
}

function useProblemText() {
  const { t } = useTranslation();
  return (packed: string | undefined): string | undefined => {
    if (!packed) return undefined;
    const problem = unpackProblem(packed);
    if (typeof problem === 'string') return problem;
    const values = Object.entries(problem.values ?? {}).map(([key, value]) => [
      key,
      typeof value === 'number' ? formatNumber(value) : value,
    ]);
    return String(
      t(problem.key, {
        ...Object.fromEntries(values),
        count: Object.values(problem.values ?? {}).find((value) => typeof value === 'number'),
      }),
    );
  };
}

/** The effect of a percentage on a price of 100, updated while typing. */
function useExample(field: AnyField, typed: unknown): string | undefined {
  const { t } = useTranslation();
  if (field.kind !== 'percent' || !field.change) return undefined;
  const reading = readField(field satisfies NumberField, typed);
  if (!('value' in reading) || reading.value === null) return undefined;
  return t('kit.byPercentMore', { base: formatNumber(100), price: formatNumber(sum(['100', String(reading.value)])) });
}

/** A form field with label, input and error. In Arabic, the field of the name also shows the one of the second name. */
export function RecordField(props: RecordFieldProps) {
  const { i18n } = useTranslation();
  if (i18n.language !== 'ar') return <ColumnField {...props} />;
  if (props.name === 'name_ar') return null;
  return props.name === 'name' ? <NamesInArabic {...props} /> : <ColumnField {...props} />;
}

/** The Arabic name, then the English one. A record that has one name keeps it in its column while it is edited, so that two people's
    changes of it are compared; only in a new record do the names change places as they are typed. */
function NamesInArabic(props: RecordFieldProps) {
  const { t } = useTranslation();
  const { field: name } = useController({ name: 'name', control: props.control });
  const { field: nameAr } = useController({ name: 'name_ar', control: props.control });
  const [started] = useState(() => [name.value, nameAr.value].filter((value) => !isBlank(String(value ?? ''))).length);
  if (started === 1)
    return (
      <>
        <ColumnField {...props} />
        <ColumnField {...props} name="name_ar" field={nameInArabic()} label={t('fields.name_ar')} hint={undefined} />
      </>
    );
  const typed: Names =
    started === 2 ? [String(nameAr.value), String(name.value)] : inReaderOrder([String(name.value), String(nameAr.value)]);
  const isSwapped = started === 2 || typed[0] !== name.value;
  const change = (next: Names) => {
    const [stored, storedAr] = started === 2 ? [next[1], next[0]] : inReaderOrder(next);
    name.onChange(stored);
    nameAr.onChange(storedAr);
  };
  return (
    <>
      <ColumnField {...props} name={isSwapped ? 'name_ar' : 'name'} onChange={(text) => change([text, typed[1]])} />
      <ColumnField
        {...props}
        name={isSwapped ? 'name' : 'name_ar'}
        field={{ ...props.field, required: started === 2 } as AnyField}
        label={t('fields.otherName')}
        hint={undefined}
        onChange={(text) => change([typed[0], text])}
      />
    </>
  );
}

interface ColumnFieldProps extends RecordFieldProps {
  /** Replaces setting the column's value. */
  onChange?: (text: string) => void;
}

function ColumnField({ name, field, label, hint, control, recordId, disabled, input: customInput, onChange }: ColumnFieldProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { field: controlled, fieldState } = useController({ name, control });
  const example = useExample(field, controlled.value);
  const error = problemText(fieldState.error?.message);
  const input = customInput?.(String(controlled.value ?? ''), controlled.onChange) ?? (
    <FieldInput
      name={name}
      field={field}
      value={controlled.value}
      onChange={onChange ? (value) => onChange(String(value)) : controlled.onChange}
      onBlur={controlled.onBlur}
      recordId={recordId}
      disabled={disabled}
      label={label}
      hint={hint}
    />
  );
  const hints = [hint, example].filter(Boolean).join(' ');
  if (field.kind === 'flag') {
    // The switch shows its own label; the Field only adds the error.
    return (
      <Field hideLabel label={label} error={error} className={field.wide ? 'col-span-full' : undefined}>
        {input}
      </Field>
    );
  }
  return (
    <Field
      label={label}
      optional={!field.required}
      error={error}
      hint={hints || undefined}
      className={field.wide ? 'col-span-full' : undefined}
      aside={field.kind === 'longText' ? t('kit.atMost', { max: formatNumber(field.max) }) : undefined}
    >
      {input}
    </Field>
  );
}
