/* A purchase order in its form. */
import type { PurchaseDetail, PurchaseInput } from '@/db/purchases.ts';
import type { DocumentForm, FormLine } from '@/parts/document/form.ts';
import type { FormRules } from '@/parts/document/use-document-form.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { inputOf as paymentsOf, isBlank, type PaymentDraft } from '@/parts/payments/payment-draft.ts';
import { draftsOf, inputOf as chargesOf, type ChargeDraft } from './charges.ts';
import { discountOf, hasFixedCost, type CartLine, type CartVariant, type LineField } from './lines.ts';

export interface PurchaseHeader {
  supplierId: string | null;
  branchId: string | null;
  status: 'pending' | 'completed' | 'cancelled';
  orderedOn: string;
  dueOn: string;
  /** The supplier's own number of the order. */
  reference: string;
  salespersonId: string | null;
  /** Of all lines, or BY_PRODUCT; null: the amount is typed. */
  taxRateId: string | null;
  /** The tax amount, used where no rate is chosen. */
  tax: string;
  charges: readonly ChargeDraft[];
  notes: string;
  description: string;
  payments: readonly PaymentDraft[];
}

/** Each line has the tax rate of its product. */
export const BY_PRODUCT = 'by_product';

export type PurchaseForm = DocumentForm<PurchaseHeader, LineField>;
export type PurchaseLine = FormLine<LineField>;

export const lineOf = (
  variantId: string,
  { quantity, free = '', cost = '', discount = '' }: Partial<Record<LineField, string>> & { quantity: string },
): PurchaseLine => ({ variantId, figures: { quantity, free, cost, discount } });

const flat = ({ reference, tax, notes, description, ...header }: PurchaseHeader) => ({
  ...header,
  reference: reference.trim(),
  tax: header.taxRateId === null ? String(Number(tax || '0')) : '0',
  charges: chargesOf(header.charges, header.taxRateId !== null).map((charge) => ({
    ...charge,
    amount: isDecimal(charge.amount) ? String(Number(charge.amount)) : charge.amount,
  })),
  notes: notes.trim(),
  description: description.trim(),
});

/** Received and closed pieces of a saved order, and what received ones cost, by variant. */
export type Arrived = ReadonlyMap<string, Pick<CartLine, 'received' | 'closed' | 'costed'>>;
export const arrivedOf = (items: PurchaseDetail['items'], mayCorrect: boolean): Arrived =>
  new Map(
    items.map(({ variant_id, received, closed, free, unit_cost, discount }) => [
      variant_id,
      { received, closed, costed: received > 0 ? { free, cost: unit_cost ?? 0, discount: discount ?? 0, mayCorrect } : undefined },
    ]),
  );

export function rulesOf(arrived: Arrived): FormRules<PurchaseHeader, LineField, ReturnType<typeof flat>, CartVariant, CartLine> {
  const receivedOf = ({ variantId }: PurchaseLine) => arrived.get(variantId)?.received ?? 0;
  return {
    flat,
    headOf: ({ charges, ...merged }) => ({
      ...merged,
      charges: charges.map(({ tax_rate_id, note, ...charge }) => ({ ...charge, taxRateId: tax_rate_id, note: note ?? '' })),
    }),
    figure: (value, name) => (name === 'discount' || name === 'free' ? value || '0' : value),
    rowOf: ({ variantId, figures }, variant) => ({ variant, ...figures, received: 0, closed: 0, ...arrived.get(variantId) }),
    write: (line, figure, value) => {
      if (figure !== 'quantity' && hasFixedCost({ costed: arrived.get(line.variantId)?.costed })) return line;
      return { ...line, figures: { ...line.figures, [figure]: figure === 'discount' ? discountOf(value, line.figures) : value } };
    },
    stays: (line) => receivedOf(line) > 0,
    // Payments of this save must not be sent again with the next.
    unsaved: (head, saved) => ({
      ...head,
      payments: head.payments.filter(({ id }) => !saved.payments.some((payment) => payment.id === id && !isBlank(payment))),
    }),
  };
}

const plain = (value: number | null) => (value === null || value === 0 ? '' : String(value));

/** Returns the form of a saved order, and the names of its variants. */
export function formOfPurchase({ order, amounts, items }: PurchaseDetail): { form: PurchaseForm; goods: CartVariant[] } {
  return {
    form: {
      id: order.id,
      head: {
        supplierId: order.supplier_id,
        branchId: order.branch_id,
        // An opening balance has no form.
        status: order.status === 'opening' ? 'pending' : order.status,
        orderedOn: order.ordered_on,
        dueOn: order.due_on ?? '',
        reference: order.reference ?? '',
        salespersonId: order.salesperson_id,
        taxRateId: order.tax_by_product ? BY_PRODUCT : order.tax_rate_id,
        tax: order.tax_by_product || order.tax_rate_id ? '' : plain(amounts?.tax ?? 0),
        charges: draftsOf(amounts?.charge_lines ?? []),
        notes: order.notes ?? '',
        description: order.description ?? '',
        payments: [],
      },
      lines: items.map((item) =>
        lineOf(item.variant_id, {
          quantity: String(item.quantity),
          free: plain(item.free),
          cost: String(item.unit_cost ?? ''),
          discount: plain(item.discount),
        }),
      ),
    },
    goods: items,
  };
}

export interface Landing {
  stockPointId: string | null;
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** Converts the form to the input of the database call. Figures stay text, so that no digit is lost. */
export function inputOf(form: PurchaseForm, receiptId: string, receiving: Landing): PurchaseInput {
  const { supplierId, branchId, status, orderedOn, dueOn, reference, salespersonId, taxRateId, tax, notes, description, payments } =
    form.head;
  return {
    id: form.id,
    purchase: {
      supplier_id: supplierId ?? '',
      branch_id: branchId ?? '',
      status,
      ordered_on: orderedOn,
      due_on: orNull(dueOn),
      reference: orNull(reference),
      salesperson_id: salespersonId,
      tax_rate_id: taxRateId === BY_PRODUCT ? null : taxRateId,
      tax_by_product: taxRateId === BY_PRODUCT,
      tax: taxRateId === null ? tax || '0' : null,
      notes: orNull(notes),
      description: orNull(description),
    },
    items: form.lines.map(({ variantId, figures: { quantity, free, cost, discount } }) => ({
      variant_id: variantId,
      quantity,
      free: free || '0',
      unit_cost: cost,
      discount: discount || '0',
    })),
    charges: chargesOf(form.head.charges, taxRateId !== null),
    payments: paymentsOf(payments),
    ...(status === 'completed' ? { receive: { id: receiptId, stock_point_id: receiving.stockPointId } } : {}),
  };
}
