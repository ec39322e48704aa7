/* A document while it is written: its head, and each variant once with its figures as they are typed. What a variant is called and has in
   stock is asked beside it. No React. */
import { merge, same, type Values } from '@/kit/merge.ts';
import { plus } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';

export interface FormLine<Figure extends string> {
  variantId: string;
  figures: Readonly<Record<Figure, string>>;
}

export interface DocumentForm<Head, Figure extends string> {
  /** Made here: the same document sent twice is one. */
  id: string;
  head: Head;
  lines: readonly FormLine<Figure>[];
}

/** What stays on the device. */
export interface Draft<Head, Figure extends string> extends DocumentForm<Head, Figure> {
  at: string;
  /** Of the saved document it began from; null for a new one. */
  version: number | null;
}

/** A kept text as the draft it is. 'unreadable': it is of another shape than today's; 'outdated': it began before the last edit of what stands. */
export function readDraft<Head, Figure extends string>(
  text: string,
  edition: number | null,
): Draft<Head, Figure> | 'unreadable' | 'outdated' {
  try {
    const draft = JSON.parse(text) as Draft<Head, Figure>;
    const isForm =
      typeof draft.head === 'object' &&
      draft.lines.every(({ variantId, figures }) => typeof variantId === 'string' && typeof figures === 'object');
    if (!isForm) return 'unreadable';
    return (edition === null || draft.version === null ? draft.version === edition : draft.version >= edition) ? draft : 'outdated';
  } catch {
    return 'unreadable';
  }
}

/** Flat, for comparing and merging: what means the same is the same here. */
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

/** What is no number yet gives way to what comes. */
export const addQuantities = (a: string, b: string): string => (a === '' || isDecimal(a) ? plus(a, b) : b);

/** New variants follow the last line; one that is there already grows by what was picked. */
export function addOrIncrement<Figure extends string>(
  lines: readonly FormLine<Figure | 'quantity'>[],
  picked: readonly FormLine<Figure | 'quantity'>[],
): { lines: FormLine<Figure | 'quantity'>[]; touched: Touched[] } {
  const after = new Map(lines.map((line) => [line.variantId, line]));
  const touched = picked.map((line): Touched => {
    const there = after.get(line.variantId);
    after.set(
      line.variantId,
      there ? { ...there, figures: { ...there.figures, quantity: addQuantities(there.figures.quantity, line.figures.quantity) } } : line,
    );
    return { id: line.variantId, before: there?.figures.quantity ?? null };
  });
  return { lines: [...after.values()], touched };
}

/** Written lines take the place of those that are there, and stand where they stood; others follow the last. */
export function upsertLines<Figure extends string>(
  lines: readonly FormLine<Figure>[],
  written: readonly FormLine<Figure>[],
): FormLine<Figure>[] {
  return [...new Map([...lines, ...written].map((line) => [line.variantId, line])).values()];
}

/** New variants follow the last line; one that is there already stays as it is. */
export function appendMissing<Figure extends string>(
  lines: readonly FormLine<Figure>[],
  fresh: readonly FormLine<Figure>[],
): FormLine<Figure>[] {
  const all = new Map(lines.map((line) => [line.variantId, line]));
  for (const line of fresh) if (!all.has(line.variantId)) all.set(line.variantId, line);
  return [...all.values()];
}

/** Quantities of lines that are there, as a product's sheet writes them: '' takes one out, unless it stays. */
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

/** Without the lines whose product is gone. */
export function stillThere<Figure extends string>(
  lines: readonly FormLine<Figure>[],
  goods: readonly { variant_id: string }[],
): { lines: FormLine<Figure>[]; gone: number } {
  const known = new Set(goods.map((variant) => variant.variant_id));
  const left = lines.filter((line) => known.has(line.variantId));
  return { lines: left, gone: lines.length - left.length };
}

/** Figures from this line downwards, as far as they reach. */
export function fill<Figure extends string>(
  lines: readonly FormLine<Figure>[],
  from: string,
  values: readonly string[],
  write: (line: FormLine<Figure>, value: string) => FormLine<Figure>,
): FormLine<Figure>[] {
  const start = lines.findIndex((line) => line.variantId === from);
  return lines.map((line, at) => {
    const value = start >= 0 && at >= start ? values[at - start] : undefined;
    return value === undefined ? line : write(line, value);
  });
}

/** Asked with every key, so it looks at a thousand lines once and sorts nothing. */
export function sameForm<Head, Figure extends string, Flat extends Values>(
  a: DocumentForm<Head, Figure>,
  b: DocumentForm<Head, Figure>,
  { flat, figure = (value) => value }: Flatness<Head, Flat>,
): boolean {
  const [one, other] = [flat(a.head), flat(b.head)];
  if (a.lines.length !== b.lines.length || Object.keys(one).some((field) => !same(one[field], other[field]))) return false;
  const before = new Map(b.lines.map((line) => [line.variantId, line.figures]));
  return a.lines.every(({ variantId, figures }) => {
    const known = before.get(variantId);
    return (
      known !== undefined &&
      (figures === known || (Object.keys(figures) as Figure[]).every((name) => figure(figures[name], name) === figure(known[name], name)))
    );
  });
}

/** Two people edited one document: theirs where I changed nothing, mine where I did. Says in how many values they met. */
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
        const now = names.map((name) => [name, merged[`${name}:${variantId}`] ?? null] as const);
        // Taken out by one and left alone by the other, or taken out by me. What I changed and they took out stays whole, as I have it.
        if (now.every(([, value]) => value === null)) return [];
        return [
          { variantId, figures: Object.fromEntries(now.map(([name, value]) => [name, value ?? figures[name]])) as Record<Figure, string> },
        ];
      }),
    },
  };
}
