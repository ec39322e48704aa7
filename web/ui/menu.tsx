import { Menu as Headless, MenuButton, MenuItem, MenuItems, MenuSeparator } from '@headlessui/react';
import { Ellipsis } from 'lucide-react';
import { Fragment, type ReactElement } from 'react';
import { Icon, type LucideIcon } from './icon.tsx';
import { KeyHint } from './kbd.tsx';

export interface MenuAction {
  label: string;
  icon?: LucideIcon;
  flip?: boolean;
  onSelect?: () => void;
  href?: string;
  danger?: boolean;
  disabled?: boolean;
  /** Why it is off; shown under the word. */
  reason?: string;
  hint?: string;
  keys?: string;
  checked?: boolean;
}

/** 'line' parts groups. */
export type MenuEntry = MenuAction | 'line';

interface MenuProps {
  /** Names the button: "Actions for Layla linen abaya". */
  label: string;
  items: readonly MenuEntry[];
  /** Instead of ⋯: one element that can hold focus, such as a Button. */
  trigger?: ReactElement;
  small?: boolean;
  align?: 'start' | 'end';
  disabled?: boolean;
}

export function Menu({ label, items, trigger, small, align = 'end', disabled }: MenuProps) {
  return (
    <Headless>
      {trigger ? (
        <MenuButton as={Fragment} disabled={disabled ?? false}>
          {trigger}
        </MenuButton>
      ) : (
        <MenuButton className={small ? 'btn quiet ic sm' : 'btn ic'} aria-label={label} title={label} disabled={disabled ?? false}>
          <Icon of={Ellipsis} />
        </MenuButton>
      )}
      <MenuItems anchor={{ to: align === 'end' ? 'bottom end' : 'bottom start', gap: 4, padding: 12 }} className="pop" modal={false} aria-label={label}>
        {items.map((item, place) => (item === 'line' ? <MenuSeparator as="hr" key={place} /> : <Entry key={item.label} {...item} />))}
      </MenuItems>
    </Headless>
  );
}

function Entry({ label, icon, flip, onSelect, href, danger, disabled, reason, hint, keys }: MenuAction) {
  const inside = (
    <>
      {icon && <Icon of={icon} flip={flip} />}
      <span className="grow">
        {label}
        {(reason ?? hint) && <small>{reason ?? hint}</small>}
      </span>
      {keys && <KeyHint keys={keys} />}
    </>
  );
  const className = danger ? 'it danger' : 'it';
  const off = Boolean(disabled || reason);
  return (
    <MenuItem disabled={off}>
      {href && !off ? (
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
