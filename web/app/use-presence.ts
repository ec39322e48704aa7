import { useEffect } from 'react';
import { rpc } from '@/db/calls.ts';
import { asAppError } from '@/db/errors.ts';
import { previewedRole } from '@/db/preview.ts';
import { queryClient } from '@/db/query.ts';

/** As often as the database takes it. */
const every = 5 * 60_000;
const actions = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Tells that somebody is at work here: at once, and then with what they do, now and then. A tab that is left open says nothing. */
export function usePresence(): void {
  useEffect(() => {
    if (previewedRole()) return;
    let next = 0;
    const report = () => {
      if (Date.now() < next) return;
      next = Date.now() + every;
      // Whoever may not be here any more is told so by what they are shown next.
      rpc('report_presence', {} as never).catch((error: unknown) => {
        if (asAppError(error).status === 403) void queryClient.invalidateQueries({ queryKey: ['me'] });
      });
    };
    // What is on the screen first goes first.
    const first = setTimeout(report, 3000);
    for (const action of actions) window.addEventListener(action, report, { passive: true, capture: true });
    return () => {
      clearTimeout(first);
      for (const action of actions) window.removeEventListener(action, report, { capture: true });
    };
  }, []);
}
