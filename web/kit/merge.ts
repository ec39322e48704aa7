// Two people saved the same record. What did each change since the version both began with?

export type Values = Readonly<Record<string, unknown>>;

export interface Collision {
  field: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
}

export interface Merge {
  /** What the form shows now: mine where I changed something, theirs elsewhere. */
  merged: Record<string, unknown>;
  /** Fields both changed, to different values; the reader chooses. */
  collisions: readonly Collision[];
  /** Fields only the other changed. */
  theirs: readonly string[];
}

export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  // An emptied field is '' in the form and null in the row.
  if ((a ?? '') === '' && (b ?? '') === '') return true;
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b);
}

export function changedFields(base: Values, now: Values): readonly string[] {
  return Object.keys(now).filter((field) => !same(base[field], now[field]));
}

/** What was typed since this was sent: it goes on top of what is saved. */
export const typedSince = (sent: Values, now: Values) => changedFields(sent, now).map((field) => [field, now[field]] as const);

export function merge(base: Values, mine: Values, theirs: Values): Merge {
  const merged: Record<string, unknown> = {};
  const collisions: Collision[] = [];
  const onlyTheirs: string[] = [];
  for (const field of Object.keys(mine)) {
    const iChanged = !same(base[field], mine[field]);
    const theyChanged = !same(base[field], theirs[field]);
    merged[field] = iChanged ? mine[field] : theirs[field];
    if (theyChanged && !iChanged) onlyTheirs.push(field);
    if (theyChanged && iChanged && !same(mine[field], theirs[field])) {
      collisions.push({ field, base: base[field], mine: mine[field], theirs: theirs[field] });
    }
  }
  return { merged, collisions, theirs: onlyTheirs };
}
