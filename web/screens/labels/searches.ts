import { rpc } from '@/db/calls.ts';
import { findNames } from '@/db/plain-rows.ts';
import { findGoodsOrders } from '@/db/purchases.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { sortForReader } from '@/lib/row-order.ts';
import { productName } from '@/parts/variant-name.ts';
import type { ComboboxOption } from '@/ui/combobox.tsx';

const maxResults = 20;

export async function findProducts(words: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const rows = await rpc('product_page', { words, sort: sortForReader('name'), page_size: maxResults }, signal);
  return rows.map(({ id, name, name_ar }) => ({ value: id, label: productName({ product: name, product_ar: name_ar }) }));
}

export async function findOrders(words: string, signal: AbortSignal): Promise<ComboboxOption[]> {
  const rows = await findGoodsOrders(words, maxResults, signal);
  return rows.map((row) => ({ value: row.id, label: `${row.number} · ${nameIn(row, 'supplier')}` }));
}

export const findPeople = async (words: string): Promise<ComboboxOption[]> =>
  (await findNames('profiles', words, maxResults)).map((person) => ({ value: person.id, label: nameOf(person) }));
