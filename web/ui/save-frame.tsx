import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface SaveFrameProps {
  label: string;
  /** How what was typed stands, in words. */
  state: string;
  changed: boolean;
  /** What is to be corrected first. */
  warning?: string | null;
  /** Goes to what the warning is about. */
  onWarning?: () => void;
  /** The buttons. */
  children: ReactNode;
}

/** The strip below a form, always in view: how its changes stand, and what can be done with them. */
export function SaveFrame({ label, state, changed, warning, onWarning, children }: SaveFrameProps) {
  return (
    <div className="save" role="region" aria-label={label}>
      <p className="state" role="status">
        {changed && <span className="dotw" />}
        <span>{state}</span>
      </p>
      {warning && (
        <p className="err-t" role="status">
          <Icon of={CircleAlert} size={14} />
          {onWarning ? (
            <button type="button" className="link neg" onClick={onWarning}>
              {warning}
            </button>
          ) : (
            <span>{warning}</span>
          )}
        </p>
      )}
      <div className="acts">{children}</div>
    </div>
  );
}
