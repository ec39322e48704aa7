import { CircleAlert, ScanLine } from 'lucide-react';
import { useId, useImperativeHandle, useRef, useState, type ClipboardEvent, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useCameraScan } from './camera-scan.tsx';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';

interface ScannerFieldProps {
  label: string;
  placeholder?: string;
  /** Enter, or the scanner's own Enter. The field is emptied; answer what is unknown through `error`. */
  onScan: (code: string) => void;
  /** Only to see or change what is being typed, e.g. for a list of matches. */
  value?: string;
  onChange?: (text: string) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void;
  busy?: boolean;
  disabled?: boolean;
  error?: ReactNode;
  autoFocus?: boolean;
  /** Beside the field: paste, import, … */
  actions?: ReactNode;
  /** A list beneath; tie it with `aria-controls` through `aids`. */
  children?: ReactNode;
  aids?: { role?: 'combobox'; 'aria-expanded'?: boolean; 'aria-controls'?: string; 'aria-activedescendant'?: string; 'aria-autocomplete'?: 'list' };
  ref?: Ref<{ focus: () => void }>;
}

/** Focused on arrival; it keeps the focus when a code is unknown, since the next scan is on its way. */
export function ScannerField({ label, placeholder, onScan, value, onChange, onKeyDown, onPaste, busy, disabled, error, autoFocus, actions, children, aids, ref }: ScannerFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }));
  const camera = useCameraScan(onScan, disabled);
  const text = value ?? typed;
  const write = (next: string) => {
    setTyped(next);
    onChange?.(next);
  };
  return (
    <div className="scan">
      <div className="scan-box">
        <span className={error ? 'in err' : 'in'}>
          <Icon of={ScanLine} />
          <input
            ref={input}
            type="text"
            dir="auto"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="done"
            aria-label={label}
            placeholder={placeholder ?? label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            autoFocus={autoFocus}
            disabled={disabled}
            value={text}
            onChange={(event) => write(event.target.value)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onPaste={onPaste}
            onKeyDown={(event) => {
              onKeyDown?.(event);
              if (event.defaultPrevented || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              // A scanner ends with Enter; it must not send the form around it.
              event.preventDefault();
              const code = text.trim();
              if (!code) return;
              write('');
              onScan(code);
            }}
            {...aids}
          />
          {busy ? <Spinner /> : !disabled && <span className={focused ? 'ready' : 'ready away'}>{focused ? t('ui.scannerReady') : t('ui.scannerAway')}</span>}
          {camera.button}
        </span>
        {camera.view}
        {children}
        <div role="alert">
          {error && (
            <p className="err-t" id={errorId}>
              <Icon of={CircleAlert} size={14} />
              <span>{error}</span>
            </p>
          )}
        </div>
      </div>
      {actions}
    </div>
  );
}
