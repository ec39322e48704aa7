import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from './button.tsx';

interface ProgressProps {
  /** The task: "Reading 4,000 rows". */
  label: string;
  /** 0 to 1; undefined while unknown. */
  value?: number;
  /** Formatted progress, e.g. "1,200 / 4,000". */
  progressText?: string;
  onCancel?: () => void;
}

export function Progress({ label, value, progressText, onCancel }: ProgressProps) {
  const { t } = useTranslation();
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div className="progress grid gap-2">
      <div className="inline-group">
        <span className="min-w-0 flex-1">{label}</span>
        {progressText && <bdi className="number muted">{progressText}</bdi>}
      </div>
      <div className="inline-group">
        <div
          className="min-w-0 flex-1 h-1.5 overflow-hidden rounded-[3px] bg-paper-3"
          role="progressbar"
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
        >
          <i
            className={`block h-full bg-accent [transition:inline-size_var(--duration-slow)_var(--ease-out)] ${percent === undefined ? 'w-[35%] animate-[run_1.1s_linear_infinite] rtl:[animation-direction:reverse]' : ''}`}
            style={percent === undefined ? undefined : { inlineSize: `${percent}%` }}
          />
        </div>
        {onCancel && (
          <Button small variant="quiet" onClick={onCancel}>
            {t('ui.cancelProgress')}
          </Button>
        )}
      </div>
    </div>
  );
}
