import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { rpc } from '@/db/calls.ts';
import { useCan } from '@/db/me.ts';
import type { PurchaseDetail } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { NotEditable } from '@/parts/document/not-editable.tsx';
import { useEdited, useToEdit } from '@/parts/document/use-edited.tsx';
import { variantsById } from '@/parts/variant-picker/variant-row.ts';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import { FoundPurchase } from '../found-purchase.tsx';
import { statusName } from '@/parts/statuses/purchases.tsx';
import { arrivedOf, formOfPurchase } from './form-state.ts';
import { PurchaseForm } from './purchase-form.tsx';

const read = (id: string, signal?: AbortSignal) => rpc<'purchase_detail', PurchaseDetail>('purchase_detail', { id }, signal);

export function Component() {
  const { t } = useTranslation();
  const { id, key, saved } = useToEdit('purchase_detail', read);
  const view = `/purchase/orders/${id}`;
  return (
    <FoundPurchase query={saved} title={t('purchases.editTitle')}>
      {(purchase) =>
        purchase.order.is_opening ? (
          <NotEditable
            number={purchase.order.number}
            title={t('errors.is_opening_balance', { number: purchase.order.number })}
            status={t(`purchases.status.${statusName(purchase.order)}`)}
            view={view}
            show={t('purchases.action.open')}
          />
        ) : purchase.order.status === 'cancelled' ? (
          <NotEditable
            number={purchase.order.number}
            title={t('errors.purchase_cancelled')}
            status={t('purchases.status.cancelled')}
            view={view}
            show={t('purchases.action.show')}
          />
        ) : (
          <Editing key={key} first={purchase} view={view} />
        )
      }
    </FoundPurchase>
  );
}

function Editing({ first, view }: { first: PurchaseDetail; view: string }) {
  const navigate = useNavigate();
  const { id } = first.order;
  const storedAs = `purchase:${id}`;
  const edited = useEdited({
    saved: first,
    storedAs,
    open: (purchase) => ({ ...formOfPurchase(purchase), version: purchase.order.version, edition: purchase.order.edition }),
    variants: (ids, _head, signal) => variantsById(ids, undefined, signal),
    readAgain: () => read(id),
    last: ({ order }) => ({ by: order.updated_by, at: order.updated_at }),
    words: 'purchases.form',
  });
  const items = edited?.saved.items;
  const mayCorrect = useCan()('purchasing.orders.correct_cost');
  const arrived = useMemo(() => arrivedOf(items ?? [], mayCorrect), [items, mayCorrect]);
  if (!edited) return <SkeletonForm />;
  const { saved, form } = edited;
  return (
    <PurchaseForm
      title={saved.order.number}
      {...form}
      arrived={arrived}
      paid={String(saved.amounts?.paid ?? 0)}
      saved={saved}
      today={saved.order.today}
      storedAs={storedAs}
      onDiscard={() => void navigate(view)}
    />
  );
}
