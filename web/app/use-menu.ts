import { useMemo } from 'react';
import { useCan } from '@/db/me.ts';
import { handles } from './handles.ts';
import { menuFor, type MenuItem } from './menu.ts';

/** The menu for this user's permissions. */
export function useMenu(): MenuItem[] {
  const can = useCan();
  return useMemo(() => menuFor(can, handles), [can]);
}
