import { CircleAlert } from 'lucide-react';
import { createContext, use, useId, type ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Icon } from './icon.tsx';

interface FieldAids {
  id: string;
  describedBy?: string;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldAids | null>(null);

interface FieldProps {
  label: ReactNode;
  /** The label is only for screen readers, as in a table or a toolbar. */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** Optional fields are marked; all others are required. */
  optional?: boolean;
  /** At the end of the label line, for a link such as "Forgot it?". */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Label, input, hint and error, tied together for assistive technology. The input inside takes its id from here. */
export function Field({ label, hideLabel, hint, error, optional, aside, className, children }: FieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <div className={hideLabel ? 'sr-only' : 'label'}>
        <label htmlFor={id} id={`${id}-label`}>
          {label}
          {optional && <span className="optional font-body text-ink-3"> {t('ui.optional')}</span>}
        </label>
        {aside && <span className="label-aside ms-auto">{aside}</span>}
      </div>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error), required: !optional }}>{children}</FieldContext>
      {error && (
        <p className="error-text" id={errorId}>
          <Icon of={CircleAlert} size={14} />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Fields in two columns, or one below the other on a phone. */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 gap-x-4 gap-y-3.5 max-sm:grid-cols-1">{children}</div>
);

/** What an input inherits from the field around it; outside a field it needs its own label. */
export function useFieldAids(input?: { id?: string; invalid?: boolean }) {
  const field = use(FieldContext);
  return {
    id: input?.id ?? field?.id,
    'aria-describedby': field?.describedBy,
    'aria-invalid': input?.invalid || field?.invalid || undefined,
    invalid: Boolean(input?.invalid || field?.invalid),
    labelledBy: field ? `${field.id}-label` : undefined,
  };
}
