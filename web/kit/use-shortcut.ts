import { useEffect, useEffectEvent } from 'react';

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** A page's key: 'n', '/', 'mod+s'. Plain letters rest while somebody types or a dialog is open. */
export function useShortcut(keys: string, handler: () => void, enabled = true) {
  const run = useEffectEvent(handler);
  useEffect(() => {
    if (!enabled) return;
    const mod = keys.startsWith('mod+');
    const key = keys.replace('mod+', '');
    const listen = (event: KeyboardEvent) => {
      if (mod !== (event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== key) return;
      if (!mod && (typing(event.target) || document.querySelector('[role=dialog]'))) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [keys, enabled]);
}
