import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Icon } from './icon.tsx';

interface ToastAction {
  label: string;
  run: () => unknown;
}

interface ToastWords {
  text: string;
  tone?: 'ok' | 'bad';
  /** Takes the deed back; the button says "Undo". */
  undo?: () => unknown;
  action?: ToastAction;
}

interface Shown extends ToastWords {
  id: number;
}

let shown: readonly Shown[] = [];
let last = 0;
const listeners = new Set<() => void>();

function show(next: readonly Shown[]) {
  shown = next;
  for (const listener of listeners) listener();
}

const dismiss = (id: number) => show(shown.filter((one) => one.id !== id));

/** Says what was done, from anywhere, and answers how it is taken away before its time. The third one pushes the oldest away. */
export function toast(words: ToastWords): () => void {
  last += 1;
  const id = last;
  show([...shown.slice(-2), { ...words, id }]);
  return () => dismiss(id);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Stands once, at the root of the app. */
export function Toasts() {
  const { t } = useTranslation();
  const all = useSyncExternalStore(subscribe, () => shown);
  return (
    <div className="toasts" role="region" aria-label={t('ui.notifications')}>
      <div aria-live="polite" aria-relevant="additions">
        {all.map((one) => (
          <Toast key={one.id} {...one} />
        ))}
      </div>
    </div>
  );
}

function Toast({ id, text, tone, undo, action }: Shown) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  const offered = undo ? { label: t('ui.undo'), run: undo } : action;
  const seconds = offered || tone === 'bad' ? 12 : 5;
  useEffect(() => {
    // Nobody loses the Undo while reaching for it.
    if (held) return;
    const timer = setTimeout(() => dismiss(id), seconds * 1000);
    return () => clearTimeout(timer);
  }, [held, id, seconds]);
  return (
    <div
      className={['toast', tone].filter(Boolean).join(' ')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {tone && <Icon of={tone === 'ok' ? CircleCheck : CircleAlert} className="mark" />}
      <span className="tx">{text}</span>
      {offered && (
        <button
          type="button"
          className="undo"
          onClick={() => {
            dismiss(id);
            void offered.run();
          }}
        >
          {offered.label}
        </button>
      )}
      <button type="button" className="away" aria-label={t('ui.dismiss')} onClick={() => dismiss(id)}>
        <Icon of={X} size={14} />
      </button>
    </div>
  );
}
