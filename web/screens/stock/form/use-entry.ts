import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asAppError, type AppError } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { postStockEntry, type PostedEntry } from '@/db/stock.ts';
import { newId } from '@/lib/id.ts';
import { readDecimal } from '@/lib/numerals.ts';
import { requantify } from '@/parts/document/form.ts';
import { shortLinesOf, type ShortLine } from '@/parts/document/short-lines.ts';
import { useDocumentForm, type Start } from '@/parts/document/use-document-form.ts';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import { variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { growOnTop, lineOf, problemOf, rules, totals, writtenSince, type EntryForm, type EntryHead, type EntryLine, type LineProblem } from './lines.ts';

const none: ReadonlyMap<string, ShortLine> = new Map();

/** The life of a stock entry: scanning lines, checking them against what is there, posting. */
export function useEntry(start: Start<EntryHead, 'quantity', VariantRow>, onPosted: (posted: PostedEntry) => void) {
  const state = useDocumentForm(start, rules);
  const { form, rows, know, touch, changeLines } = state;
  const { head, lines } = form;
  const [tried, setTried] = useState(false);
  const [short, setShort] = useState(none);
  const [failure, setFailure] = useState<AppError | null>(null);
  const answered = (variantIds: ReadonlySet<string>) => setShort((now) => new Map([...now].filter(([variant]) => !variantIds.has(variant))));

  const places = { source_branch_id: head.branchId || undefined, source_stock_point_id: head.point || undefined };
  const ids = lines.map((line) => line.variantId).sort();
  // What the lines' place has now: it is another one when the branch is changed, and another's sale may lower it meanwhile.
  const levels = useQuery({
    queryKey: ['variant_list', 'entry', ids, places],
    queryFn: async ({ signal }) => new Map((await variantsById(ids, places, signal)).map((row) => [row.variant_id, row.at_source])),
    enabled: ids.length > 0 && head.branchId !== '',
    placeholderData: (old, asked) => (JSON.stringify(asked?.queryKey[3]) === JSON.stringify(places) ? old : undefined),
    meta: { reads: ['stock_levels', 'stock_movements'] },
  });
  const has = ({ variant }: EntryLine): number | null => levels.data?.get(variant.variant_id) ?? null;
  const find = (line: EntryLine) => problemOf(head.kind, readDecimal(line.quantity) ?? line.quantity, has(line));
  const problem = (line: EntryLine): LineProblem | null => {
    if (short.has(line.variant.variant_id)) return 'short';
    const found = find(line);
    // An empty or odd number is only pointed at when posting was tried; "there are not that many" at once.
    return found === 'short' || tried ? found : null;
  };

  const forget = () => {
    setShort(none);
    setFailure(null);
  };
  const beginNext: typeof state.beginNext = (next) => {
    state.beginNext(next);
    setTried(false);
    forget();
  };
  const post = useMutation({
    ...write({
      run: ({ id, head: of, lines: wanted }: EntryForm) =>
        postStockEntry({
          id,
          kind: of.kind,
          branch_id: of.branchId,
          stock_point_id: of.point || undefined,
          reason: of.kind === 'adjustment' ? of.reason : undefined,
          note: of.note || undefined,
          lines: wanted.map(({ variantId, figures }) => ({ variant_id: variantId, quantity: Number(readDecimal(figures.quantity) ?? 'NaN') })),
        }),
      changes: ['stock_entries', 'stock_levels', 'stock_movements'],
    }),
    onSuccess: (posted, sent) => {
      const id = newId();
      beginNext((now) => ({ id, head: { ...now.head, note: now.head.note === sent.head.note ? '' : now.head.note }, lines: writtenSince(sent.lines, now.lines) }));
      onPosted(posted);
    },
    onError: (error) => {
      const refusal = asAppError(error);
      const refused = shortLinesOf(refusal);
      setShort(new Map(refused.map((line) => [line.variant_id, line])));
      setFailure(refused.length ? null : refusal);
    },
  });
  const add = (picked: readonly PickedVariant[]) => {
    const fresh = picked.map(({ variant, quantity }) => lineOf(variant.variant_id, quantity));
    know(picked.map(({ variant }) => variant));
    touch(growOnTop(lines, fresh).touched);
    changeLines((now) => growOnTop(now, fresh).lines);
  };
  /** From the sheet of a product: each cell is the line's figure, an empty one takes the line out. */
  const fill = (written: readonly { variant: VariantRow; quantity: string }[]) => {
    const quantities = new Map(written.map(({ variant, quantity }) => [variant.variant_id, quantity]));
    know(written.map(({ variant }) => variant));
    changeLines((now) => {
      const there = new Set(now.map((line) => line.variantId));
      return [...[...quantities].filter(([id, quantity]) => quantity !== '' && !there.has(id)).map(([id, quantity]) => lineOf(id, quantity)), ...requantify(now, quantities)];
    });
    answered(new Set(quantities.keys()));
  };
  const missing = { branch: head.branchId === '', reason: head.kind === 'adjustment' && head.reason === '' };
  return {
    ...state,
    places,
    has,
    problem,
    short,
    tried,
    missing,
    failure,
    busy: post.isPending,
    totals: totals(rows.map((line) => ({ quantity: readDecimal(line.quantity) ?? '' }))),
    add,
    fill,
    change: (next: Partial<EntryHead>) => {
      state.changeHead(next);
      forget();
    },
    setQuantity: (id: string, quantity: string) => {
      state.setFigure(id, 'quantity', quantity);
      answered(new Set([id]));
    },
    /** False: something is missing or wrong, and is pointed at. */
    submit: (): boolean => {
      if (post.isPending) return true;
      setTried(true);
      setFailure(null);
      if (rows.length === 0 || missing.branch || missing.reason || rows.some((line) => find(line) !== null)) return false;
      post.mutate(form);
      return true;
    },
    discard: () => {
      const id = newId();
      beginNext(({ head: { branchId } }) => ({ id, head: { kind: 'opening', branchId, point: '', reason: '', note: '' }, lines: [] }));
    },
    /** The lines are for another entry than the one that was posted under this id. */
    startAnew: () => {
      state.renew(newId());
      forget();
    },
  };
}
