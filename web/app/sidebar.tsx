import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useMe, useUserKey } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { OwnShift } from '@/parts/shift/own-shift.tsx';
import { newsIsUnread } from '@/screens/whats-new/news.ts';
import { Icon } from '@/ui/icon.tsx';
import { BranchSwitcher } from './branch-switcher.tsx';
import { useHandle } from './handles.ts';
import { entryAt, type MenuArea, type MenuEntry } from './menu.ts';
import { useMenu } from './use-menu.ts';

/** The business, the branch, and the menu. */
export function Sidebar() {
  const { t } = useTranslation();
  const { business } = useMe();
  const items = useMenu();
  const { pathname } = useLocation();
  // A page with a parent belongs to the parent's entry, whatever its own path.
  const current = entryAt(items, useHandle()?.parent ?? pathname);
  return (
    <>
      <Stamp name={nameOf(business)} />
      <BranchSwitcher />
      <nav className="main-menu" aria-label={t('app.menuLabel')}>
        {items.map((item, place) =>
          item === 'separator' ? (
            <hr key={place} />
          ) : 'entries' in item ? (
            <Area key={item.key} area={item} current={current} />
          ) : (
            <Entry key={item.key} entry={item} current={current} />
          ),
        )}
      </nav>
      <OwnShift />
    </>
  );
}

function Stamp({ name }: { name: string }) {
  const { t } = useTranslation();
  const arabic = /^\p{Script=Arabic}/u.test(name);
  // Two letters for "Dar Nour"; Arabic letters would join into another word, so only one.
  const letters = arabic
    ? name.replace(/^ال/, '').charAt(0)
    : name
        .split(/\s+/)
        .slice(0, 2)
        .map((word) => word.charAt(0).toLocaleUpperCase())
        .join('');
  return (
    <div className="business">
      <span className={arabic ? 'mono arabic' : 'mono'} aria-hidden="true">
        {letters}
      </span>
      <div className="grow">
        <b className="clip">
          <bdi>{name}</bdi>
        </b>
        <small>{t('app.name')}</small>
      </div>
    </div>
  );
}

interface EntryProps {
  entry: MenuEntry;
  current: MenuEntry | undefined;
}

function Entry({ entry, current }: EntryProps) {
  const { t } = useTranslation();
  const person = useUserKey();
  return (
    <a href={entry.to} aria-current={entry === current ? 'page' : undefined}>
      {entry.icon && <Icon of={entry.icon} />}
      <span className="clip">{t(`app.menu.${entry.key}`)}</span>
      {entry.key === 'whatsNew' && entry !== current && newsIsUnread(person) && (
        <span className="marker-dot">
          <span className="sr-only">{t('app.new')}</span>
        </span>
      )}
    </a>
  );
}

function Area({ area, current }: { area: MenuArea; current: MenuEntry | undefined }) {
  const { t } = useTranslation();
  const here = current !== undefined && area.entries.includes(current);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? here;
  return (
    <>
      <button type="button" className={open ? 'area open' : 'area'} aria-expanded={open} onClick={() => setChosen(!open)}>
        <Icon of={area.icon} />
        <span className="clip">{t(`app.menu.${area.key}`)}</span>
        <Icon of={open ? ChevronDown : ChevronRight} size={14} flip={!open} className="caret" />
      </button>
      {open && (
        <div className="submenu">
          {area.entries.map((entry) => (
            <Entry key={entry.key} entry={entry} current={current} />
          ))}
        </div>
      )}
    </>
  );
}
