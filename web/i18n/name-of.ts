import { settings } from '@/lib/settings.ts';

type Words<Key extends string> = Partial<Record<Key | `${Key}_ar`, string | null>>;

/** What a row calls something, in the reader's language where it has a name there: `branch` and `branch_ar`, `supplier` and `supplier_ar`. */
export function nameIn<Key extends string>(row: Words<Key>, key: Key): string {
  const words: Partial<Record<string, string | null>> = row;
  return ((settings().language === 'ar' && words[`${key}_ar`]) || words[key]) ?? '';
}

/** A record's own name, or a person's; empty for none. */
export const nameOf = (row: Words<'name'> | null | undefined): string => nameIn(row ?? {}, 'name');
