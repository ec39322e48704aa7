import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { AppError } from '@/db/errors.ts';
import { useLineForm, type Start } from '@/parts/lines/use-line-form.ts';
import { useSteady } from '@/parts/lines/use-steady.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { changeForm, draftOf, sameForm, type FormChange, type TransferDraft, type TransferForm } from './form-state.ts';
import { addPicked } from './lines.ts';
import { variantsById } from './read-lines.ts';

const rules = { reduce: changeForm, same: sameForm, draftOf };

/** The form's state, its draft on the device, and today's stock at both ends while it is open. */
export function useTransferForm(start: Start<TransferForm, TransferDraft>) {
  const { change: dispatch, touch, ...state } = useLineForm(start, rules);
  const { form } = state;

  // The stock of lines that are there already follows the places, and other people's work.
  const lines = useRef(form.lines);
  useEffect(() => {
    lines.current = form.lines;
  }, [form.lines]);
  const stock = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_list', 'composing', form.id, form.way],
    queryFn: ({ signal }) => variantsById(lines.current.map((line) => line.variant.variant_id), form.way, signal),
    staleTime: 0,
    // Asked anew by the next form: a thousand rows are not kept for it.
    gcTime: 0,
    refetchInterval: 60_000,
    meta: { reads: ['stock_levels'] },
  });
  useEffect(() => {
    if (stock.data?.length) dispatch({ do: 'stock', rows: stock.data });
  }, [stock.data, dispatch]);

  const change = useSteady((next: FormChange) => {
    if (next.do === 'pick') touch(addPicked(form.lines, next.picked).touched);
    dispatch(next);
  });
  // The rows of the grid are memoised by these.
  const setQuantity = useCallback((id: string, quantity: string) => dispatch({ do: 'quantity', id, quantity }), [dispatch]);
  const setQuantities = useCallback((from: string, quantities: string[]) => dispatch({ do: 'quantities', from, quantities }), [dispatch]);
  return { ...state, change, setQuantity, setQuantities, refreshStock: () => void stock.refetch() };
}
