/* A purchase order while it is written: one state, one reducer, no React. */
import type { PurchaseDetail } from '@/db/purchases.ts';
import { addPicked, discountOf, oneMore, type CartLine, type CartVariant, type LineFigure, type Picked } from './cart.ts';
import type { PaymentDraft } from '@/parts/payments/payment-draft.ts';

export interface PurchaseHeader {
  supplierId: string | null;
  branchId: string | null;
  status: 'pending' | 'completed' | 'cancelled';
  orderedOn: string;
  dueOn: string;
  /** The number that the supplier gave it. */
  reference: string;
  salesmanId: string | null;
  taxRateId: string | null;
  /** Where no rate is chosen. */
  tax: string;
  notes: string;
  description: string;
}

export interface PurchaseForm {
  /** Made here: the same order sent twice is one. */
  id: string;
  header: PurchaseHeader;
  lines: readonly CartLine[];
  payments: readonly PaymentDraft[];
}

export type FormChange =
  | { do: 'header'; header: Partial<PurchaseHeader> }
  | { do: 'pick'; picked: readonly Picked[] }
  | { do: 'figure'; id: string; figure: LineFigure; value: string }
  /** Figures pasted from a sheet, from this line downwards. */
  | { do: 'figures'; from: string; figure: LineFigure; values: readonly string[] }
  /** Quantities by the grid; '' takes a line out, an unknown variant comes in. */
  | { do: 'grid'; cells: readonly Picked[] }
  | { do: 'more'; id: string }
  /** Costs that were looked up, for lines that have none yet. */
  | { do: 'costs'; costs: ReadonlyMap<string, string> }
  | { do: 'remove'; id: string }
  | { do: 'restore'; line: CartLine; at: number }
  | { do: 'payments'; payments: readonly PaymentDraft[] };

const idOf = (line: CartLine) => line.variant.variant_id;

function withFigure(line: CartLine, figure: LineFigure, value: string): CartLine {
  // What was received was received at its cost.
  if (figure !== 'quantity' && line.received > 0) return line;
  return { ...line, [figure]: figure === 'discount' ? discountOf(value, line) : value };
}

export function changeForm(form: PurchaseForm, change: FormChange): PurchaseForm {
  const lines = (to: (line: CartLine, at: number) => CartLine): PurchaseForm => ({ ...form, lines: form.lines.map(to) });
  switch (change.do) {
    case 'header':
      return { ...form, header: { ...form.header, ...change.header } };
    case 'pick':
      return { ...form, lines: addPicked(form.lines, change.picked).lines };
    case 'figure':
      return lines((line) => (idOf(line) === change.id ? withFigure(line, change.figure, change.value) : line));
    case 'figures': {
      const start = form.lines.findIndex((line) => idOf(line) === change.from);
      return lines((line, at) => {
        const value = start >= 0 && at >= start ? change.values[at - start] : undefined;
        return value === undefined ? line : withFigure(line, change.figure, value);
      });
    }
    case 'grid': {
      const wanted = new Map(change.cells.map((cell) => [cell.variant.variant_id, cell]));
      const kept = form.lines.flatMap((line) => {
        const cell = wanted.get(idOf(line));
        if (!cell) return [line];
        return cell.quantity === '' && line.received === 0 ? [] : [{ ...line, quantity: cell.quantity }];
      });
      return { ...form, lines: addPicked(kept, change.cells.filter((cell) => cell.quantity !== '' && !kept.some((line) => idOf(line) === cell.variant.variant_id))).lines };
    }
    case 'more':
      return lines((line) => (idOf(line) === change.id ? { ...line, quantity: oneMore(line.quantity) } : line));
    case 'costs':
      return lines((line) => (line.cost === '' ? { ...line, cost: change.costs.get(idOf(line)) ?? '' } : line));
    case 'remove':
      return { ...form, lines: form.lines.filter((line) => idOf(line) !== change.id) };
    case 'restore':
      return form.lines.some((line) => idOf(line) === idOf(change.line)) ? form : { ...form, lines: form.lines.toSpliced(change.at, 0, change.line) };
    case 'payments':
      return { ...form, payments: change.payments };
  }
}

const plainHeader = ({ supplierId, branchId, status, orderedOn, dueOn, reference, salesmanId, taxRateId, tax, notes, description }: PurchaseHeader): Record<keyof PurchaseHeader, string | null> => ({
  supplierId, branchId, status, orderedOn, dueOn, reference: reference.trim(), salesmanId, taxRateId, tax: taxRateId === null ? String(Number(tax || '0')) : '0', notes: notes.trim(), description: description.trim(),
});

/** Flat, for merging two edits: each figure of each line is a field of its own. */
export function flatForm(form: PurchaseForm): Record<string, string | null> {
  return {
    ...plainHeader(form.header),
    ...Object.fromEntries(form.lines.flatMap((line) => [[`quantity:${idOf(line)}`, line.quantity], [`cost:${idOf(line)}`, line.cost], [`discount:${idOf(line)}`, line.discount || '0']])),
  };
}

/** Asked with every key, so it looks at a thousand lines once and sorts nothing. */
export function sameForm(a: PurchaseForm, b: PurchaseForm): boolean {
  if (a.lines.length !== b.lines.length || a.payments.length !== b.payments.length || a.payments.some((payment) => payment.amount !== '' || payment.methodId !== null || payment.note !== '')) return false;
  const [one, other] = [plainHeader(a.header), plainHeader(b.header)];
  if ((Object.keys(one) as (keyof PurchaseHeader)[]).some((field) => one[field] !== other[field])) return false;
  const byId = new Map(b.lines.map((line) => [idOf(line), line]));
  return a.lines.every((line) => {
    const before = byId.get(idOf(line));
    return before !== undefined && before.quantity === line.quantity && before.cost === line.cost && Number(before.discount || '0') === Number(line.discount || '0');
  });
}

/** What stays on the device: ids and figures, for names are asked again. */
export interface PurchaseDraft {
  at: string;
  id: string;
  header: PurchaseHeader;
  /** Of the saved order it began from; null for a new one. */
  version: number | null;
  lines: readonly (readonly [variantId: string, quantity: string, cost: string, discount: string])[];
  payments: readonly PaymentDraft[];
}

export function draftOf({ lines, ...form }: PurchaseForm, version: number | null, at: string): PurchaseDraft {
  return { ...form, at, version, lines: lines.map((line) => [idOf(line), line.quantity, line.cost, line.discount] as const) };
}

/** Lines whose product is gone meanwhile are left out, and counted. */
export function formOfDraft({ at: _, version: __, lines, ...draft }: PurchaseDraft, variants: readonly CartVariant[], base: readonly CartLine[] = []): { form: PurchaseForm; gone: number } {
  const byId = new Map(variants.map((variant) => [variant.variant_id, variant]));
  const before = new Map(base.map((line) => [idOf(line), line]));
  const kept = lines.flatMap(([id, quantity, cost, discount]) => {
    const variant = byId.get(id);
    const { received = 0, closed = 0 } = before.get(id) ?? {};
    return variant ? [{ variant, quantity, cost, discount, received, closed }] : [];
  });
  return { form: { ...draft, lines: kept }, gone: lines.length - kept.length };
}

const plain = (value: number | null) => (value === null || value === 0 ? '' : String(value));

/** The form of a saved order. */
export function formOfPurchase({ order, amounts, items }: PurchaseDetail): PurchaseForm {
  return {
    id: order.id,
    header: {
      supplierId: order.supplier_id,
      branchId: order.branch_id,
      status: order.status,
      orderedOn: order.ordered_on,
      dueOn: order.due_on ?? '',
      reference: order.reference ?? '',
      salesmanId: order.salesman_id,
      taxRateId: order.tax_rate_id,
      tax: order.tax_rate_id ? '' : plain(amounts?.tax ?? 0),
      notes: order.notes ?? '',
      description: order.description ?? '',
    },
    payments: [],
    lines: items.map((item) => ({
      variant: {
        variant_id: item.variant_id, product_id: item.product_id, product: item.product, product_ar: item.product_ar, image_path: item.image_path,
        color_id: null, color: item.color, color_ar: item.color_ar, color_value: item.color_value,
        size_id: null, size: item.size, size_ar: item.size_ar, size_position: null, sku: item.sku, barcode: item.barcode,
      },
      quantity: String(item.quantity),
      cost: String(item.unit_cost ?? ''),
      discount: plain(item.discount),
      received: item.received,
      closed: item.closed,
    })),
  };
}
