import { Search, X } from 'lucide-react';
import { useRef, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import { TextInput } from './text-input.tsx';

interface SearchInputProps {
  value: string;
  onChange: (words: string) => void;
  label: string;
  placeholder?: string;
  keys?: string;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  className?: string;
  ref?: Ref<HTMLSpanElement>;
}

/** Esc and the cross empty it and keep the focus. */
export function SearchInput({ value, onChange, label, placeholder, keys, onKeyDown, className, ref }: SearchInputProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  return (
    <search ref={ref} className={className}>
      <TextInput
        ref={input}
        icon={Search}
        boxClassName="search"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        keys={value ? undefined : keys}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) {
            event.stopPropagation();
            onChange('');
          }
          onKeyDown?.(event);
        }}
        end={
          value && (
            <button
              type="button"
              className="peek"
              aria-label={t('ui.clear')}
              onClick={() => {
                onChange('');
                input.current?.focus();
              }}
            >
              <Icon of={X} size={14} />
            </button>
          )
        }
      />
    </search>
  );
}
