/* A document in its form: a head, and one line for each variant with its numbers as typed. Names and stock of variants are kept
   separately. No React. */
import { merge, isSame, type Values } from '@/kit/merge.ts';
import { plus } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';

export interface FormLine<Figure extends string> {
  variantId: string;
  figures: Readonly<Record<Figure, string>>;
}

export interface DocumentForm<Head, Figure extends string> {
  /** Generated here, so that a document sent twice is created once. */
  id: string;
  head: Head;
  lines: readonly FormLine<Figure>[];
}

/** As stored on the device. */
export interface Draft<Head, Figure extends string> extends DocumentForm<Head, Figure> {
  at: string;
  /** The saved document's version it started from; null for a new one. */
  version: number | null;
}

const hasShape = (draft: unknown): boolean => {
  const { head, lines } = draft as Draft<unknown, string>;
  return typeof head === 'object' && lines.every(({ variantId, figures }) => typeof variantId === 'string' && typeof figures === 'object');
};

/** Whether a stored draft has the fields of this form's head, which another version of the app may have named otherwise. */
export const hasFieldsOf =
  (head: unknown) =>
  (draft: unknown): boolean => {
    if (!hasShape(draft)) return false;
    const stored = (draft as Draft<object, string>).head;
    // JSON leaves out undefined values.
    const needed = Object.entries(head as object).filter(([, value]) => value !== undefined);
    return needed.every(([name]) => name in stored) && Object.keys(stored).every((name) => name in (head as object));
  };

/** Parses a stored draft. 'unreadable': its shape is not today's, as `isForm` says; 'outdated': it is older than the document's last
    edit. */
export function readDraft<Head, Figure extends string>(
  text: string,
  edition: number | null,
  isForm: (draft: unknown) => boolean = hasShape,
): Draft<Head, Figure> | 'unreadable' | 'outdated' {
  try {
    const draft = JSON.parse(text) as Draft<Head, Figure>;
    if (!isForm(draft)) return 'unreadable';
    return (edition === null || draft.version === null ? draft.version === edition : draft.version >= edition) ? draft : 'outdated';
  } catch {
    return 'unreadable';
  }
}

/** How a head and its figures are normalised for comparing and merging, so that equal meanings are equal. */
export interface Flatness<Head, Flat extends Values> {
  flat: (head: Head) => Flat;
  headOf: (flat: Flat, mine: Head) => Head;
  figure?: (value: string, name: string) => string;
}

export interface Touched {
  id: string;
  /** The quantity before; null for a new line. */
  before: string | null;
}

/** Adds two quantities; a first one that is not a number is replaced. */
export const addQuantities = (a: string, b: string): string => (a === '' || isDecimal(a) ? plus(a, b) : b);

/** Adds new variants after the last line; an existing line's quantity is increased. */
export function addOrIncrement<Figure extends string>(
  lines: readonly FormLine<Figure | 'quantity'>[],
  picked: readonly FormLine<Figure | 'quantity'>[],
): { lines: FormLine<Figure | 'quantity'>[]; touched: Touched[] } {
  const byVariant = new Map(lines.map((line) => [line.variantId, line]));
  const touched = picked.map((line): Touched => {
    const existing = byVariant.get(line.variantId);
    byVariant.set(
      line.variantId,
      existing
        ? { ...existing, figures: { ...existing.figures, quantity: addQuantities(existing.figures.quantity, line.figures.quantity) } }
        : line,
    );
    return { id: line.variantId, before: existing?.figures.quantity ?? null };
  });
  return { lines: [...byVariant.values()], touched };
}

/** Replaces existing lines in place; others follow the last line. */
export function upsertLines<Figure extends string>(
  lines: readonly FormLine<Figure>[],
  written: readonly FormLine<Figure>[],
): FormLine<Figure>[] {
  return [...new Map([...lines, ...written].map((line) => [line.variantId, line])).values()];
}

/** Adds new variants after the last line; existing lines stay unchanged. */
export function appendMissing<Figure extends string>(
  lines: readonly FormLine<Figure>[],
  fresh: readonly FormLine<Figure>[],
): FormLine<Figure>[] {
  const all = new Map(lines.map((line) => [line.variantId, line]));
  for (const line of fresh) if (!all.has(line.variantId)) all.set(line.variantId, line);
  return [...all.values()];
}

/** Sets the quantities from a product's grid; '' removes a line unless `stays`. */
export function requantify<Figure extends string>(
  lines: readonly FormLine<Figure | 'quantity'>[],
  quantities: ReadonlyMap<string, string>,
  stays?: (line: FormLine<Figure | 'quantity'>) => boolean,
): FormLine<Figure | 'quantity'>[] {
  return lines.flatMap((line) => {
    const quantity = quantities.get(line.variantId);
    if (quantity === undefined) return [line];
    return quantity === '' && !stays?.(line) ? [] : [{ ...line, figures: { ...line.figures, quantity } }];
  });
}

/** Without the lines whose product no longer exists. */
export function stillThere<Figure extends string>(
  lines: readonly FormLine<Figure>[],
  goods: readonly { variant_id: string }[],
): { lines: FormLine<Figure>[]; gone: number } {
  const activeIds = new Set(goods.map((variant) => variant.variant_id));
  const remaining = lines.filter((line) => activeIds.has(line.variantId));
  return { lines: remaining, gone: lines.length - remaining.length };
}

/** Writes values into consecutive lines, starting at `from`. */
export function fill<Figure extends string>(
  lines: readonly FormLine<Figure>[],
  from: string,
  values: readonly string[],
  write: (line: FormLine<Figure>, value: string) => FormLine<Figure>,
): FormLine<Figure>[] {
  const start = lines.findIndex((line) => line.variantId === from);
  return lines.map((line, index) => {
    const value = start >= 0 && index >= start ? values[index - start] : undefined;
    return value === undefined ? line : write(line, value);
  });
}

/** Called at every key, so it visits each line once and does not sort. */
export function sameForm<Head, Figure extends string, Flat extends Values>(
  a: DocumentForm<Head, Figure>,
  b: DocumentForm<Head, Figure>,
  { flat, figure = (value) => value }: Flatness<Head, Flat>,
): boolean {
  const [one, other] = [flat(a.head), flat(b.head)];
  if (a.lines.length !== b.lines.length || Object.keys(one).some((field) => !isSame(one[field], other[field]))) return false;
  const before = new Map(b.lines.map((line) => [line.variantId, line.figures]));
  return a.lines.every(({ variantId, figures }) => {
    const previous = before.get(variantId);
    return (
      previous !== undefined &&
      (figures === previous ||
        (Object.keys(figures) as Figure[]).every((name) => figure(figures[name], name) === figure(previous[name], name)))
    );
  });
}

/** Merges two users' edits: theirs where mine is unchanged, else mine. Counts the values that both changed. */
export function mergeForms<Head, Figure extends string, Flat extends Values>(
  [base, mine, theirs]: readonly [DocumentForm<Head, Figure>, DocumentForm<Head, Figure>, DocumentForm<Head, Figure>],
  { flat, headOf, figure = (value) => value }: Flatness<Head, Flat>,
): { form: DocumentForm<Head, Figure>; collisions: number } {
  const flattened = [base, mine, theirs].map(
    (form): Values => ({
      ...flat(form.head),
      ...Object.fromEntries(
        form.lines.flatMap(({ variantId, figures }) =>
          (Object.keys(figures) as Figure[]).map((name) => [`${name}:${variantId}`, figure(figures[name], name)]),
        ),
      ),
    }),
  );
  const fields = [...new Set(flattened.flatMap((one) => Object.keys(one)))];
  const [was, my, their] = flattened.map((one) => Object.fromEntries(fields.map((field) => [field, one[field] ?? null]))) as [
    Values,
    Values,
    Values,
  ];
  const { merged, collisions } = merge(was, my, their);
  return {
    collisions: collisions.length,
    form: {
      id: mine.id,
      head: headOf(Object.fromEntries(Object.keys(flat(mine.head)).map((field) => [field, merged[field]])) as Flat, mine.head),
      lines: upsertLines(upsertLines(mine.lines, theirs.lines), mine.lines).flatMap(({ variantId, figures }) => {
        const names = Object.keys(figures) as Figure[];
        const mergedFigures = names.map((name) => [name, merged[`${name}:${variantId}`] ?? null] as const);
        // Removed by one user and unchanged by the other, or removed by me. A line I changed and they removed stays as I have it.
        if (mergedFigures.every(([, value]) => value === null)) return [];
        return [
          {
            variantId,
            figures: Object.fromEntries(mergedFigures.map(([name, value]) => [name, value ?? figures[name]])) as Record<Figure, string>,
          },
        ];
      }),
    },
  };
}
