import { useEffect, useSyncExternalStore } from 'react';

// What the page is called: in the tab, and as the last crumb.
let title = '';
let product = '';
const listeners = new Set<() => void>();

function write(next: string) {
  title = next;
  document.title = [title, product].filter(Boolean).join(' · ');
  for (const listener of listeners) listener();
}

/** The name that ends every tab title; the shell says it once. */
export function setProductTitle(name: string): void {
  product = name;
  write(title);
}

export function usePageTitle(text: string): void {
  useEffect(() => {
    write(text);
    return () => {
      if (title === text) write('');
    };
  }, [text]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export function useShownTitle(): string {
  return useSyncExternalStore(subscribe, () => title);
}
