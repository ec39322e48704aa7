import { settings } from '@/lib/settings.ts';

type Words<Key extends string> = Partial<Record<Key | `${Key}_ar`, string | null>>;

/** A name in the user's language where the row has it: `branch` or `branch_ar`, `supplier` or `supplier_ar`. */
export function nameIn<Key extends string>(row: Words<Key>, key: Key): string {
  const words: Partial<Record<string, string | null>> = row;
  return ((settings().language === 'ar' && words[`${key}_ar`]) || words[key]) ?? '';
}

/** The name of a record or user; '' for none. */
export const nameOf = (row: Words<'name'> | null | undefined): string => nameIn(row ?? {}, 'name');
