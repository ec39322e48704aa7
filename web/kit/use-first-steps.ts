import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { firstSteps } from '@/db/setting-up.ts';
import { useMe, useUserKey } from '@/db/me.ts';
import { useStored } from '@/list/use-stored.ts';

/** The open setup steps of an owner's new business; undefined once all are done, which is stored. Until then they can be hidden and
    shown again. */
export function useFirstSteps() {
  const { role } = useMe();
  const [stored, store] = useStored<'away' | 'done' | null>(`first-steps:${useUserKey()}`, null);
  const { data } = useQuery({ ...firstSteps(), enabled: role.is_owner && stored !== 'done' });
  const allDone = data && Object.values(data).every(Boolean) && data.branches_without_stock.length === 0;
  useEffect(() => {
    if (allDone) store('done');
  }, [allDone, store]);
  return {
    steps: role.is_owner && stored !== 'done' && !allDone ? data : undefined,
    isDismissed: stored === 'away',
    dismiss: () => store('away'),
    fetch: () => store(null),
  };
}
