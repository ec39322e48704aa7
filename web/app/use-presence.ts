import { useEffect } from 'react';
import { rpc } from '@/db/calls.ts';
import { asAppError } from '@/db/errors.ts';
import { previewedRole } from '@/db/preview.ts';
import { queryClient } from '@/db/query.ts';

/** The shortest interval that the database accepts, in milliseconds. */
const interval = 5 * 60_000;
const actions = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Reports that the user is active: at the start, then with their actions at intervals. An idle tab reports nothing. */
export function usePresence(): void {
  useEffect(() => {
    if (previewedRole()) return;
    let next = 0;
    const report = () => {
      if (Date.now() < next) return;
      next = Date.now() + interval;
      // A 403 may mean that the user was deactivated; reading `me` again shows it.
      rpc('report_presence', {} as never).catch((error: unknown) => {
        if (asAppError(error).status === 403) void queryClient.invalidateQueries({ queryKey: ['me'] });
      });
    };
    // The first data of the screen is requested first.
    const first = setTimeout(report, 3000);
    for (const action of actions) window.addEventListener(action, report, { passive: true, capture: true });
    return () => {
      clearTimeout(first);
      for (const action of actions) window.removeEventListener(action, report, { capture: true });
    };
  }, []);
}
