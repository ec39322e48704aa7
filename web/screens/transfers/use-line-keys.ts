import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { Line } from './lines.ts';
import type { QuantityKeys } from './quantity-cell.tsx';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';

interface Walked {
  lines: readonly Line<VariantRow>[];
  onRemove: (id: string) => void;
  onLeave: () => void;
}

/** Walks the quantities by keyboard. */
export function useLineKeys({ lines, onRemove, onLeave }: Walked, focus: (id: string) => void): QuantityKeys {
  // The rows are memoised: their keys must not change with every digit typed.
  const now = useRef({ lines, onRemove, onLeave, focus });
  useEffect(() => {
    now.current = { lines, onRemove, onLeave, focus };
  });
  const [keys] = useState<QuantityKeys>(() => {
    const step = (id: string, by: 1 | -1) => {
      const at = now.current.lines.findIndex((line) => line.variant.variant_id === id);
      const next = now.current.lines[at + by];
      if (next) now.current.focus(next.variant.variant_id);
      else if (by === 1) now.current.onLeave();
    };
    return {
      next: (id) => step(id, 1),
      previous: (id) => step(id, -1),
      leave: () => now.current.onLeave(),
      remove: (id) => {
        const at = now.current.lines.findIndex((line) => line.variant.variant_id === id);
        const neighbour = now.current.lines[at + 1] ?? now.current.lines[at - 1];
        now.current.onRemove(id);
        if (neighbour) now.current.focus(neighbour.variant.variant_id);
        else now.current.onLeave();
      },
    };
  });
  return keys;
}

/** A row scrolled to does not exist yet: its field is focused as soon as it does. */
export function useFocusLater(table: RefObject<HTMLTableElement | null>) {
  return useCallback(
    (id: string) => {
      let tries = 0;
      const look = () => {
        const field = table.current?.querySelector<HTMLInputElement>(`[data-qty="${id}"]`);
        if (field) field.focus();
        else if (tries++ < 20) requestAnimationFrame(look);
      };
      look();
    },
    [table],
  );
}
