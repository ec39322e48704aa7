/* Finds the header field or the line that a server error is about, so that it gets the focus. */
import type { AppError } from '@/db/errors.ts';
import type { PurchaseForm, PurchaseHeader } from './form-state.ts';

const fieldOfColumn: Record<string, keyof PurchaseHeader> = {
  supplier_id: 'supplierId',
  branch_id: 'branchId',
  status: 'status',
  ordered_on: 'orderedOn',
  due_on: 'dueOn',
  reference: 'reference',
  salesperson_id: 'salespersonId',
  tax_rate_id: 'taxRateId',
  tax: 'tax',
  charges: 'charges',
  notes: 'notes',
  description: 'description',
};

export function fieldOfError({ field, keys }: AppError): keyof PurchaseHeader | null {
  if (keys.includes('purchase_orders_due_after_order')) return 'dueOn';
  if (keys.includes('purchase_orders_reference_unique')) return 'reference';
  return (field && fieldOfColumn[field]) || null;
}

export function lineOfError({ values }: AppError, form: PurchaseForm): string | null {
  const lines = Array.isArray(values.lines) ? (values.lines as { variant_id?: string }[]) : [];
  const id = typeof values.variant_id === 'string' ? values.variant_id : lines[0]?.variant_id;
  return form.lines.some((line) => line.variantId === id) ? (id ?? null) : null;
}
