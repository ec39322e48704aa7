import { Menu as Headless, MenuButton, MenuItem, MenuItems, MenuSeparator } from '@headlessui/react';
import { Fragment, type ReactElement, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import { KeyHint } from './kbd.tsx';
import type { MenuAction, MenuEntry } from './menu-entry.ts';

interface MenuPopupProps {
  label: string;
  items: readonly MenuEntry[];
  button: ReactElement;
  align: 'start' | 'end';
}

/** The menu itself. Mounted by the first click on its button, and opens at once. */
export default function MenuPopup({ label, items, button, align }: MenuPopupProps) {
  const pressed = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    pressed.current?.focus();
    // The click that asked for the menu happened before this was mounted.
    pressed.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }, []);
  return (
    <Headless>
      <MenuButton as={Fragment} ref={pressed}>
        {button}
      </MenuButton>
      <MenuItems
        anchor={{ to: align === 'end' ? 'bottom end' : 'bottom start', gap: 4, padding: 12 }}
        className="popup"
        modal={false}
        aria-label={label}
      >
        {items.map((item, place) => (item === 'line' ? <MenuSeparator as="hr" key={place} /> : <Entry key={item.label} {...item} />))}
      </MenuItems>
    </Headless>
  );
}

function Entry({ label, icon, flip, onSelect, href, danger, disabled, reason, hint, keys }: MenuAction) {
  const inside = (
    <>
      {icon && <Icon of={icon} flip={flip} />}
      <span className="min-w-0 flex-1">
        {label}
        {(reason ?? hint) && <small>{reason ?? hint}</small>}
      </span>
      {keys && <KeyHint keys={keys} />}
    </>
  );
  const className = danger ? 'item danger' : 'item';
  const isDisabled = Boolean(disabled || reason);
  return (
    <MenuItem disabled={isDisabled}>
      {href && !isDisabled ? (
        <a href={href} className={className} onClick={onSelect}>
          {inside}
        </a>
      ) : (
        <button type="button" className={className} onClick={onSelect}>
          {inside}
        </button>
      )}
    </MenuItem>
  );
}
