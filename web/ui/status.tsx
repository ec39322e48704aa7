import type { ReactNode } from 'react';
import { Icon, type LucideIcon } from './icon.tsx';

/** ok = done, warn = waiting, bad = wrong or late, off = neutral. */
export type Tone = 'ok' | 'warn' | 'bad' | 'off';

export interface Look {
  tone: Tone;
  icon: LucideIcon;
}

interface StatusProps extends Look {
  /** Beside a document's title. */
  stamp?: boolean;
  children: ReactNode;
}

/** A state as an icon and text. */
export function Status({ tone, icon, stamp, children }: StatusProps) {
  return (
    <span className={`${stamp ? 'stamp' : 'status'} ${tone}`}>
      <Icon of={icon} size={stamp ? 14 : 15} />
      {children}
    </span>
  );
}
