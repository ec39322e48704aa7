import { useMemo } from 'react';
import { useCan } from '@/db/me.ts';
import { addressesOf, menuFor, type MenuItem } from './menu.ts';
import { screens } from './registry.ts';

const addresses = addressesOf(screens);

/** The menu as this user may see it. */
export function useMenu(): MenuItem[] {
  const can = useCan();
  return useMemo(() => menuFor(can, addresses), [can]);
}
