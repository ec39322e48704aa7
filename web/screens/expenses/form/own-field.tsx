import type { ReactNode } from 'react';
import { useController, type Control } from 'react-hook-form';
import { useProblemText, type TypedRecord } from '@/kit/record-field.tsx';
import { Field } from '@/ui/field.tsx';

interface OwnFieldProps {
  name: string;
  label: string;
  hint?: string;
  optional: boolean;
  control: Control<TypedRecord>;
  children: (value: string, change: (value: string) => void) => ReactNode;
}

/** A field with an input of its own. */
export function OwnField({ name, label, hint, optional, control, children }: OwnFieldProps) {
  const { field, fieldState } = useController({ name, control });
  const problemText = useProblemText();
  return <Field label={label} hint={hint} optional={optional} error={problemText(fieldState.error?.message)}>{children(String(field.value ?? ''), field.onChange)}</Field>;
}
