import type { Branch } from '@/db/me-types.ts';
import { nameOf } from '@/i18n/name-of.ts';
import type { Filter } from './column.ts';

/** A filter by the user's branches. */
export const branchFilter = (label: string, branches: readonly Branch[]): Filter => ({
  name: 'branch',
  label,
  options: branches.map((branch) => ({ value: branch.id, label: nameOf(branch) })),
});
