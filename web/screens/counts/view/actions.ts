/* The actions available on a count. The database enforces the same; this decides what is shown. */
import type { CountRow } from '@/db/counts.ts';

interface Reader {
  can: (permission: 'inventory.counts.count' | 'inventory.counts.post' | 'inventory.counts.create') => boolean;
  /** Whether the user works in the count's branch. */
  worksInBranch: boolean;
}

export function actionsOf({ status }: Pick<CountRow, 'status'>, { can, worksInBranch }: Reader) {
  const open = status === 'counting' || status === 'comparing';
  const posts = worksInBranch && can('inventory.counts.post');
  return {
    /** The empty count sheet. */
    sheet: open,
    count: status === 'counting' && worksInBranch && can('inventory.counts.count'),
    /** Expected quantities are hidden from the users who count until counting has ended. */
    compare: status === 'posted' || (status !== 'counting' && posts),
    recount: status === 'comparing' && posts,
    post: (status === 'comparing' || status === 'posting') && posts,
    cancel: open && worksInBranch && can('inventory.counts.create'),
  };
}
