import { Ellipsis } from 'lucide-react';
import { cloneElement, type KeyboardEvent, lazy, type ReactElement, Suspense, useState } from 'react';
import { Icon } from './icon.tsx';
import type { MenuEntry } from './menu-entry.ts';

interface MenuProps {
  /** The button's label: "Actions for Layla linen abaya". */
  label: string;
  items: readonly MenuEntry[];
  /** Replaces the ⋯ button: one focusable element, such as a Button. */
  trigger?: ReactElement;
  small?: boolean;
  align?: 'start' | 'end';
}

const load = () => import('./menu-popup.tsx');
const Popup = lazy(load);

/** Only a button until it is used: a list of 25 rows needs 25 buttons but rarely a menu. */
export function Menu({ label, items, trigger, small, align = 'end' }: MenuProps) {
  const [isOpenRequested, setOpenRequested] = useState(false);
  const button = (trigger as ReactElement<Record<string, unknown>> | undefined) ?? (
    <button type="button" className={small ? 'button quiet icon-only small' : 'button icon-only'} aria-label={label} title={label}>
      <Icon of={Ellipsis} />
    </button>
  );
  const closedButton = cloneElement(button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: () => void load(),
    onFocus: () => void load(),
    onClick: () => setOpenRequested(true),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setOpenRequested(true);
    },
  });
  if (!isOpenRequested) return closedButton;
  return (
    <Suspense fallback={closedButton}>
      <Popup label={label} items={items} button={button} align={align} />
    </Suspense>
  );
}
