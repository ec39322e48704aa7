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
    <div className={['empty', className].filter(Boolean).join(' ')}>
      <span className="sign">
        <Icon of={icon} size={20} />
      </span>
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}
