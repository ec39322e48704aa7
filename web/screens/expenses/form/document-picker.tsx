import { useQuery } from '@tanstack/react-query';
import { rpc } from '@/db/calls.ts';
import { goodsTypes } from '@/db/sales.ts';
import { findGoodsOrders } from '@/db/purchases.ts';
import { listOf } from '@/db/tables.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Combobox } from '@/ui/combobox.tsx';

interface DocumentPickerProps {
  table: keyof typeof searches;
  value: string;
  onChange: (id: string) => void;
}

/** Without opening balances, which an expense cannot be of. */
const searches = {
  sales: (words: string, signal: AbortSignal) => rpc('sale_page', { words, types: [...goodsTypes], page_size: 20 }, signal),
  purchase_orders: (words: string, signal: AbortSignal) => findGoodsOrders(words, 20, signal),
};

/** Chooses a sale or an order by its number. */
export function DocumentPicker({ table, value, onChange }: DocumentPickerProps) {
  const { t } = useTranslation();
  const current = useQuery({ ...listOf(table, { select: ['id', 'number'], where: [['id', 'eq', value]] }), enabled: value !== '' }).data
    ?.rows[0];
  return (
    <Combobox
      clearable
      placeholder={t('kit.choose')}
      value={value ? { value, label: current?.number ?? '–' } : null}
      search={async (words, signal) => (await searches[table](words, signal)).map(({ id, number }) => ({ value: id, label: number }))}
      onChange={(option) => onChange(option?.value ?? '')}
    />
  );
}
