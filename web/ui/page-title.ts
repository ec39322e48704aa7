import { useEffect, useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter.ts';

// The current page's title, shown in the tab and as the last crumb.
let title = '';
let product = '';
const { emit, subscribe } = createEmitter();

function write(next: string) {
  title = next;
  document.title = [title, product].filter(Boolean).join(' · ');
  emit();
}

/** The product name that ends every tab title; the shell sets it once. */
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

export function useShownTitle(): string {
  return useSyncExternalStore(subscribe, () => title);
}
