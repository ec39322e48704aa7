import { useRef, useState, type RefObject } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { LineSheetHandle } from '@/parts/lines/line-sheet.tsx';
import { useSteady } from '@/parts/lines/use-steady.ts';
import { lineName } from '@/parts/variant-name.ts';
import type { ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { useScan } from '@/ui/scan.ts';
import { toast } from '@/ui/toast.tsx';
import type { CartLine, Picked } from './cart.ts';
import type { usePurchaseForm } from './use-purchase-form.ts';

const idOf = (line: CartLine) => line.variant.variant_id;

/** Lines on their way in and out: where the cursor goes, and what was refused because it is there already. */
export function useCartLines({ form, change, pick, more }: ReturnType<typeof usePurchaseForm>, scanner: RefObject<ScannerHandle | null>) {
  const { t } = useTranslation();
  const grid = useRef<LineSheetHandle>(null);
  const [already, setAlready] = useState<readonly string[]>([]);
  const reach = (id: string) => requestAnimationFrame(() => grid.current?.focus(id));
  const add = useSteady((picked: readonly Picked[]) => {
    const refused = pick(picked);
    setAlready(refused);
    const [first] = refused;
    const last = picked.at(-1);
    if (first) reach(first);
    else if (last) requestAnimationFrame(() => grid.current?.show(last.variant.variant_id));
  });
  const addOne = useSteady((id: string) => {
    more(id);
    setAlready([]);
    reach(id);
  });
  const remove = useSteady((id: string) => {
    const at = form.lines.findIndex((line) => idOf(line) === id);
    const line = form.lines[at];
    if (!line || line.received > 0) return;
    change({ do: 'remove', id });
    toast({ text: t('purchases.cart.removed', { name: lineName(line.variant) }), undo: () => change({ do: 'restore', line, at }) });
  });
  const scan = useSteady((code: string) => scanner.current?.scan(code));
  useScan(scan);

  const at = already.length ? form.lines.findIndex((line) => idOf(line) === already[0]) : -1;
  const first = form.lines[at];
  const refused =
    first &&
    t(already.length > 1 ? 'purchases.cart.alreadyMany' : 'purchases.cart.already', {
      name: lineName(first.variant),
      number: formatNumber(at + 1),
      quantity: formatNumber(first.quantity || 0),
      count: already.length,
    });
  return {
    grid,
    reach,
    add,
    addOne,
    remove,
    scan,
    leave: useSteady(() => scanner.current?.focus()),
    /** Why nothing was added, and its two ways out. */
    refused: refused ?? null,
    addRefused: useSteady(() => first && addOne(idOf(first))),
    dismissRefused: useSteady(() => setAlready([])),
  };
}
