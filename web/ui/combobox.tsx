import { Combobox as Headless, ComboboxButton, ComboboxInput, ComboboxOptions } from '@headlessui/react';
import { ChevronsUpDown, X } from 'lucide-react';
import { Fragment, useRef, useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { FoundOptions, type ComboboxCreate, type ComboboxOption } from './combobox-options.tsx';
import { useFieldAids } from './field.tsx';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

export type { ComboboxOption };

interface ComboboxProps {
  value: ComboboxOption | null;
  onChange: (option: ComboboxOption | null) => void;
  /** Called while the list is open; the answer to an outdated search is dropped. */
  search: (words: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>;
  /** The last row of the list. The caller shows its errors; the list only closes. */
  create?: ComboboxCreate;
  placeholder?: string;
  clearable?: boolean;
  disabled?: boolean;
  label?: string;
  /** The field that gets the focus when its dialog opens. */
  'data-autofocus'?: boolean;
}

/** Picks one of many records, searched on the server. */
export function Combobox({
  value,
  onChange,
  search,
  create,
  placeholder,
  clearable,
  disabled,
  label,
  'data-autofocus': begins,
}: ComboboxProps) {
  const { t } = useTranslation();
  const { invalid: wrong, labelledBy, id: fieldId, ...aids } = useFieldAids();
  const [words, setWords] = useState('');
  const [creating, setCreating] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const tabbed = useRef(false);
  const asking = useRef(false);
  const clears = Boolean(clearable && value && !disabled);

  const choose = async (option: ComboboxOption | 'create' | null) => {
    if (option === null) {
      if (clearable) onChange(null);
      return;
    }
    if (option !== 'create') {
      onChange(option);
      return;
    }
    // Tab selects the active row, but must not create a record.
    if (!create || tabbed.current) return;
    setCreating(true);
    try {
      const created = await create.run(words.trim());
      if (created) onChange(created);
    } finally {
      setCreating(false);
    }
  };

  return (
    <Headless<ComboboxOption | 'create'>
      value={value as ComboboxOption}
      by={(a, b) => typeof a === 'object' && typeof b === 'object' && a?.value === b?.value}
      onChange={(option) => void choose(option)}
      onClose={() => setWords('')}
      disabled={disabled || creating}
    >
      {({ open }) => (
        <>
          <span className={wrong ? 'input relative justify-end invalid' : 'input relative justify-end'}>
            <ComboboxInput
              as={Fragment}
              {...(fieldId ? { id: fieldId } : {})}
              displayValue={(option: ComboboxOption | null) => option?.label ?? ''}
              onChange={(event) => setWords(event.target.value)}
            >
              <input
                ref={input}
                type="text"
                className={`absolute -inset-px ps-2.5 [unicode-bidi:plaintext] ${clears ? 'pe-[58px]' : 'pe-9'}`}
                autoComplete="off"
                data-autofocus={begins || undefined}
                placeholder={placeholder}
                {...aids}
                aria-label={labelledBy ? undefined : label}
                onKeyDownCapture={(event) => {
                  tabbed.current = event.key === 'Tab';
                  if (event.key === 'Enter' && open && asking.current) {
                    event.preventDefault();
                    event.stopPropagation();
                  }
                }}
                onPointerDown={() => {
                  tabbed.current = false;
                }}
                onClick={() => {
                  if (!open) opener.current?.click();
                }}
              />
            </ComboboxInput>
            {creating && <Spinner />}
            {clears && (
              <button
                type="button"
                className="peek relative"
                aria-label={t('ui.clear')}
                onClick={() => {
                  onChange(null);
                  input.current?.focus();
                }}
              >
                <Icon of={X} size={14} />
              </button>
            )}
            <ComboboxButton ref={opener} className="peek relative" aria-label={t('ui.showChoices')}>
              <Icon of={ChevronsUpDown} size={14} />
            </ComboboxButton>
          </span>
          <ComboboxOptions
            anchor={{ to: 'bottom start', gap: 8, padding: 12 }}
            className="popup w-(--input-width) max-w-none"
            modal={false}
          >
            <FoundOptions words={words} chosen={value} search={search} create={create} asking={asking} />
          </ComboboxOptions>
        </>
      )}
    </Headless>
  );
}
