import { useQuery } from '@tanstack/react-query';
import { rpc } from '@/db/calls.ts';
import { findNames } from '@/db/plain-rows.ts';
import { listOf } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useName } from '@/kit/names.ts';
import { Combobox } from '@/ui/combobox.tsx';

interface LinkPickerProps {
  value: string;
  onChange: (id: string) => void;
  placeholder: string;
}

const MOST = 20;

export function PersonPicker({ value, onChange, placeholder }: LinkPickerProps) {
  const person = useName('profiles', value || null);
  return (
    <Combobox
      clearable
      placeholder={placeholder}
      value={value ? { value, label: person ? nameOf(person) : '' } : null}
      search={async (words, signal) => (await findNames('profiles', words, MOST, signal)).map((row) => ({ value: row.id, label: nameOf(row) }))}
      onChange={(option) => onChange(option?.value ?? '')}
    />
  );
}

const searches = {
  sales: (words: string, signal: AbortSignal) => rpc('sale_page', { words, page_size: MOST }, signal),
  purchase_orders: (words: string, signal: AbortSignal) => rpc('purchase_list', { words, page_size: MOST }, signal),
};

/** A sale or an order by its number. */
export function DocumentPicker({ table, value, onChange, placeholder }: LinkPickerProps & { table: keyof typeof searches }) {
  const known = useQuery({ ...listOf(table, { select: ['id', 'number'], where: [['id', 'eq', value]] }), enabled: value !== '' }).data?.rows[0];
  return (
    <Combobox
      clearable
      placeholder={placeholder}
      value={value ? { value, label: known?.number ?? '–' } : null}
      search={async (words, signal) => (await searches[table](words, signal)).map(({ id, number }) => ({ value: id, label: number }))}
      onChange={(option) => onChange(option?.value ?? '')}
    />
  );
}
