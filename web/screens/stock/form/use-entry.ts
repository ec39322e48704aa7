import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { asAppError, type AppError } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { postStockEntry, type PostedEntry } from '@/db/stock.ts';
import { newId } from '@/lib/id.ts';
import { requantify } from '@/parts/document/form.ts';
import { shortLinesOf, type ShortLine } from '@/parts/document/short-lines.ts';
import { useDocumentForm, type Start } from '@/parts/document/use-document-form.ts';
import { useStockAt } from '@/parts/document/use-stock-at.ts';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { leftEmpty, lineOf, problemOf, rules, writtenSince, type EntryForm, type EntryHead } from './lines.ts';

const none: Short = new Map();

/** Lines that the server has refused because their place holds too little, each as it was refused: another figure answers it. */
export type Short = ReadonlyMap<string, ShortLine & { quantity: string }>;

/** The life of a stock entry: scanning lines, checking them against what is there, posting. */
export function useEntry(start: Start<EntryHead, 'quantity', VariantRow>, onPosted: (posted: PostedEntry) => void) {
  const state = useDocumentForm(start, rules);
  const { form, rows, know, changeLines, setTried } = state;
  const { head } = form;
  const [short, setShort] = useState(none);
  const [failure, setFailure] = useState<AppError | null>(null);

  const places = { ...(head.branchId ? { source_branch_id: head.branchId } : {}), ...(head.point ? { source_stock_point_id: head.point } : {}) };
  useStockAt(form.id, places, rows, know);

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
          lines: wanted.flatMap(({ variantId, figures }) => (leftEmpty(of.kind, figures.quantity) ? [] : [{ variant_id: variantId, quantity: Number(figures.quantity) }])),
        }),
      changes: ['stock_entries', 'stock_levels', 'stock_movements'],
    }),
    onSuccess: (posted, sent) => {
      const id = newId();
      beginNext((now) => ({ id, head: { ...now.head, note: now.head.note === sent.head.note ? '' : now.head.note }, lines: writtenSince(sent.lines, now.lines) }));
      onPosted(posted);
    },
    onError: (error, sent) => {
      const refusal = asAppError(error);
      const refused = shortLinesOf(refusal);
      const quantities = new Map(sent.lines.map(({ variantId, figures }) => [variantId, figures.quantity]));
      setShort(new Map(refused.map((line) => [line.variant_id, { ...line, quantity: quantities.get(line.variant_id) ?? '' }])));
      setFailure(refused.length ? null : refusal);
    },
  });
  /** From the sheet of a product: each cell is the line's figure, an empty one takes the line out. */
  const fill = (written: readonly { variant: VariantRow; quantity: string }[]) => {
    const quantities = new Map(written.map(({ variant, quantity }) => [variant.variant_id, quantity]));
    know(written.map(({ variant }) => variant));
    changeLines((now) => {
      const there = new Set(now.map((line) => line.variantId));
      return [...[...quantities].filter(([id, quantity]) => quantity !== '' && !there.has(id)).map(([id, quantity]) => lineOf(id, quantity)), ...requantify(now, quantities)];
    });
  };
  const missing = { branch: head.branchId === '', reason: head.kind === 'adjustment' && head.reason === '' };
  return {
    ...state,
    places,
    short,
    missing,
    failure,
    busy: post.isPending,
    pick: (picked: readonly PickedVariant[]) => state.add(picked.map(({ variant, quantity }) => lineOf(variant.variant_id, quantity)), picked.map(({ variant }) => variant)),
    fill,
    change: (next: Partial<EntryHead>) => {
      state.changeHead(next);
      forget();
    },
    /** reach: goes to what keeps it from being posted, a line or what stands beside the lines. */
    submit: (reach: (lineId?: string) => void) => {
      if (post.isPending) return;
      setTried(true);
      setFailure(null);
      const wrong = rows.find((line) => problemOf(head.kind, line));
      const first = wrong ?? (rows.every((line) => leftEmpty(head.kind, line.quantity)) ? rows[0] : undefined);
      if (rows.length === 0 || missing.branch || missing.reason) reach();
      else if (first) reach(first.variant.variant_id);
      else post.mutate(form);
    },
    discard: () => {
      const id = newId();
      beginNext(({ head: { branchId } }) => ({ id, head: { kind: 'opening', branchId, point: '', reason: '', note: '' }, lines: [] }));
    },
    /** The lines are for another entry than the one that was posted under this id. */
    startAnew: () => {
      state.renew();
      forget();
    },
  };
}
