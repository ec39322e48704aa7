import type { ReactNode } from 'react';
import { useFieldAids } from './field.tsx';

interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: ReactNode;
  hint?: ReactNode;
  /** The switch is at the end of the line and the label takes the space. */
  wide?: boolean;
  disabled?: boolean;
}

/** An on/off setting of a form; a Checkbox is for choosing among several. */
export function Switch({ checked, onChange, label, hint, wide, disabled }: SwitchProps) {
  const { invalid: _, labelledBy: __, ...aids } = useFieldAids();
  return (
    <label className={wide ? 'choice wide' : 'choice'}>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        {...aids}
      />
      <span>
        {wide ? <b>{label}</b> : label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}
