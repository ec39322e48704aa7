import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
import { Check, ChevronsUpDown } from 'lucide-react';
import { Fragment } from 'react';
import { useFieldAids } from './field.tsx';
import { Icon, type LucideIcon } from './icon.tsx';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: string;
  hint?: string;
  icon?: LucideIcon;
  disabled?: boolean;
}

interface SelectProps<Value extends string> {
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly SelectOption<Value>[];
  placeholder?: string;
  icon?: LucideIcon;
  /** Only outside a Field: inside one, the field's label is used. */
  label?: string;
  disabled?: boolean;
}

/** For a short, fixed list. Long or growing lists are searched on the server: see Combobox. */
export function Select<Value extends string>({ value, onChange, options, placeholder, icon, label, disabled }: SelectProps<Value>) {
  const { invalid: wrong, labelledBy, id: fieldId, ...aids } = useFieldAids();
  const chosen = options.find((option) => option.value === value);
  const shownIcon = chosen?.icon ?? icon;
  return (
    <Listbox value={value ?? ''} onChange={(next) => onChange(next as Value)} disabled={disabled} invalid={wrong}>
      <ListboxButton as={Fragment} {...(fieldId ? { id: fieldId } : {})}>
        <button
          type="button"
          className={wrong ? 'input invalid' : 'input'}
          {...aids}
          aria-label={labelledBy ? undefined : [label, chosen?.label ?? placeholder].filter(Boolean).join(': ')}
          aria-labelledby={labelledBy && fieldId ? `${labelledBy} ${fieldId}` : undefined}
          onKeyDown={(event) => {
            // Headless UI opens the list only by Space and the arrows; Enter would submit the form.
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }));
          }}
        >
          {shownIcon && <Icon of={shownIcon} />}
          <span className={chosen ? 'value' : 'value muted'}>
            <bdi>{chosen?.label ?? placeholder}</bdi>
          </span>
          <Icon of={ChevronsUpDown} size={14} />
        </button>
      </ListboxButton>
      <ListboxOptions anchor={{ to: 'bottom start', gap: 4, padding: 12 }} className="popup w-(--button-width) max-w-none" modal={false}>
        {options.map((option) => (
          <ListboxOption key={option.value} value={option.value} disabled={option.disabled ?? false} className="item">
            {option.icon && <Icon of={option.icon} />}
            <span className="min-w-0 flex-1">
              <bdi>{option.label}</bdi>
              {option.hint && <small>{option.hint}</small>}
            </span>
            {option.value === value && <Icon of={Check} className="text-accent" />}
          </ListboxOption>
        ))}
      </ListboxOptions>
    </Listbox>
  );
}
