import { useState } from 'react';
import { rpc } from '@/db/calls.ts';
import type { ProductRow } from '@/db/products.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { sortForReader } from '@/lib/row-order.ts';
import { Combobox } from '@/ui/combobox.tsx';

const MOST = 20;

/** Finds products by words or codes; clears the field after each choice. */
export function ProductPicker({ onPick }: { onPick: (id: string) => void }) {
  const { t } = useTranslation();
  const [turn, setTurn] = useState(0);
  return (
    <Combobox
      key={turn}
      value={null}
      placeholder={t('kit.choose')}
      search={async (words, signal) =>
        (await rpc<'product_page', ProductRow[]>('product_page', { words, sort: sortForReader('name'), page_size: MOST }, signal)).map(
          (row) => ({
            value: row.id,
            label: nameOf(row),
          }),
        )
      }
      onChange={(option) => {
        if (!option) return;
        onPick(option.value);
        setTurn((now) => now + 1);
      }}
    />
  );
}
