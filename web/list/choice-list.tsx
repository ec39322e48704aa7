import type { ReactNode } from 'react';

/** The rows of a popover to choose from. */
export const ChoiceList = ({ label, exclusive, children }: { label: string; exclusive?: boolean; children: ReactNode }) => (
  <div className="grid max-h-[300px] overflow-auto" role={exclusive ? 'radiogroup' : 'group'} aria-label={label}>
    {children}
  </div>
);

interface ChoiceRowProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  /** The name shared by the rows of which one is chosen. */
  radio?: string;
}

export const ChoiceRow = ({ checked, onChange, label, radio }: ChoiceRowProps) => (
  <label className="choice items-center rounded-sm px-2 py-1.5 text-ink hover:bg-paper-3 max-sm:min-h-11">
    <input
      type={radio ? 'radio' : 'checkbox'}
      className="checkbox mt-0"
      name={radio}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    <bdi>{label}</bdi>
  </label>
);
