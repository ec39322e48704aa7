import { useNavigate } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Settled } from '@/parts/document/settled.tsx';
import { useEdited, useToEdit } from '@/parts/document/use-edited.tsx';
import { variantsById } from '@/parts/variant-picker/variant-row.ts';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import { FoundTransfer } from '../found-transfer.tsx';
import { placesOf, readSaved, type Saved } from './read-lines.ts';
import { TransferForm } from './transfer-form.tsx';

export function Component() {
  const { t } = useTranslation();
  const { id, key, saved } = useToEdit('transfers', readSaved);
  const view = `/inventory/transactions/view/${id}`;
  return (
    <FoundTransfer query={saved} title={t('transfers.editTitle')}>
      {(found) => {
        const { number, status } = found.transfer;
        if (status === 'pending') return <Editing key={key} saved={found} view={view} />;
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
    open: ({ form: base, goods, transfer }) => ({ form: base, goods, version: transfer.version, edition: transfer.version }),
    variants: (ids, signal) => variantsById(ids, placesOf(saved.form.head.way), signal),
    readAgain: () => readSaved(id),
    last: ({ transfer }) => ({ by: transfer.updated_by, at: transfer.updated_at }),
    words: 'transfers.form',
  });
  if (!edited) return <SkeletonForm />;
  return <TransferForm title={saved.transfer.number} {...edited.form} onDiscard={() => void navigate(view)} />;
}
