import { ArrowLeftRight, CircleCheck, CircleSlash, Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCan } from '@/db/me.ts';
import { allProducts, type ProductRow } from '@/db/products.ts';
import { queryClient } from '@/db/query.ts';
import { useExport } from '@/kit/export-menu.tsx';
import type { Picked } from '@/kit/list-page.tsx';
import type { ListState } from '@/kit/list-state.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Button } from '@/ui/button.tsx';
import type { useProductColumns } from './product-columns.tsx';
import { EVERYTHING, matchingOf, orderOf } from './product-questions.ts';
import type { useSwitchProducts } from './use-product-actions.ts';

/* An address holds about this many ids before a proxy refuses it. */
const MOST_IN_ADDRESS = 50;
const MOST_AT_ONCE = 10_000;

export const transferLink = (ids: readonly string[]) => `/inventory/stockpoints/transactions/add?products=${ids.join(',')}`;

/** Rows that were ticked were shown: as a rule every one is still in the cache, and nothing needs to be asked. */
function rowsSeen(ids: ReadonlySet<string>): ProductRow[] | null {
  const pages = queryClient.getQueriesData<ProductRow[]>({ queryKey: ['product_list'] }).flatMap(([, rows]) => rows ?? []);
  const found = new Map(pages.filter((row) => ids.has(row.id)).map((row) => [row.id, row]));
  return found.size === ids.size ? [...found.values()] : null;
}

interface BulkProps {
  picked: Picked<ProductRow>;
  state: ListState;
  branchIds: readonly string[];
  switching: ReturnType<typeof useSwitchProducts>;
  columns: ReturnType<typeof useProductColumns>;
}

/** What can be done with the ticked products, each as one call however many they are. */
export function BulkActions({ picked, state, branchIds, switching, columns }: BulkProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { selection, count } = picked;
  const [gathering, setGathering] = useState(false);
  /** Ticked ids; "all that match" is read from the list, page by page, so that rows never shown are meant too. */
  const idsOf = async () => (selection.all ? (await rowsOf()).map((row) => row.id) : [...selection.ids]);
  const rowsOf = async () => {
    const seen = selection.all ? null : rowsSeen(selection.ids);
    if (seen) return seen;
    const rows = await allProducts(selection.all ? matchingOf(state) : EVERYTHING, orderOf(state, branchIds));
    return rows.filter((row) => selection.all !== selection.ids.has(row.id));
  };
  const file = useExport({ name: t('products.title'), rows: rowsOf }, columns);
  const switchTo = async (active: boolean) => {
    setGathering(true);
    const ids = await idsOf().finally(() => setGathering(false));
    if (await switching.run({ ids, active })) picked.clear();
  };
  const tooMany = count > MOST_AT_ONCE ? t('products.bulk.tooMany', { n: formatNumber(MOST_AT_ONCE) }) : undefined;
  const busy = gathering || switching.busy;
  return (
    <>
      {can('inventory.transfers.create') && (
        <Button
          variant="quiet"
          icon={ArrowLeftRight}
          flip
          reason={count > MOST_IN_ADDRESS ? t('products.bulk.tooMany', { n: formatNumber(MOST_IN_ADDRESS) }) : undefined}
          onClick={() => void idsOf().then((ids) => navigate(transferLink(ids)))}
        >
          {t('products.bulk.transfer')}
        </Button>
      )}
      {can('inventory.products.update') && (
        <>
          <Button variant="quiet" icon={CircleSlash} busy={busy} reason={tooMany} onClick={() => void switchTo(false)}>{t('products.bulk.deactivate')}</Button>
          <Button variant="quiet" icon={CircleCheck} busy={busy} reason={tooMany} onClick={() => void switchTo(true)}>{t('products.bulk.activate')}</Button>
        </>
      )}
      {can('inventory.products.export') && <Button variant="quiet" icon={Download} busy={file.busy} onClick={() => void file.save('xlsx')}>{t('kit.export')}</Button>}
    </>
  );
}
