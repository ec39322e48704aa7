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

const points = {
  done: 'border-rule-ink bg-sheet',
  now: 'border-warn bg-warn-tint shadow-[0_0_0_3px_var(--color-warn-tint)]',
  todo: 'border-dashed border-rule-ink bg-sheet',
};

export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map(({ id, title, note, icon, state = 'done' }) => (
        <li
          key={id}
          className={`relative ps-[26px] pb-4 before:absolute before:start-[7px] before:top-[18px] before:-bottom-0.5 before:w-px before:bg-rule-2 last:pb-0 last:before:hidden ${state === 'todo' ? 'text-ink-3' : ''}`}
          aria-current={state === 'now' ? 'step' : undefined}
        >
          <span
            className={`absolute start-0 top-[3px] grid size-[15px] place-items-center rounded-full border text-ink-3 ${points[state]}`}
          >
            {state !== 'todo' && <Icon of={icon ?? (state === 'now' ? Clock : Check)} size={9} />}
          </span>
          <div>{title}</div>
          {note && <small className="block leading-[1.5] text-ink-3">{note}</small>}
        </li>
      ))}
    </ol>
  );
}
