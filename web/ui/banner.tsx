import { CircleAlert, CircleCheck, Info, RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from './button.tsx';
import { Icon, type LucideIcon } from './icon.tsx';
import type { Tone } from './status.tsx';

const signs: Record<Tone, LucideIcon> = { ok: CircleCheck, warn: TriangleAlert, bad: CircleAlert, off: Info };

interface BannerProps {
  tone: Tone;
  onRetry?: () => void;
  /** Buttons at the end of the banner. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The result of an action on the page or form. Screen readers announce it when it appears. */
export function Banner({ tone, onRetry, actions, children }: BannerProps) {
  const { t } = useTranslation();
  return (
    <div className={tone === 'bad' ? 'banner' : `banner ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon of={signs[tone]} />
      <div className="min-w-0 flex-1">{children}</div>
      {actions}
      {onRetry && (
        <Button small icon={RotateCw} onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
}

/** Permanent advice on a page; unlike a banner it is not announced. */
export function Note({ tone = 'off', icon, children }: { tone?: Tone; icon?: LucideIcon; children: ReactNode }) {
  return (
    <div className={tone === 'off' ? 'note' : `note ${tone}`}>
      <Icon of={icon ?? signs[tone]} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
