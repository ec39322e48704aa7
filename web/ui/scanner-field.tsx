import { CircleAlert, ScanLine } from 'lucide-react';
import { useEffect, useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useCameraScan } from './camera-scan.tsx';
import { Icon } from './icon.tsx';
import { takesScans, useScan } from './scan.ts';

interface ScannerFieldProps {
  label: string;
  /** Called by Enter and by a scan into this field, a number field or no field. The field is cleared; report unknown codes through
      `error`. */
  onScan: (code: string) => void;
  error: ReactNode;
  ref: Ref<{ focus: () => void }>;
}

/** The scanner input of a dialog. It is focused on mount and keeps the focus after an unknown code, as the next scan follows. */
export function ScannerField({ label, onScan, error: refused, ref }: ScannerFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [isAway, setAway] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const error = refused || (isEmpty && t('ui.scanOrType'));
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }));
  const camera = useCameraScan(onScan);
  useScan(onScan, { figures: true, dialog: true });
  useEffect(() => {
    const updateAway = () => setAway(document.activeElement !== input.current && takesScans(document.activeElement));
    document.addEventListener('focusin', updateAway);
    document.addEventListener('focusout', updateAway);
    return () => {
      document.removeEventListener('focusin', updateAway);
      document.removeEventListener('focusout', updateAway);
    };
  }, []);
  return (
    <div className="scan">
      <div className="relative grid min-w-0 flex-1 gap-[5px]">
        <span className={error ? 'input invalid' : 'input'}>
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
            placeholder={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            autoFocus
            data-scans
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setEmpty(false);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              // Enter must not submit the form around it.
              event.preventDefault();
              const code = typed.trim();
              setEmpty(!code);
              if (!code) return;
              setTyped('');
              onScan(code);
            }}
          />
          <span
            className={`ready inline-flex items-center gap-1.5 text-sm font-medium whitespace-nowrap before:size-[7px] before:rounded-full before:bg-current ${isAway ? 'text-ink-3 max-sm:hidden' : 'text-ok'}`}
          >
            {isAway ? t('ui.scannerAway') : t('ui.scannerReady')}
          </span>
          {camera.button}
        </span>
        {camera.view}
        <div role="alert">
          {error && (
            <p className="error-text" id={errorId}>
              <Icon of={CircleAlert} size={14} />
              <span>{error}</span>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
