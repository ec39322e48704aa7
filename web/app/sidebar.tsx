import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useMe, useUserKey } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { OwnShift } from '@/parts/shift/own-shift.tsx';
import { newsIsUnread } from '@/screens/whats-new/unread.ts';
import { Icon } from '@/ui/icon.tsx';
import { BranchSwitcher } from './branch-switcher.tsx';
import { useHandle } from './handles.ts';
import { entryAt, type MenuArea, type MenuEntry } from './menu.ts';
import { Monogram } from './monogram.tsx';
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
            <hr key={place} className="mx-2.5 my-2 border-rule-2" />
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
    <div className="flex items-center gap-2.5 px-4 pt-3 pb-2.5 in-[.drawer]:pe-14">
      <Monogram letters={letters} arabic={arabic} />
      <div className="min-w-0 flex-1">
        <b className="clip block leading-[1.3]">
          <bdi>{name}</bdi>
        </b>
        <small className="block text-xs leading-[1.4] text-ink-3">{t('app.name')}</small>
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
        <span className="ms-auto size-1.5 rounded-full bg-accent">
          <span className="sr-only">{t('app.new')}</span>
        </span>
      )}
    </a>
  );
}

function Area({ area, current }: { area: MenuArea; current: MenuEntry | undefined }) {
  const { t } = useTranslation();
  const isCurrentArea = current !== undefined && area.entries.includes(current);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const open = chosen ?? isCurrentArea;
  return (
    <>
      <button type="button" className={open ? 'area open' : 'area'} aria-expanded={open} onClick={() => setChosen(!open)}>
        <Icon of={area.icon} />
        <span className="clip">{t(`app.menu.${area.key}`)}</span>
        <Icon of={open ? ChevronDown : ChevronRight} size={14} flip={!open} className="ms-auto" />
      </button>
      {open && (
        <div className="submenu relative mb-1 ps-[27px] before:absolute before:start-[18px] before:top-0.5 before:bottom-1 before:w-px before:bg-rule-2">
          {area.entries.map((entry) => (
            <Entry key={entry.key} entry={entry} current={current} />
          ))}
        </div>
      )}
    </>
  );
}
