import { useSyncExternalStore } from 'react';
import { createEmitter } from '@/lib/emitter.ts';

export type Theme = 'light' | 'dark' | 'system';

const { emit, subscribe } = createEmitter();
const system = matchMedia('(prefers-color-scheme: dark)');

function storedTheme(): Theme {
  const stored = localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

const isDark = () => storedTheme() === 'dark' || (storedTheme() === 'system' && system.matches);

function applyTheme(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  emit();
}

// Follows the device's theme while 'system' is chosen; another tab may choose too.
system.addEventListener('change', applyTheme);
window.addEventListener('storage', applyTheme);

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem('theme');
  else localStorage.setItem('theme', theme);
  applyTheme();
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, storedTheme);
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDark);
