import { useEffect, useRef, type ReactNode } from 'react';
import { useFieldAids } from './field.tsx';

interface CheckboxProps {
  checked: boolean;
  /** Some, but not all, of the items it covers are ticked. */
  mixed?: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  disabled?: boolean;
}

export function Checkbox({ checked, mixed, onChange, label, hint, disabled }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const { invalid: _, labelledBy: __, ...aids } = useFieldAids();
  useEffect(() => {
    if (box.current) box.current.indeterminate = Boolean(mixed);
  }, [mixed]);
  return (
    <label className="choice">
      <input
        ref={box}
        type="checkbox"
        className={mixed ? 'checkbox mixed' : 'checkbox'}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        {...aids}
      />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}
