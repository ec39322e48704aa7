import { CircleAlert, CircleCheck, CircleDashed, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, type LucideIcon } from './icon.tsx';

/** ok = done, warn = waits, bad = wrong or late, off = neutral. */
export type Tone = 'ok' | 'warn' | 'bad' | 'off';

const signs: Record<Tone, LucideIcon> = { ok: CircleCheck, warn: Clock, bad: CircleAlert, off: CircleDashed };

interface StatusProps {
  tone: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}

/** In tables: the usual stays quiet, only an exception colours its word. */
export function Status({ tone, icon, children }: StatusProps) {
  return (
    <span className={`st ${tone}`}>
      <Icon of={icon ?? signs[tone]} size={15} />
      {children}
    </span>
  );
}

/** Beside a document's title. */
export function Stamp({ tone, icon, children }: StatusProps) {
  return (
    <span className={`stamp ${tone}`}>
      <Icon of={icon ?? signs[tone]} size={14} />
      {children}
    </span>
  );
}
