import type { LucideIcon } from './icon.tsx';

export interface MenuAction {
  label: string;
  icon?: LucideIcon;
  flip?: boolean;
  onSelect?: () => void;
  href?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is disabled; shown under the label. */
  reason?: string;
  hint?: string;
  keys?: string;
}

/** 'line' separates groups. */
export type MenuEntry = MenuAction | 'line';
