import { useEffect, useRef, type ReactNode } from 'react';
import { useFieldAids } from './field.tsx';

interface CheckboxProps {
  checked: boolean;
  /** Some of what it stands for is ticked. */
  mixed?: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  /** Read aloud only, as in the rows of a table. */
  hideLabel?: boolean;
  hint?: ReactNode;
  disabled?: boolean;
  id?: string;
  name?: string;
}

export function Checkbox({ checked, mixed, onChange, label, hideLabel, hint, disabled, id, name }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const { invalid: _, labelledBy: __, ...aids } = useFieldAids({ id });
  useEffect(() => {
    if (box.current) box.current.indeterminate = Boolean(mixed);
  }, [mixed]);
  const input = (
    <input
      ref={box}
      type="checkbox"
      className={mixed ? 'cb mix' : 'cb'}
      checked={checked}
      disabled={disabled}
      name={name}
      onChange={(event) => onChange(event.target.checked)}
      {...aids}
      {...(hideLabel && typeof label === 'string' ? { 'aria-label': label } : {})}
    />
  );
  if (hideLabel) return input;
  return (
    <label className="choice">
      {input}
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}
