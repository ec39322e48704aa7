import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { AppError } from '@/db/errors.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { changeForm, draftOf, sameForm, type FormChange, type TransferDraft, type TransferForm } from './form-state.ts';
import { addPicked, type Touched } from './lines.ts';
import { variantsById } from './read-lines.ts';

/** How long the line just scanned shows "7 → 8". */
const FLASH = 1600;
const KEEP_AFTER = 400;

interface Start {
  form: TransferForm;
  /** What "no changes" means. */
  base: TransferForm;
  version: number | null;
  keep: (draft: TransferDraft) => void;
  drop: () => void;
}

/** The form's state, its draft on the device, and today's stock at both ends while it is open. */
export function useTransferForm({ form: start, base, version, keep, drop }: Start) {
  const [form, dispatch] = useReducer(changeForm, start);
  const [touched, setTouched] = useState<readonly Touched[]>([]);
  const dirty = !sameForm(form, base);
  const saved = useRef(false);

  useEffect(() => {
    const store = () => {
      if (saved.current) return;
      if (dirty) keep(draftOf(form, version, new Date().toISOString()));
      else drop();
    };
    const timer = setTimeout(store, KEEP_AFTER);
    // A reload right after a key must not lose it.
    window.addEventListener('pagehide', store);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', store);
    };
  }, [form, dirty, version, keep, drop]);

  useEffect(() => {
    if (touched.length === 0) return;
    const timer = setTimeout(() => setTouched([]), FLASH);
    return () => clearTimeout(timer);
  }, [touched]);

  // The stock of lines that are there already follows the places, and other people's work.
  const lines = useRef(form.lines);
  useEffect(() => {
    lines.current = form.lines;
  }, [form.lines]);
  const stock = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_list', 'composing', form.id, form.way],
    queryFn: ({ signal }) => variantsById(lines.current.map((line) => line.variant.variant_id), form.way, signal),
    staleTime: 0,
    refetchInterval: 60_000,
    meta: { reads: ['stock_levels'] },
  });
  useEffect(() => {
    if (stock.data?.length) dispatch({ do: 'stock', rows: stock.data });
  }, [stock.data]);

  const change = (next: FormChange) => {
    if (next.do === 'pick') setTouched(addPicked(form.lines, next.picked).touched);
    dispatch(next);
  };
  // The rows of the grid are memoised by these.
  const setQuantity = useCallback((id: string, quantity: string) => dispatch({ do: 'quantity', id, quantity }), []);
  const setQuantities = useCallback((from: string, quantities: string[]) => dispatch({ do: 'quantities', from, quantities }), []);
  /** It is saved or given up: nothing of it stays on the device. */
  const finish = () => {
    saved.current = true;
    drop();
  };
  return { form, change, setQuantity, setQuantities, dirty, touched, finish, refreshStock: () => void stock.refetch() };
}
