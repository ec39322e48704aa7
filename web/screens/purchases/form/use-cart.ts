import { useMemo } from 'react';
import { proposedCosts } from '@/db/purchases.ts';
import { appendMissing, requantify } from '@/parts/document/form.ts';
import { useDocumentForm, type Start } from '@/parts/document/use-document-form.ts';
import { useDuplicateLines } from '@/parts/document/use-duplicate-lines.ts';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import type { CartVariant, LineField, Picked } from './lines.ts';
import { lineOf, rulesOf, type Arrived, type PurchaseHeader } from './form-state.ts';

const idOf = ({ variant }: { variant: CartVariant }) => variant.variant_id;

/** The form's state, proposed costs of new lines, focus, and lines that were picked again. */
export function useCart(start: Start<PurchaseHeader, LineField, CartVariant>, arrived: Arrived, filesLost: boolean) {
  const rules = useMemo(() => rulesOf(arrived), [arrived]);
  const state = useDocumentForm(start, rules, filesLost);
  const { form, scanner, grid, know, touch, changeLines } = state;
  const { duplicateIds, markDuplicates, focusDuplicate, addPicked, page } = useDuplicateLines(state);
  const reach = (id: string) => requestAnimationFrame(() => grid.current?.focus(id));
  const isThere = (id: string) => form.lines.some((line) => line.variantId === id);

  /** Proposes known costs; where none is known, or offline, the user types one. A save waits for the answer. */
  const addNew = (fresh: readonly Picked[]) => {
    if (fresh.length === 0) return;
    const ids = [...new Set(fresh.map(idOf))];
    know(fresh.map(({ variant }) => variant));
    changeLines((lines) =>
      appendMissing(
        lines,
        fresh.map((picked) => lineOf(idOf(picked), picked)),
      ),
    );
    touch(ids.map((id) => ({ id, before: null })));
    const propose = async () => {
      const costs = new Map(
        (await proposedCosts(ids, form.head.supplierId).catch(() => [])).map((cost) => [cost.variant_id, String(cost.unit_cost)]),
      );
      changeLines((lines) =>
        lines.map((line) =>
          line.figures.cost === '' ? { ...line, figures: { ...line.figures, cost: costs.get(line.variantId) ?? '' } } : line,
        ),
      );
    };
    scanner.current?.trackWork(propose());
  };
  const add = useStableCallback((picked: readonly Picked[]) => {
    const refused = picked.map(idOf).filter((id, index, all) => isThere(id) || all.indexOf(id) < index);
    addNew(picked.filter((variant) => !isThere(idOf(variant))));
    markDuplicates(refused);
    focusDuplicate(refused);
  });
  const fillGrid = useStableCallback((cells: readonly Picked[]) => {
    const quantities = new Map(cells.map((cell) => [idOf(cell), cell.quantity]));
    changeLines((lines) => requantify(lines, quantities, rules.stays));
    addNew(cells.filter((cell) => cell.quantity !== '' && !isThere(idOf(cell))));
  });
  return {
    ...state,
    page,
    reach,
    add,
    fillGrid,
    /** Lines that were picked again and left unchanged; Enter in such a line adds one piece. */
    duplicateIds,
    addPicked,
  };
}
