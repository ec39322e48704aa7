import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router-dom';
import type { AppError } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Settled } from '@/parts/document/settled.tsx';
import { useEdited } from '@/parts/document/use-edited.tsx';
import { variantsById } from '@/parts/variant-picker/variant-row.ts';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import { FoundTransfer } from '../found-transfer.tsx';
import { rules } from './form-state.ts';
import { placesOf, readSaved, type Saved } from './read-lines.ts';
import { TransferForm } from './transfer-form.tsx';

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const saved = useQuery<Saved, AppError>({
    queryKey: ['transfers', 'editing', id],
    queryFn: ({ signal }) => readSaved(id, signal),
    // What is being edited stays what it was; a save by somebody else is noticed when this one is saved.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const view = `/inventory/transactions/view/${id}`;
  return (
    <FoundTransfer query={saved} title={t('transfers.editTitle')}>
      {(found) => {
        const { number, status } = found.transfer;
        if (status === 'pending') return <Editing key={id} saved={found} view={view} />;
        return <Settled number={number} title={t(`transfers.off.edit_is_${status}`)} status={t(`transfers.status.${status}`)} view={view} show={t('transfers.action.show')} />;
      }}
    </FoundTransfer>
  );
}

function Editing({ saved, view }: { saved: Saved; view: string }) {
  const navigate = useNavigate();
  const { id } = saved.form;
  const edited = useEdited({
    saved,
    keptAs: `transfer:${id}`,
    open: ({ form: base, goods, transfer }) => ({ form: base, goods, version: transfer.version }),
    variants: (ids, signal) => variantsById(ids, placesOf(saved.form.head.way), signal),
    readAgain: () => readSaved(id),
    last: ({ transfer }) => Promise.resolve({ by: transfer.updated_by, at: transfer.updated_at }),
    flatness: rules,
    words: 'transfers.form',
  });
  if (!edited) return <SkeletonForm />;
  const { round, form } = edited;
  return <TransferForm key={round} title={saved.transfer.number} {...form} onDiscard={() => void navigate(view)} />;
}
