import { Icon, type LucideIcon } from './icon.tsx';

interface SegmentedProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** `count` is already formatted. */
  options: readonly { value: Value; label: string; count?: string; icon?: LucideIcon; disabled?: boolean }[];
  small?: boolean;
}

/** Chooses among two to four views or modes. */
export function Segmented<Value extends string>({ label, value, onChange, options, small }: SegmentedProps<Value>) {
  return (
    <div className={small ? 'segmented small' : 'segmented'} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          disabled={option.disabled}
          onClick={() => onChange(option.value)}
        >
          {option.icon && <Icon of={option.icon} />}
          <span>{option.label}</span>
          {option.count !== undefined && <bdi className="number">{option.count}</bdi>}
        </button>
      ))}
    </div>
  );
}
