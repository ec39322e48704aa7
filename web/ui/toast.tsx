import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { createEmitter } from '@/lib/emitter.ts';
import { Numbered } from './figure.tsx';
import { Icon } from './icon.tsx';

interface ToastAction {
  label: string;
  run: () => unknown;
}

interface ToastWords {
  text: string;
  tone?: 'ok' | 'bad';
  /** Takes the action back; the button says "Undo". */
  undo?: () => unknown;
  action?: ToastAction;
  /** Something goes on: until other words take its place or its action is taken. */
  stays?: boolean;
}

interface Shown extends ToastWords {
  id: number | string;
}

let shown: readonly Shown[] = [];
let last = 0;
const { emit, listen } = createEmitter();

function show(next: readonly Shown[]) {
  shown = next;
  emit();
}

const dismiss = (id: Shown['id']) => show(shown.filter((one) => one.id !== id));

/** Says what was done, from anywhere, and answers how it is taken away before its time. The third one pushes the oldest away; told under
    the same id again, it takes the place of what was said before. */
export function toast(words: ToastWords, id: Shown['id'] = (last += 1)): () => void {
  const next = { ...words, id };
  show(shown.some((one) => one.id === id) ? shown.map((one) => (one.id === id ? next : one)) : [...shown.slice(-2), next]);
  return () => dismiss(id);
}

/** Stands once, at the root of the app. */
export function Toasts() {
  const { t } = useTranslation();
  const all = useSyncExternalStore(listen, () => shown);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // What stands over the page leaves them so much room.
    const observer = new ResizeObserver(([entry]) =>
      document.documentElement.style.setProperty('--toasts', `${entry?.contentRect.height ?? 0}px`),
    );
    if (region.current) observer.observe(region.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={region} className="toasts" role="region" aria-label={t('ui.notifications')}>
      <div aria-live="polite" aria-relevant="additions">
        {all.map((one) => (
          <Toast key={one.id} {...one} />
        ))}
      </div>
    </div>
  );
}

function Toast({ id, text, tone, undo, action, stays }: Shown) {
  const { t } = useTranslation();
  const [held, setHeld] = useState(false);
  const offered = undo ? { label: t('ui.undo'), run: undo } : action;
  const seconds = offered || tone === 'bad' ? 12 : 5;
  useEffect(() => {
    // Nobody loses the Undo while reaching for it.
    if (held || stays) return;
    const timer = setTimeout(() => dismiss(id), seconds * 1000);
    return () => clearTimeout(timer);
  }, [held, stays, id, seconds]);
  return (
    <div
      className={['toast', tone].filter(Boolean).join(' ')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {tone && <Icon of={tone === 'ok' ? CircleCheck : CircleAlert} className="mark" />}
      <span className="tx">
        <Numbered>{text}</Numbered>
      </span>
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
      {!stays && (
        <button type="button" className="away" aria-label={t('ui.dismiss')} onClick={() => dismiss(id)}>
          <Icon of={X} size={14} />
        </button>
      )}
    </div>
  );
}
