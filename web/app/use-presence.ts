import { useEffect } from 'react';
import { rpc } from '@/db/calls.ts';
import { asAppError } from '@/db/errors.ts';
import { previewedRole } from '@/db/preview.ts';
import { queryClient } from '@/db/query.ts';

/** Milliseconds between two reports. The database ignores reports less than four minutes after the last. */
const interval = 5 * 60_000;
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

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
    // Delayed, so that the screen's own requests go first.
    const first = setTimeout(report, 3000);
    for (const event of activityEvents) window.addEventListener(event, report, { passive: true, capture: true });
    return () => {
      clearTimeout(first);
      for (const event of activityEvents) window.removeEventListener(event, report, { capture: true });
    };
  }, []);
}
