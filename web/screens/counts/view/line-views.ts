// The lines of a count as a user sees them: the server's, with the unsent tallies of this device applied.
import type { CountLine } from '@/db/counts.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { withWaiting, type Counted, type Waiting } from './tally-queue.ts';

export interface LineView extends Counted {
  variant_id: string;
  product_id: string;
  product: string;
  product_ar: string | null;
  image_path: string | null;
  color: string | null;
  color_ar: string | null;
  color_value: string | null;
  size: string | null;
  size_ar: string | null;
  barcode: string;
  by_measure: boolean;
  waiting: boolean;
}

type Goods = Omit<LineView, 'counted' | 'mine' | 'waiting'>;

export const goodsOf = ({
  variant_id,
  product_id,
  product,
  product_ar,
  image_path,
  color,
  color_ar,
  color_value,
  size,
  size_ar,
  barcode,
  by_measure,
}: CountLine | VariantRow): Goods => ({
  variant_id,
  product_id,
  product,
  product_ar,
  image_path,
  color,
  color_ar,
  color_value,
  size,
  size_ar,
  barcode,
  by_measure,
});

interface Known {
  lines: readonly CountLine[];
  /** When the lines were read. */
  readAt: number;
  /** The server's answer to the last tally of each line, and when it came. */
  answered: ReadonlyMap<string, Counted & { at: number }>;
  waiting: readonly Waiting[];
  /** Goods scanned here, newest first; the server may not have their lines yet. */
  scanned: readonly Goods[];
}

/** Goods scanned here are on top, newest first; the rest keeps the server's order. */
export function lineViews({ lines, readAt, answered, waiting, scanned }: Known): LineView[] {
  const read = new Map(lines.map((line) => [line.variant_id, line]));
  const view = (goods: Goods): LineView | null => {
    const id = goods.variant_id;
    const line = read.get(id);
    const answer = answered.get(id);
    const mine = waiting.filter((tally) => tally.variant_id === id);
    if (!line && !answer && mine.length === 0) return null;
    const base: Counted =
      answer && answer.at > readAt
        ? answer
        : line
          ? { counted: line.counted ?? 0, mine: line.mine ?? 0 }
          : (answer ?? { counted: 0, mine: 0 });
    return { ...goods, ...withWaiting({ counted: base.counted, mine: base.mine }, mine), waiting: mine.length > 0 };
  };
  const onTop = new Set(scanned.map((goods) => goods.variant_id));
  return [...scanned, ...lines.filter((line) => !onTop.has(line.variant_id)).map(goodsOf)].flatMap((goods) => view(goods) ?? []);
}
