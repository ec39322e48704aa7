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
    <label className={wide ? 'choice flex flex-row-reverse justify-between gap-4' : 'choice'}>
      <input
        type="checkbox"
        role="switch"
        className={`relative h-[18px] w-8 flex-none cursor-pointer appearance-none rounded-[9px] bg-rule-ink after:absolute after:start-[3px] after:top-[3px] after:size-3 after:rounded-full after:bg-sheet checked:bg-accent checked:after:start-[17px] disabled:cursor-not-allowed disabled:opacity-55 forced-colors:appearance-auto ${wide ? 'self-center' : 'mt-0.5 pointer-coarse:mt-0'}`}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        {...aids}
      />
      <span>
        {wide ? <b className="block">{label}</b> : label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}
