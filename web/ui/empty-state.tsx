import type { ReactNode } from 'react';
import { Icon, type LucideIcon } from './icon.tsx';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** The first action, or the picker where something must be chosen first. */
  actions?: ReactNode;
  /** A sentence that explains what belongs here. */
  children?: ReactNode;
  className?: string;
}

export function EmptyState({ icon, title, actions, children, className }: EmptyStateProps) {
  return (
    <div
      className={['empty grid min-h-70 content-center justify-items-center gap-1.5 px-gutter py-12 text-center', className]
        .filter(Boolean)
        .join(' ')}
    >
      <span className="mb-2 grid size-10 place-items-center rounded-lg border border-rule-2 text-ink-3 in-[.bad]:text-bad">
        <Icon of={icon} size={20} />
      </span>
      <h2 className="text-md">{title}</h2>
      {children && <p className="max-w-[46ch] text-balance text-ink-3">{children}</p>}
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
