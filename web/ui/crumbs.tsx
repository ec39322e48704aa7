import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Icon } from './icon.tsx';

/** The last item is the current page. */
export function Crumbs({ items }: { items: readonly { label: string; href?: string }[] }) {
  const { t } = useTranslation();
  return (
    <nav
      className="crumbs flex min-w-0 flex-1 items-center gap-1.5 whitespace-nowrap text-ink-3 max-[1021px]:hidden"
      aria-label={t('ui.breadcrumbs')}
    >
      {items.map(({ label, href }, place) => (
        <Fragment key={`${place} ${label}`}>
          {place > 0 && <Icon of={ChevronRight} size={14} flip className="text-ink-4 max-[1280px]:hidden" />}
          {href && place < items.length - 1 ? (
            <a className="shrink-1000 hover:text-accent max-[1280px]:hidden" href={href}>
              <bdi>{label}</bdi>
            </a>
          ) : (
            <span
              className={`clip ${place === items.length - 1 ? 'font-medium text-ink' : 'shrink-1000 max-[1280px]:hidden'}`}
              aria-current={place === items.length - 1 ? 'page' : undefined}
            >
              <bdi>{label}</bdi>
            </span>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
