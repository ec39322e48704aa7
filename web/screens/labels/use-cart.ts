import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { labelLinesOf, MAX_LINES, type LabelLine, type LabelSource, type TemplateOptions } from '@/db/labels.ts';
import { queryClient } from '@/db/query.ts';
import { appendMissing } from '@/parts/document/form.ts';
import { useDocumentForm, type Start } from '@/parts/document/use-document-form.ts';
import { useDuplicateLines } from '@/parts/document/use-duplicate-lines.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { copiesFor, lineOf, refusedTwice, rules, type CartHead, type LabelGoods } from './cart.ts';

/** Fetches the label prices of new lines, and of all lines when the options change. */
function usePriced(ids: readonly string[], options: TemplateOptions) {
  const pricing = `${options.price_group_id} ${options.with_tax}`;
  const [known, setKnown] = useState<{ pricing: string; lines: ReadonlyMap<string, LabelLine | null> }>({ pricing, lines: new Map() });
  const lines = useMemo(() => (known.pricing === pricing ? known.lines : new Map<string, LabelLine | null>()), [known, pricing]);
  const missing = useMemo(() => ids.filter((id) => !lines.has(id)).slice(0, MAX_LINES), [ids, lines]);
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...labelLinesOf('variants', missing, options),
    enabled: missing.length > 0,
  });
  useEffect(() => {
    if (!data || isPlaceholderData || missing.length === 0) return;
    const byVariant = new Map(data.map((line) => [line.variant_id, line]));
    setKnown({ pricing, lines: new Map([...lines, ...missing.map((id) => [id, byVariant.get(id) ?? null] as const)]) });
  }, [data, isPlaceholderData, missing, pricing, lines]);
  const readAnew = useStableCallback(async () => {
    const read = ids.slice(0, MAX_LINES);
    if (read.length === 0 || document.visibilityState === 'hidden') return;
    const found = await queryClient.fetchQuery({ ...labelLinesOf('variants', read, options), staleTime: 0 });
    const by = new Map(found.map((line) => [line.variant_id, line]));
    setKnown((now) =>
      now.pricing === pricing ? { pricing, lines: new Map([...now.lines, ...read.map((id) => [id, by.get(id) ?? null] as const)]) } : now,
    );
  });
  // Keeps prices current while the page stays open. A failed read is retried within a minute.
  useEffect(() => {
    const read = () => void readAnew().catch(() => undefined);
    const timer = setInterval(read, 60_000);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [readAnew]);
  return { priced: lines, error, retry: () => void refetch() };
}

/** The cart's lines, lines that were picked again, and prices. */
export function useCart(start: Start<CartHead, 'quantity', LabelGoods>) {
  const state = useDocumentForm(start, rules);
  const { form, know, touch, changeLines } = state;
  const { duplicateIds, markDuplicates, focusDuplicate, addPicked, page } = useDuplicateLines(state);
  const ids = useMemo(() => form.lines.map(({ variantId }) => variantId), [form.lines]);
  const { priced, error, retry } = usePriced(ids, form.head.options);

  /** Adds all lines, or none if the cart cannot hold them: throws lines_over_limit. */
  const add = useStableCallback((goods: readonly LabelGoods[], copies: (index: number) => number) => {
    const fresh = goods.map(({ variant_id }, index) => lineOf(variant_id, copies(index)));
    const refused = refusedTwice(form.lines, fresh, MAX_LINES);
    const twice = new Set(refused);
    know(goods.filter(({ variant_id }) => !twice.has(variant_id)));
    changeLines((now) => appendMissing(now, fresh));
    touch(goods.filter(({ variant_id }) => !twice.has(variant_id)).map(({ variant_id }) => ({ id: variant_id, before: null })));
    markDuplicates(refused);
    return refused;
  });
  /** Adds a scanned or chosen variant; if its line exists, the line is focused, where a key adds a copy. Throws lines_over_limit. */
  const pick = useStableCallback((goods: readonly LabelGoods[], copies: (index: number) => number) => {
    focusDuplicate(add(goods, copies));
  });
  /** Adds a document's lines, with copies for its pieces. Returns the numbers found and already there; throws lines_over_limit. */
  const addFrom = useStableCallback(
    async (source: LabelSource, sourceIds: readonly string[], spare: number = 0, copies?: ReadonlyMap<string, number>) => {
      const lines = await queryClient.fetchQuery({ ...labelLinesOf(source, sourceIds, form.head.options), staleTime: 0 });
      const refused = add(lines, (index) => copies?.get(lines[index]?.variant_id ?? '') ?? copiesFor(lines[index]?.quantity ?? 1, spare));
      return { found: lines.length, refused: refused.length };
    },
  );
  return {
    ...state,
    page,
    priced,
    error,
    retry,
    pick,
    addFrom,
    duplicateIds,
    addPicked,
    setOptions: (options: TemplateOptions) => state.changeHead({ options }),
  };
}
