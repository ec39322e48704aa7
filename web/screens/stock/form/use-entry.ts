import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asAppError, type AppError } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { postStockEntry, type PostedEntry } from '@/db/stock.ts';
import { useDraft } from '@/kit/use-draft.ts';
import { newId } from '@/lib/id.ts';
import { readDecimal } from '@/lib/numerals.ts';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import { fetchVariants, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { addLines, problemOf, totals, type EntryKind, type EntryLine, type LineProblem } from './lines.ts';

export interface Entry {
  /** Made with the form: a second try after a lost answer posts nothing twice. */
  id: string;
  kind: EntryKind;
  branchId: string;
  point: string;
  reason: string;
  note: string;
  lines: EntryLine<VariantRow>[];
}

interface ShortLine {
  variant_id: string;
  needs: number;
  has?: number;
}

export const blankEntry = (branchId: string): Entry => ({ id: newId(), kind: 'opening', branchId, point: '', reason: '', note: '', lines: [] });

/** The life of a stock entry: scanning lines, checking them against what is there, posting. */
/** What a link asks for: "adjust this variant here". */
export interface Asked {
  kind?: EntryKind;
  branchId?: string;
  point?: string;
  variantId?: string;
}

export function useEntry(userKey: string, firstBranch: string, asked: Asked, onPosted: (posted: PostedEntry) => void) {
  const draft = useDraft<Entry>(userKey, 'stock-entry');
  const [entry, setEntry] = useState<Entry>(() => (draft.restored && !asked.variantId ? draft.restored : { ...blankEntry(asked.branchId ?? firstBranch), kind: asked.kind ?? 'opening', point: asked.point ?? '' }));
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const [short, setShort] = useState<ReadonlyMap<string, ShortLine>>(new Map());
  const [failure, setFailure] = useState<AppError | null>(null);
  const dirty = entry.lines.length > 0 || entry.note !== '';
  const { keep, drop } = draft;
  useEffect(() => {
    if (dirty) keep(entry);
    else drop();
  }, [dirty, entry, keep, drop]);

  const places = { source_branch_id: entry.branchId || undefined, source_stock_point_id: entry.point || undefined };
  const ids = entry.lines.map((line) => line.variant.variant_id).sort();
  // What the lines' place has now: it is another one when the branch is changed, and another's sale may lower it meanwhile.
  const levels = useQuery({
    queryKey: ['variant_list', 'entry', ids, places],
    queryFn: async ({ signal }) => new Map((await fetchVariants({ variantIds: ids, places }, signal)).map((row) => [row.variant_id, row.at_source])),
    enabled: ids.length > 0 && entry.branchId !== '',
    placeholderData: (old, asked) => (JSON.stringify(asked?.queryKey[3]) === JSON.stringify(places) ? old : undefined),
    meta: { reads: ['stock_levels', 'stock_movements'] },
  });
  // The variant that was asked for comes as a line without a figure: the difference is what is to be written.
  const wanted = useQuery({
    queryKey: ['variant_list', 'asked', asked.variantId],
    queryFn: ({ signal }) => fetchVariants({ variantIds: [asked.variantId ?? ''] }, signal),
    enabled: asked.variantId !== undefined,
    staleTime: Infinity,
  });
  const [given, setGiven] = useState(false);
  const [first] = wanted.data ?? [];
  if (first && !given) {
    setGiven(true);
    setEntry((now) => ({ ...now, lines: [{ variant: first, quantity: '' }] }));
  }
  const has = (line: EntryLine<VariantRow>): number | null => levels.data?.get(line.variant.variant_id) ?? null;

  const problem = (line: EntryLine<VariantRow>): LineProblem | null => {
    if (short.has(line.variant.variant_id)) return 'short';
    const found = problemOf(entry.kind, readDecimal(line.quantity) ?? line.quantity, has(line));
    // An empty or odd number is only pointed at when posting was tried; "there are not that many" at once.
    return found === 'short' || tried ? found : null;
  };

  const post = useMutation({
    ...write({
      run: (wanted: Entry) =>
        postStockEntry({
          id: wanted.id,
          kind: wanted.kind,
          branch_id: wanted.branchId,
          stock_point_id: wanted.point || null,
          reason: wanted.kind === 'adjustment' ? wanted.reason : null,
          note: wanted.note || null,
          lines: wanted.lines.map(({ variant, quantity }) => ({ variant_id: variant.variant_id, quantity: Number(readDecimal(quantity) ?? 'NaN') })),
        }),
      changes: ['stock_entries', 'stock_levels', 'stock_movements'],
    }),
    onSuccess: (posted) => {
      setEntry((now) => ({ ...blankEntry(now.branchId), kind: now.kind, point: now.point, reason: now.reason }));
      setTried(false);
      setShort(new Map());
      onPosted(posted);
    },
    onError: (error) => {
      const refusal = asAppError(error);
      const lines = refusal.code === 'stock_short' && Array.isArray(refusal.values.lines) ? (refusal.values.lines as ShortLine[]) : [];
      setShort(new Map(lines.map((line) => [line.variant_id, line])));
      setFailure(lines.length ? null : refusal);
    },
  });

  const change = (next: Partial<Entry>) => {
    setEntry((now) => ({ ...now, ...next }));
    setShort(new Map());
    setFailure(null);
  };
  const add = (picked: readonly PickedVariant[]) =>
    setEntry((now) => {
      const after = addLines(now.lines, picked);
      setTouched(after.touched);
      return { ...now, lines: after.lines };
    });
  /** From the sheet of a product: each cell is the line's figure, an empty one takes the line out. */
  const fill = (written: readonly { variant: VariantRow; quantity: string }[]) => {
    const figures = new Map(written.map((cell) => [cell.variant.variant_id, cell]));
    setEntry((now) => {
      const kept = now.lines.flatMap((line) => {
        const cell = figures.get(line.variant.variant_id);
        return cell ? (cell.quantity === '' ? [] : [{ ...line, quantity: cell.quantity }]) : [line];
      });
      const there = new Set(now.lines.map((line) => line.variant.variant_id));
      return { ...now, lines: [...written.filter((cell) => cell.quantity !== '' && !there.has(cell.variant.variant_id)), ...kept] };
    });
    setShort((now) => new Map([...now].filter(([variant]) => !figures.has(variant))));
  };
  const setQuantity = (id: string, quantity: string) => {
    setEntry((now) => ({ ...now, lines: now.lines.map((line) => (line.variant.variant_id === id ? { ...line, quantity } : line)) }));
    setShort((now) => new Map([...now].filter(([variant]) => variant !== id)));
  };
  const removeLine = (id: string) => change({ lines: entry.lines.filter((line) => line.variant.variant_id !== id) });

  const missing = {
    branch: entry.branchId === '',
    reason: entry.kind === 'adjustment' && entry.reason === '',
    lines: entry.lines.length === 0,
  };
  const submit = (): boolean => {
    setTried(true);
    setFailure(null);
    const wrong = entry.lines.some((line) => problemOf(entry.kind, readDecimal(line.quantity) ?? line.quantity, has(line)) !== null);
    if (wrong || missing.branch || missing.reason || missing.lines) return false;
    post.mutate(entry);
    return true;
  };
  /** The lines are for another entry than the one that was posted under this id. */
  const startAnew = () => change({ id: newId() });
  const discard = () => {
    setEntry(blankEntry(entry.branchId));
    setTried(false);
    setShort(new Map());
    setFailure(null);
  };

  const read = entry.lines.map((line) => ({ ...line, quantity: readDecimal(line.quantity) ?? '' }));
  return { entry, change, add, setQuantity, fill, removeLine, places, has, problem, short, touched, tried, missing, totals: totals(read), failure, busy: post.isPending, dirty, restored: draft.restored !== null, submit, startAnew, discard, drop };
}
