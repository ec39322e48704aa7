/* A transfer while it is composed or edited: one state, one reducer, no React. */
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { addPicked, type Line, type Picked } from './lines.ts';
import { turned, withBranch, withMode, type Mode, type Way } from './places.ts';

export interface TransferForm {
  /** Made here: the same transfer sent twice is one. */
  id: string;
  mode: Mode;
  way: Way;
  lines: readonly Line<VariantRow>[];
  shipping: string;
  notes: string;
}

export type FormChange =
  | { do: 'mode'; mode: Mode }
  | { do: 'branch'; end: 'from' | 'to'; branchId: string }
  | { do: 'point'; end: 'from' | 'to'; stockPointId: string | null }
  | { do: 'swap' }
  | { do: 'pick'; picked: readonly Picked<VariantRow>[] }
  | { do: 'everything'; rows: readonly VariantRow[] }
  | { do: 'quantity'; id: string; quantity: string }
  /** Quantities pasted from a sheet, from this line downwards. */
  | { do: 'quantities'; from: string; quantities: readonly string[] }
  | { do: 'remove'; id: string }
  | { do: 'restore'; line: Line<VariantRow>; at: number }
  | { do: 'stock'; rows: readonly VariantRow[] }
  | { do: 'shipping'; shipping: string }
  | { do: 'notes'; notes: string }
  | { do: 'replace'; form: TransferForm };

export function changeForm(form: TransferForm, change: FormChange): TransferForm {
  switch (change.do) {
    case 'mode':
      return change.mode === form.mode ? form : { ...form, mode: change.mode, way: withMode(change.mode, form.way) };
    case 'branch':
      return { ...form, way: withBranch(form.mode, form.way, change.end, change.branchId) };
    case 'point':
      return { ...form, way: { ...form.way, [change.end]: { ...form.way[change.end], stockPointId: change.stockPointId } } };
    case 'swap':
      return { ...form, way: turned(form.way) };
    case 'pick':
      return { ...form, lines: addPicked(form.lines, change.picked).lines };
    case 'everything': {
      // Whole quantities replace what was typed: "everything" is not "as much again".
      const whole = new Map(change.rows.map((row) => [row.variant_id, row]));
      const kept = form.lines.map((line) => {
        const row = whole.get(line.variant.variant_id);
        whole.delete(line.variant.variant_id);
        return row ? { variant: row, quantity: String(row.at_source ?? '') } : line;
      });
      return { ...form, lines: [...kept, ...[...whole.values()].map((row) => ({ variant: row, quantity: String(row.at_source ?? '') }))] };
    }
    case 'quantity':
      return { ...form, lines: form.lines.map((line) => (line.variant.variant_id === change.id ? { ...line, quantity: change.quantity } : line)) };
    case 'quantities': {
      const start = form.lines.findIndex((line) => line.variant.variant_id === change.from);
      return { ...form, lines: form.lines.map((line, at) => ({ ...line, quantity: (start >= 0 && at >= start ? change.quantities[at - start] : undefined) ?? line.quantity })) };
    }
    case 'remove':
      return { ...form, lines: form.lines.filter((line) => line.variant.variant_id !== change.id) };
    case 'restore':
      return form.lines.some((line) => line.variant.variant_id === change.line.variant.variant_id) ? form : { ...form, lines: form.lines.toSpliced(change.at, 0, change.line) };
    case 'stock': {
      const fresh = new Map(change.rows.map((row) => [row.variant_id, row]));
      return {
        ...form,
        lines: form.lines.map((line) => {
          const variant = fresh.get(line.variant.variant_id);
          const same = !variant || (variant.at_source === line.variant.at_source && variant.at_target === line.variant.at_target);
          return same ? line : { ...line, variant };
        }),
      };
    }
    case 'shipping':
      return { ...form, shipping: change.shipping };
    case 'notes':
      return { ...form, notes: change.notes };
    case 'replace':
      return change.form;
  }
}

/** Flat, for comparing and merging two edits: each line is a field of its own. */
export function flatForm(form: Pick<TransferForm, 'way' | 'lines' | 'shipping' | 'notes'>): Record<string, string | null> {
  return {
    from: form.way.from.branchId,
    fromPoint: form.way.from.stockPointId,
    to: form.way.to.branchId,
    toPoint: form.way.to.stockPointId,
    shipping: String(Number(form.shipping || '0')),
    notes: form.notes.trim(),
    ...Object.fromEntries(form.lines.map((line) => [`line:${line.variant.variant_id}`, line.quantity])),
  };
}

/** Asked with every key, so it looks at a thousand lines once and sorts nothing. */
export function sameForm(a: TransferForm, b: TransferForm): boolean {
  const head = ({ way, shipping, notes }: TransferForm) => [way.from.branchId, way.from.stockPointId, way.to.branchId, way.to.stockPointId, Number(shipping || '0'), notes.trim()];
  const other = head(b);
  if (a.lines.length !== b.lines.length || head(a).some((value, at) => value !== other[at])) return false;
  const quantities = new Map(b.lines.map((line) => [line.variant.variant_id, line.quantity]));
  return a.lines.every((line) => quantities.get(line.variant.variant_id) === line.quantity);
}

/** What stays on the device: ids and quantities, for names and stock are asked again. */
export interface TransferDraft {
  at: string;
  id: string;
  /** Of the saved transfer it began from; null for a new one. */
  version: number | null;
  mode: Mode;
  way: Way;
  lines: readonly (readonly [variantId: string, quantity: string])[];
  shipping: string;
  notes: string;
}

export function draftOf(form: TransferForm, version: number | null, at: string): TransferDraft {
  const { id, mode, way, shipping, notes } = form;
  return { at, id, version, mode, way, shipping, notes, lines: form.lines.map((line) => [line.variant.variant_id, line.quantity] as const) };
}

/** Lines whose product is gone meanwhile are left out, and counted. */
export function formOfDraft(draft: TransferDraft, rows: readonly VariantRow[]): { form: TransferForm; gone: number } {
  const byId = new Map(rows.map((row) => [row.variant_id, row]));
  const lines = draft.lines.flatMap(([id, quantity]) => {
    const variant = byId.get(id);
    return variant ? [{ variant, quantity }] : [];
  });
  const { id, mode, way, shipping, notes } = draft;
  return { form: { id, mode, way, shipping, notes, lines }, gone: draft.lines.length - lines.length };
}
