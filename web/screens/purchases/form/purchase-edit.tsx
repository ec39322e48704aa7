import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { rpc } from '@/db/calls.ts';
import { asAppError, errorText, type AppError } from '@/db/errors.ts';
import type { PurchaseDetail } from '@/db/purchases.ts';
import { readOne } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatTime } from '@/lib/dates.ts';
import { Settled } from '@/parts/document/settled.tsx';
import { useKeptDraft } from '@/parts/lines/use-kept-draft.ts';
import { Banner } from '@/ui/banner.tsx';
import { toast } from '@/ui/toast.tsx';
import { FoundPurchase } from '../found-purchase.tsx';
import { formOfDraft, formOfPurchase, type PurchaseDraft, type PurchaseForm as Form } from './form-state.ts';
import { mergeEdits } from './merge-edits.ts';
import { PurchaseForm } from './purchase-form.tsx';

const read = (id: string, signal?: AbortSignal) => rpc<'purchase_detail', PurchaseDetail>('purchase_detail', { id }, signal);

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const saved = useQuery<PurchaseDetail, AppError>({
    queryKey: ['purchase_detail', 'editing', id],
    queryFn: ({ signal }) => read(id, signal),
    // What is being edited stays what it was; a save by somebody else is noticed when this one is saved.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const view = `/purchase/orders/${id}`;
  return (
    <FoundPurchase query={saved} title={t('purchases.editTitle')}>
      {(purchase) =>
        purchase.order.status === 'cancelled' ? (
          <Settled number={purchase.order.number} title={t('errors.purchase_cancelled')} status={t('purchases.status.cancelled')} view={view} show={t('purchases.action.show')} />
        ) : (
          <Editing key={id} saved={purchase} view={view} />
        )
      }
    </FoundPurchase>
  );
}

interface Begun {
  round: number;
  start: Form;
  base: Form;
  saved: PurchaseDetail;
  notice?: ReactNode;
}

function Editing({ saved: first, view }: { saved: PurchaseDetail; view: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id } = first.order;
  const keptAs = `purchase:${id}`;
  const draft = useKeptDraft<PurchaseDraft>(keptAs);
  const [begun, setBegun] = useState<Begun>(() => {
    const base = formOfPurchase(first);
    // A draft of an older version would undo what others saved since.
    const kept = draft.restored?.version === first.order.version ? formOfDraft(draft.restored, base.lines.map((line) => line.variant), base.lines) : null;
    return { round: 0, start: kept && kept.gone === 0 ? kept.form : base, base, saved: first };
  });
  const { saved } = begun;

  const meet = async (mine: Form) => {
    try {
      const theirs = await read(id);
      const base = formOfPurchase(theirs);
      const { form, collisions } = mergeEdits(begun.base, mine, base);
      const person = theirs.order.updated_by ? await readOne('profiles', theirs.order.updated_by, 'id,name,name_ar') : null;
      setBegun({
        round: begun.round + 1,
        start: form,
        base,
        saved: theirs,
        notice: (
          <div className="po-banner">
            <Banner tone="warn">
              <b>{t('purchases.form.mergedTitle', { by: person ? nameOf(person) : t('document.someone'), at: formatTime(theirs.order.updated_at) })}</b>
              <p>{t('purchases.form.merged')} {collisions > 0 && t('purchases.form.mergedYours', { count: collisions })}</p>
            </Banner>
          </div>
        ),
      });
    } catch (error) {
      toast({ tone: 'bad', text: errorText(t, asAppError(error)) });
    }
  };

  return (
    <PurchaseForm
      key={begun.round}
      title={saved.order.number}
      start={begun.start}
      base={begun.base}
      version={saved.order.version}
      paid={String(saved.amounts?.paid ?? 0)}
      frozenRate={saved.order.tax_rate}
      today={saved.order.today}
      keptAs={keptAs}
      keptAt={draft.keptAt}
      keep={draft.keep}
      drop={draft.drop}
      notice={begun.notice}
      onConflict={(mine) => void meet(mine)}
      onDiscard={() => void navigate(view)}
    />
  );
}
