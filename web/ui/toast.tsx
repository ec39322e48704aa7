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

interface ToastContent {
  text: string;
  tone?: 'ok' | 'bad';
  /** Reverts the action; its button is labelled "Undo". */
  undo?: () => unknown;
  action?: ToastAction;
  /** Stays until it is replaced, dismissed by the caller, or its action is taken. */
  stays?: boolean;
}

interface ShownToast extends ToastContent {
  id: number | string;
}

let toasts: readonly ShownToast[] = [];
let lastId = 0;
const { emit, subscribe } = createEmitter();

function show(next: readonly ShownToast[]) {
  toasts = next;
  emit();
}

const dismiss = (id: ShownToast['id']) => show(toasts.filter((one) => one.id !== id));

/** Shows a message from anywhere and returns a function that dismisses it. At most three are shown, the oldest gives way; a message
    with the same id replaces the earlier one. */
export function toast(content: ToastContent, id: ShownToast['id'] = (lastId += 1)): () => void {
  const next = { ...content, id };
  show(toasts.some((one) => one.id === id) ? toasts.map((one) => (one.id === id ? next : one)) : [...toasts.slice(-2), next]);
  return () => dismiss(id);
}

/** Rendered once, at the root of the app. */
export function Toasts() {
  const { t } = useTranslation();
  const visible = useSyncExternalStore(subscribe, () => toasts);
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Elements fixed over the page leave this much room for the toasts.
    const observer = new ResizeObserver(([entry]) =>
      document.documentElement.style.setProperty('--toasts', `${entry?.contentRect.height ?? 0}px`),
    );
    if (region.current) observer.observe(region.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={region} className="toasts" role="region" aria-label={t('ui.notifications')}>
      <div className="grid max-w-full justify-items-center gap-2" aria-live="polite" aria-relevant="additions">
        {visible.map((one) => (
          <Toast key={one.id} {...one} />
        ))}
      </div>
    </div>
  );
}

const markColors = {
  ok: 'text-[color-mix(in_srgb,var(--color-ok)_45%,var(--color-paper))]',
  bad: 'text-[color-mix(in_srgb,var(--color-bad)_45%,var(--color-paper))]',
};

function Toast({ id, text, tone, undo, action, stays }: ShownToast) {
  const { t } = useTranslation();
  const [isPaused, setPaused] = useState(false);
  const offered = undo ? { label: t('ui.undo'), run: undo } : action;
  const seconds = offered || tone === 'bad' ? 12 : 5;
  useEffect(() => {
    // Pauses while hovered or focused, so that nobody misses the Undo.
    if (isPaused || stays) return;
    const timer = setTimeout(() => dismiss(id), seconds * 1000);
    return () => clearTimeout(timer);
  }, [isPaused, stays, id, seconds]);
  return (
    <div
      className="toast pointer-events-auto flex min-h-10.5 max-w-[min(560px,100%)] items-center gap-3 rounded-md bg-ink py-2 ps-4 pe-2 text-paper shadow-float motion-safe:animate-[rise_var(--duration-slow)_var(--ease-out)]"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {tone && <Icon of={tone === 'ok' ? CircleCheck : CircleAlert} className={markColors[tone]} />}
      <span className="min-w-0 flex-1 wrap-anywhere">
        <Numbered>{text}</Numbered>
      </span>
      {offered && (
        <button
          type="button"
          className="min-h-7 cursor-pointer rounded-sm px-2 py-1 font-high underline underline-offset-3 focus-visible:outline-paper"
          onClick={() => {
            dismiss(id);
            void offered.run();
          }}
        >
          {offered.label}
        </button>
      )}
      {!stays && (
        <button
          type="button"
          className="grid min-h-7 w-7 cursor-pointer place-items-center rounded-sm p-1 opacity-75 hover:opacity-100 focus-visible:outline-paper"
          aria-label={t('ui.dismiss')}
          onClick={() => dismiss(id)}
        >
          <Icon of={X} size={14} />
        </button>
      )}
    </div>
  );
}
