import { useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { compare } from '@/lib/money.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { useFieldAids } from './field.tsx';
import { ReadAs } from './read-as.tsx';

interface NumberInputProps {
  /** A plain decimal ("1234.5"), '' for none, or the text as typed if it is not a number. */
  value: string;
  onChange: (value: string) => void;
  /** How the value is shown while the input is not focused, e.g. formatMoney. */
  format?: (decimal: string) => string;
  unit?: ReactNode;
  /** No decimals: phones show a digits-only keyboard. */
  integer?: boolean;
  invalid?: boolean;
  disabled?: boolean;
  label?: string;
  name?: string;
  'data-autofocus'?: boolean;
  className?: string;
  onBlur?: () => void;
  onFocus?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  ref?: Ref<HTMLInputElement>;
}

/** The text of an unfocused input. A value with more decimals than the format stays unrounded, so that an error about it matches. */
export function formatAtRest(value: string, format: (decimal: string) => string): string {
  const plain = readDecimal(value);
  if (plain === null) return value;
  const formatted = format(plain);
  const shown = readDecimal(formatted);
  return shown === null || compare(shown, plain) === 0 ? formatted : plain;
}

/** Amounts and quantities, in any digits and separators. While focused it shows what is typed; it is formatted on blur. */
export function NumberInput({
  value,
  onChange,
  format = (decimal) => decimal,
  unit,
  integer,
  invalid,
  label,
  className,
  onBlur,
  onFocus,
  ref,
  ...rest
}: NumberInputProps) {
  const { invalid: wrong, labelledBy: _, ...aids } = useFieldAids({ invalid });
  const [draft, setDraft] = useState<{ typed: string; parsed: string } | null>(null);
  // A value set from outside meanwhile ("Use 3", a reset) wins over the draft.
  const shown = draft && draft.parsed === value ? draft.typed : formatAtRest(value, format);
  return (
    <span className={['input', 'numeric', 'relative', wrong && 'invalid', className].filter(Boolean).join(' ')}>
      <input
        ref={ref}
        type="text"
        data-figure
        inputMode={integer ? 'numeric' : 'decimal'}
        autoComplete="off"
        {...rest}
        {...aids}
        aria-label={label}
        value={shown}
        onChange={(event) => {
          const typed = event.target.value;
          const parsed = typed.trim() === '' ? '' : (readDecimal(typed) ?? typed);
          setDraft({ typed, parsed });
          onChange(parsed);
        }}
        onFocus={(event) => {
          setDraft({ typed: shown, parsed: value });
          // Selects all on keyboard focus only: a click places the cursor.
          if (event.currentTarget.matches(':focus-visible') && !event.currentTarget.matches(':active')) event.currentTarget.select();
          onFocus?.();
        }}
        onBlur={() => {
          setDraft(null);
          onBlur?.();
        }}
      />
      <ReadAs typed={draft?.typed} />
      {unit && <span className="text-sm text-ink-3">{unit}</span>}
    </span>
  );
}
