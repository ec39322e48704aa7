import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark' | 'system';

const listeners = new Set<() => void>();
const system = matchMedia('(prefers-color-scheme: dark)');

function storedTheme(): Theme {
  const stored = localStorage.getItem('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

const isDark = () => storedTheme() === 'dark' || (storedTheme() === 'system' && system.matches);

function dress(): void {
  document.documentElement.dataset.theme = isDark() ? 'dark' : 'light';
  listeners.forEach((listener) => listener());
}

// Follows the device while nothing else was chosen; another tab may choose, too.
system.addEventListener('change', dress);
window.addEventListener('storage', dress);

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem('theme');
  else localStorage.setItem('theme', theme);
  dress();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, storedTheme);
export const useIsDark = (): boolean => useSyncExternalStore(subscribe, isDark);
