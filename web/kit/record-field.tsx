import type { ReactNode } from 'react';
import { useController, type Control } from 'react-hook-form';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { sum } from '@/lib/money.ts';
import { Field } from '@/ui/field.tsx';
import type { AnyField, NumberField } from './fields.ts';
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

/** A form field with label, input and error. */
export function RecordField({ name, field, label, hint, control, recordId, disabled, input: customInput }: RecordFieldProps) {
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
      onChange={controlled.onChange}
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
