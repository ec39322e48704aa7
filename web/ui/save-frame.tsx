import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface SaveFrameProps {
  label: string;
  /** The state of the form's changes, in words. */
  state: string;
  changed: boolean;
  /** What must be corrected before saving. */
  warning?: string | null;
  /** Moves to the cause of the warning. */
  onWarning?: () => void;
  /** The action buttons. */
  children: ReactNode;
}

/** The strip below a form that is always in view: the state of its changes and the actions on them. */
export function SaveFrame({ label, state, changed, warning, onWarning, children }: SaveFrameProps) {
  return (
    <div className="save" role="region" aria-label={label}>
      <p className="state" role="status">
        {changed && <span className="size-2 rounded-full bg-warn" />}
        <span>{state}</span>
      </p>
      {warning && (
        <p className="error-text" role="status">
          <Icon of={CircleAlert} size={14} />
          {onWarning ? (
            <button type="button" className="link negative" onClick={onWarning}>
              {warning}
            </button>
          ) : (
            <span>{warning}</span>
          )}
        </p>
      )}
      <div className="actions">{children}</div>
    </div>
  );
}
