import { CircleAlert, ScanLine } from 'lucide-react';
import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useCameraScan } from './camera-scan.tsx';
import { Icon } from './icon.tsx';

interface ScannerFieldProps {
  label: string;
  /** Enter, or the scanner's own Enter. The field is emptied; answer what is unknown through `error`. */
  onScan: (code: string) => void;
  error: ReactNode;
  ref: Ref<{ focus: () => void }>;
}

/** Focused on arrival; it keeps the focus when a code is unknown, since the next scan is on its way. */
export function ScannerField({ label, onScan, error, ref }: ScannerFieldProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [focused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }));
  const camera = useCameraScan(onScan);
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
            placeholder={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? errorId : undefined}
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              // A scanner ends with Enter; it must not send the form around it.
              event.preventDefault();
              const code = typed.trim();
              if (!code) return;
              setTyped('');
              onScan(code);
            }}
          />
          <span className={focused ? 'ready' : 'ready away'}>{focused ? t('ui.scannerReady') : t('ui.scannerAway')}</span>
          {camera.button}
        </span>
        {camera.view}
        <div role="alert">
          {error && (
            <p className="err-t" id={errorId}>
              <Icon of={CircleAlert} size={14} />
              <span>{error}</span>
            </p>
          )}
        </div>
      </div>
    </div>
  );
}
