import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Icon } from './icon.tsx';

/** The last item is the current page. */
export function Crumbs({ items }: { items: readonly { label: string; href?: string }[] }) {
  const { t } = useTranslation();
  return (
    <nav className="crumbs" aria-label={t('ui.breadcrumbs')}>
      {items.map(({ label, href }, place) => (
        <Fragment key={`${place} ${label}`}>
          {place > 0 && <Icon of={ChevronRight} size={14} flip />}
          {href && place < items.length - 1 ? (
            <a href={href}>
              <bdi>{label}</bdi>
            </a>
          ) : (
            <span className="clip" aria-current={place === items.length - 1 ? 'page' : undefined}>
              <bdi>{label}</bdi>
            </span>
          )}
        </Fragment>
      ))}
    </nav>
  );
}
