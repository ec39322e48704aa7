import { isBlank } from '@/lib/normalise.ts';
import { settings } from '@/lib/settings.ts';

type Words<Key extends string> = Partial<Record<Key | `${Key}_ar`, string | null>>;

/** A name in the user's language where the row has it: `branch` or `branch_ar`, `supplier` or `supplier_ar`. */
export function nameIn<Key extends string>(row: Words<Key>, key: Key): string {
  const words: Partial<Record<string, string | null>> = row;
  return ((settings().language === 'ar' && words[`${key}_ar`]) || words[key]) ?? '';
}

/** The name of a record or user; '' for none. */
export const nameOf = (row: Words<'name'> | null | undefined): string => nameIn(row ?? {}, 'name');

export type Names = readonly [name: string, nameAr: string];

/** Changes `name` and `name_ar` to the order of the form's two fields, and back. The reader's own name comes first; a single Arabic name is
    stored as `name`, so only two names change places. */
export const inReaderOrder = ([first, second]: Names): Names =>
  settings().language === 'ar' && !isBlank(first) && !isBlank(second) ? [second, first] : [first, second];
