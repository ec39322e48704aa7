import { Check, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, type LucideIcon } from './icon.tsx';

export interface TimelineEntry {
  id: string;
  title: ReactNode;
  /** Who and when. */
  note?: ReactNode;
  icon?: LucideIcon;
  /** now = waiting for somebody, todo = still to come. */
  state?: 'done' | 'now' | 'todo';
}

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ id, title, note, icon, state = 'done' }) => (
        <li key={id} className={state === 'done' ? undefined : state} aria-current={state === 'now' ? 'step' : undefined}>
          <span className="timeline-point">{state !== 'todo' && <Icon of={icon ?? (state === 'now' ? Clock : Check)} size={9} />}</span>
          <div>{title}</div>
          {note && <small>{note}</small>}
        </li>
      ))}
    </ol>
  );
}
