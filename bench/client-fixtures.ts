/* Creates the data for client benchmarks through the API: 1,000 variants in stock, a transfer of all and an order of 500 of them. */
import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';

export interface Stack {
  url: string;
  apiUrl: string;
  publishableKey: string;
  accounts: { email: string; password: string; role: string }[];
}

export interface Fixtures {
  transfer: string;
  order: string;
  branch: string;
  /** Barcodes of variants in stock in the branch. */
  barcodes: string[];
  email: string;
  password: string;
}

const VARIANTS = 1000;
const ORDERED = 500;

async function asOwner({ apiUrl, publishableKey, accounts }: Stack) {
  const api = createClient(apiUrl, publishableKey, { auth: { persistSession: false } });
  const owner = accounts.find(({ role }) => role === 'Owner');
  if (!owner) throw new Error('The demo business has no owner.');
  const { error } = await api.auth.signInWithPassword(owner);
  if (error) throw error;
  return { api, owner };
}

/** Adds customers up to this total, a thousand per request, which is the API's limit. */
export async function customers(stack: Stack, count: number): Promise<void> {
  const { api } = await asOwner(stack);
  const { count: existing } = await api.from('customers').select('id', { count: 'exact', head: true }).throwOnError();
  for (let first = existing ?? 0; first < count; first += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - first) }, (_, index) => ({
      name: `Bench customer ${first + index}`,
      name_ar: `عميل ${first + index}`,
      phone: `+2010${String(first + index).padStart(8, '0')}`,
    }));
    await api.from('customers').insert(rows).throwOnError();
  }
}

export async function arrange(stack: Stack): Promise<Fixtures> {
  const { api, owner } = await asOwner(stack);
  const rows = async (table: string, most: number) =>
    (await api.from(table).select('id').order('id').limit(most).throwOnError()).data as { id: string }[];
  const call = async (name: string, input: object) => (await api.rpc(name, input).throwOnError()).data as { id: string };

  const [from, to] = await rows('branches', 2);
  const [supplier] = await rows('suppliers', 1);
  const sizes = await rows('sizes', 5);
  if (!from || !to || !supplier) throw new Error('The demo business lacks branches or a supplier.');
  const run = Date.now().toString(36);
  const variants: string[] = [];
  const barcodes: string[] = [];
  for (let n = 0; variants.length < VARIANTS; n++) {
    const id = randomUUID();
    await call('save_product', {
      id,
      product: { name: `Bench linen shirt ${run} ${n}`, name_ar: `قميص كتان ${run} ${n}`, price: 100 + n, purchase_price: 50 + n },
      variants: sizes.map((size) => ({ size_id: size.id })),
    });
    const made = (await api.from('variants').select('id,barcode').eq('product_id', id).throwOnError()).data as {
      id: string;
      barcode: string;
    }[];
    variants.push(...made.map((variant) => variant.id));
    barcodes.push(...made.map((variant) => variant.barcode));
  }
  const lines = variants.slice(0, VARIANTS).map((variant_id) => ({ variant_id, quantity: 40 }));
  await call('post_stock_entry', { id: randomUUID(), kind: 'opening', branch_id: from.id, lines });
  const transfer = await call('save_transfer', {
    id: randomUUID(),
    from_branch_id: from.id,
    to_branch_id: to.id,
    lines: lines.map((line) => ({ ...line, quantity: 4 })),
  });
  const order = await call('save_purchase_order', {
    id: randomUUID(),
    purchase: { supplier_id: supplier.id, branch_id: from.id, status: 'pending' },
    items: lines.slice(0, ORDERED).map((line) => ({ ...line, unit_cost: 61.5 })),
  });
  return { transfer: transfer.id, order: order.id, branch: from.id, barcodes, email: owner.email, password: owner.password };
}
