// The lines of a stock entry while it is composed: each variant once, quantities as they are typed.

export interface EntryLine<Variant extends { variant_id: string }> {
  variant: Variant;
  quantity: string;
}

export type EntryKind = 'opening' | 'adjustment';
export type LineProblem = 'missing' | 'not_a_number' | 'zero' | 'negative' | 'too_precise' | 'short';

export interface Picked<Variant> {
  variant: Variant;
  quantity: string;
}

/** Three decimals and no more, added without the noise of floating point. */
export function addQuantities(a: string, b: string): string {
  const thousandths = (text: string) => Math.round(Number(text || '0') * 1000);
  const sum = thousandths(a) + thousandths(b);
  return Number.isFinite(sum) ? String(sum / 1000) : b;
}

/** A variant that is there already gets the quantity on top; new ones stand at the head, where the eye is. touched: the ids, newest first. */
export function addLines<Variant extends { variant_id: string }>(
  lines: readonly EntryLine<Variant>[],
  picked: readonly Picked<Variant>[],
): { lines: EntryLine<Variant>[]; touched: string[] } {
  const after = new Map(lines.map((line) => [line.variant.variant_id, line]));
  const fresh: string[] = [];
  for (const { variant, quantity } of picked) {
    const there = after.get(variant.variant_id);
    if (!there) fresh.push(variant.variant_id);
    after.set(variant.variant_id, { variant, quantity: there ? addQuantities(there.quantity, quantity) : quantity });
  }
  const isFresh = new Set(fresh);
  const ordered = [...fresh.reverse(), ...lines.map((line) => line.variant.variant_id).filter((id) => !isFresh.has(id))];
  return {
    lines: ordered.flatMap((id) => after.get(id) ?? []),
    touched: [...new Set(picked.map(({ variant }) => variant.variant_id).reverse())],
  };
}

/** has: pieces at the place now; unknown where the reader may not see them. */
export function problemOf(kind: EntryKind, quantity: string, has: number | null): LineProblem | null {
  if (quantity === '') return 'missing';
  const amount = Number(quantity);
  if (!Number.isFinite(amount)) return 'not_a_number';
  if (amount === 0) return 'zero';
  if (Math.abs(amount * 1000 - Math.round(amount * 1000)) > 1e-6) return 'too_precise';
  if (kind === 'opening') return amount < 0 ? 'negative' : null;
  return has !== null && amount < 0 && has + amount < 0 ? 'short' : null;
}

export function totals<Variant extends { variant_id: string }>(lines: readonly EntryLine<Variant>[]) {
  let into = 0;
  let out = 0;
  for (const { quantity } of lines) {
    const thousandths = Math.round(Number(quantity || '0') * 1000);
    if (!Number.isFinite(thousandths)) continue;
    if (thousandths > 0) into += thousandths;
    else out -= thousandths;
  }
  return { into: into / 1000, out: out / 1000, net: (into - out) / 1000 };
}
