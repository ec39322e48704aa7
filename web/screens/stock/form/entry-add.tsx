import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { orNull } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import { FLOOR, wholeEntry } from '@/db/stock.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { newId } from '@/lib/id.ts';
import { minus } from '@/lib/money.ts';
import { RemovedLinesNotice, useNewDocument } from '@/parts/document/use-new.tsx';
import { NoBranch } from '@/parts/no-branch.tsx';
import { fetchVariants, variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { EntryForm } from './entry-form.tsx';
import { lineOf, placesOf, type EntryFigure, type EntryForm as Form, type EntryHead } from './form-state.ts';

type Branches = ReturnType<typeof useBranch>['branches'];

/** Parameters of links: ?kind=adjustment&branch=…&point=…&variant=… from the stock list adjusts one variant; ?product=… adds stock of a
    product; ?corrects=… reverses an entry. */
function readParams(params: URLSearchParams, open: Branches, first: string) {
  const [kind, branch, point] = [params.get('kind'), params.get('branch'), params.get('point')];
  const head: EntryHead = {
    kind: kind === 'adjustment' ? kind : 'opening',
    branchId: branch && open.some(({ id }) => id === branch) ? branch : first,
    point: point && point !== FLOOR ? point : '',
    reason: '',
    note: '',
  };
  return { head, variantId: params.get('variant'), productId: params.get('product'), corrects: params.get('corrects') };
}

/** /inventory/stock/add: opening stock, or an adjustment with its reason. */
export function Component() {
  const { t } = useTranslation();
  const { workBranches: open, defaultBranch } = useBranch();
  const [params] = useSearchParams();
  const [requested] = useState(() => readParams(params, open, defaultBranch?.id ?? ''));
  if (open.length === 0) return <NoBranch page={t('stock.form.title')} title={t('stock.form.noBranch')} />;
  return <NewEntry {...requested} open={open} />;
}

function NewEntry({ head, variantId, productId, corrects, open }: ReturnType<typeof readParams> & { open: Branches }) {
  const { t } = useTranslation();
  const subject = corrects ?? variantId ?? productId;
  /** Prepares a form that reverses a posted entry: the same lines, negated. */
  const opposite = async (id: string, signal: AbortSignal) => {
    const posted = await orNull(wholeEntry(id, signal));
    if (!posted) return null;
    const { number, branch_id, stock_point_id } = posted.entry;
    const branchId = open.some((branch) => branch.id === branch_id) ? branch_id : '';
    return {
      head: {
        kind: 'adjustment' as const,
        branchId,
        point: stock_point_id ?? '',
        reason: 'correction',
        note: t('stock.form.corrects', { number }),
      },
      lines: posted.items.map((item) => lineOf(item.variant_id, minus(0, item.quantity))),
    };
  };
  const loadLines = async (before: Form, isDraft: boolean, signal: AbortSignal) => {
    if (isDraft) return before;
    if (corrects) return (await opposite(corrects, signal)) ?? before;
    const goods = productId ? await fetchVariants({ productIds: [productId], places: placesOf(head) }, signal) : [];
    // Requested variants start with empty quantities for the user to fill in.
    return { head, goods, lines: (variantId ? [variantId] : goods.map((variant) => variant.variant_id)).map((id) => lineOf(id, '')) };
  };
  const { begun, draft, question } = useNewDocument<EntryHead, EntryFigure, VariantRow>({
    // A linked entry is stored apart from the general draft.
    storedAs: subject ? `stock-entry:${subject}:${head.branchId}:${head.point}` : 'stock-entry',
    empty: () => ({ id: newId(), head, lines: [] }),
    variants: (ids, of, signal) => variantsById(ids, placesOf(of), signal),
    loadLines,
  });
  return (
    <>
      {question}
      <Found query={begun} title={t('stock.form.title')}>
        {({ gone, start, base, goods }) => (
          <EntryForm
            open={open}
            once={corrects !== null}
            {...{ start, base, goods, ...draft }}
            version={null}
            notice={<RemovedLinesNotice count={gone} />}
          />
        )}
      </Found>
    </>
  );
}
