/* What may be done with a count now. The database enforces the same; here it decides what is shown. */
import type { CountRow } from '@/db/counts.ts';

interface Reader {
  can: (permission: 'inventory.counts.count' | 'inventory.counts.post' | 'inventory.counts.create') => boolean;
  /** Works in the count's branch. */
  works: boolean;
}

export function actionsOf({ status }: Pick<CountRow, 'status'>, { can, works }: Reader) {
  const open = status === 'counting' || status === 'comparing';
  const posts = works && can('inventory.counts.post');
  return {
    /** The empty sheet to write in. */
    sheet: open,
    count: status === 'counting' && works && can('inventory.counts.count'),
    /** What was expected is hidden from who counts, until that is over. */
    compare: status === 'posted' || (status !== 'counting' && posts),
    recount: status === 'comparing' && posts,
    post: (status === 'comparing' || status === 'posting') && posts,
    cancel: open && works && can('inventory.counts.create'),
  };
}
