import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { asAppError, type AppError } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import type { DocumentForm } from './form.ts';
import { shortagesOf, type Shortage } from './shortages.ts';

/** Lines refused for lack of stock, with the refused quantity: another quantity clears the message. */
export type Short = ReadonlyMap<string, Shortage & { quantity: string }>;
const none: Short = new Map();

/** Saves a form whose goods may leave the stock. The form generates the id, so that a retry saves it once. */
export function useStockSave<Form extends DocumentForm<unknown, 'quantity'>, Saved>(
  request: Parameters<typeof write<Form, Saved>>[0],
  onSaved: (saved: Saved, sent: Form) => void,
) {
  const [short, setShort] = useState(none);
  const [failure, setFailure] = useState<AppError | null>(null);
  const saving = useMutation({
    ...write(request),
    onSuccess: onSaved,
    onError: (error, { lines }) => {
      const refusal = asAppError(error);
      const refused = shortagesOf(refusal);
      const quantities = new Map(lines.map(({ variantId, figures }) => [variantId, figures.quantity]));
      setShort(new Map(refused.map((line) => [line.variant_id, { ...line, quantity: quantities.get(line.variant_id) ?? '' }])));
      setFailure(refused.length ? null : refusal);
    },
  });
  const forget = () => {
    setShort(none);
    setFailure(null);
  };
  const save = (form: Form) => {
    setFailure(null);
    if (!saving.isPending) saving.mutate(form);
  };
  return { busy: saving.isPending, short, failure, forget, save };
}
