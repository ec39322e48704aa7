import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { orNull } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import { returnableGoods } from '@/db/purchase-returns.ts';
import { queryClient } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { newId } from '@/lib/id.ts';
import { RemovedLinesNotice, useNewDocument } from '@/parts/document/use-new.tsx';
import { NoBranch } from '@/parts/no-branch.tsx';
import { variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { lineOf, placesOf, type ReturnFigure, type ReturnForm as Form, type ReturnHead } from './form-state.ts';
import { ReturnForm } from './return-form.tsx';

/** /purchase/returns/add: a new return to a supplier; ?receipt=… begins with the goods of a receipt, ?supplier=… with the supplier. */
export function Component() {
  const { t } = useTranslation();
  const { workBranches, defaultBranch } = useBranch();
  const [params] = useSearchParams();
  const [asked] = useState(() => ({ receipt: params.get('receipt') ?? '', supplier: params.get('supplier') ?? '' }));
  if (workBranches.length === 0) return <NoBranch page={t('purchaseReturns.newTitle')} title={t('purchaseReturns.form.noBranch')} />;
  return <NewReturn {...asked} open={workBranches} branchId={defaultBranch?.id ?? ''} />;
}

interface NewReturnProps {
  receipt: string;
  supplier: string;
  open: ReturnType<typeof useBranch>['workBranches'];
  branchId: string;
}

function NewReturn({ receipt, supplier, open, branchId }: NewReturnProps) {
  const { t } = useTranslation();
  const loadLines = async (before: Form, isDraft: boolean) => {
    if (isDraft || receipt === '') return before;
    const found = await orNull(queryClient.fetchQuery({ ...returnableGoods({ receipt_id: receipt }), staleTime: 0 }));
    if (!found?.receipt) return before;
    const { supplier_id, branch_id, stock_point_id } = found.receipt;
    return {
      head: { ...before.head, supplierId: supplier_id, branchId: branch_id, point: stock_point_id ?? '', receiptId: receipt },
      // All goods of the receipt of which something is left, with empty quantities.
      lines: found.goods.filter(({ left }) => (left ?? 0) > 0).map(({ variant_id }) => lineOf(variant_id, '')),
    };
  };
  const { begun, draft, question } = useNewDocument<ReturnHead, ReturnFigure, VariantRow>({
    storedAs: `purchase-return:${receipt || supplier}`,
    empty: () => ({
      id: newId(),
      head: { supplierId: supplier, branchId, point: '', receiptId: '', reason: '', reference: '', note: '' },
      lines: [],
    }),
    variants: (ids, of, signal) => variantsById(ids, placesOf(of), signal),
    loadLines,
  });
  return (
    <>
      {question}
      <Found query={begun} title={t('purchaseReturns.newTitle')}>
        {({ gone, start, base, goods }) => (
          <ReturnForm open={open} {...{ start, base, goods, ...draft }} version={null} notice={<RemovedLinesNotice count={gone} />} />
        )}
      </Found>
    </>
  );
}
