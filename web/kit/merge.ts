// Merges two edits of the same record, comparing each with their common version.

export type Values = Readonly<Record<string, unknown>>;

export interface Collision {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Merge {
  /** The form's values: mine where I changed the field, else theirs. */
  merged: Record<string, unknown>;
  /** Fields that both changed to different values; the user chooses. */
  collisions: readonly Collision[];
  /** Fields that only the other user changed. */
  onlyTheirs: readonly string[];
}

export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  // An empty field is '' in the form and null in the row.
  if ((a ?? '') === '' && (b ?? '') === '') return true;
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
}

export function changedFields(base: Values, now: Values): readonly string[] {
  return Object.keys(now).filter((field) => !isSame(base[field], now[field]));
}

/** Fields changed since sending, to be applied on top of the saved record. */
export const typedSince = (sent: Values, now: Values) => changedFields(sent, now).map((field) => [field, now[field]] as const);

export function merge(base: Values, mine: Values, theirs: Values): Merge {
  const merged: Record<string, unknown> = {};
  const collisions: Collision[] = [];
  const onlyTheirs: string[] = [];
  for (const field of Object.keys(mine)) {
    const iChanged = !isSame(base[field], mine[field]);
    const theyChanged = !isSame(base[field], theirs[field]);
    merged[field] = iChanged ? mine[field] : theirs[field];
    if (theyChanged && !iChanged) onlyTheirs.push(field);
    if (theyChanged && iChanged && !isSame(mine[field], theirs[field])) {
      collisions.push({ field, base: base[field], mine: mine[field], theirs: theirs[field] });
    }
  }
  return { merged, collisions, onlyTheirs };
}
