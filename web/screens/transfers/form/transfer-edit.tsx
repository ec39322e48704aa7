import { usePrefetchQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { approversOf, onHandAt, fetchFullTransfer, type TransferDetail } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { NotEditable } from '@/parts/document/not-editable.tsx';
import { useEdited, useToEdit } from '@/parts/document/use-edited.tsx';
import { variantsById } from '@/parts/variant-picker/variant-row.ts';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import { FoundTransfer } from '../found-transfer.tsx';
import { formOfTransfer, placesOf } from './read-lines.ts';
import { TransferForm } from './transfer-form.tsx';
import { usePlaces } from './use-places.ts';

export function Component() {
  const { t } = useTranslation();
  const { id, key, saved } = useToEdit('transfers', fetchFullTransfer);
  const view = `/inventory/transactions/view/${id}`;
  // Prefetched for the form.
  usePlaces();
  return (
    <FoundTransfer query={saved} title={t('transfers.editTitle')}>
      {(found) => {
        const { number, status } = found.transfer;
        if (status === 'pending') return <Editing key={key} saved={found} view={view} />;
        return (
          <NotEditable
            number={number}
            title={t(`transfers.off.edit_is_${status}`)}
            status={t(`transfers.status.${status}`)}
            view={view}
            show={t('transfers.action.show')}
          />
        );
      }}
    </FoundTransfer>
  );
}

function Editing({ saved, view }: { saved: TransferDetail; view: string }) {
  const navigate = useNavigate();
  const { id } = saved.transfer;
  const edited = useEdited({
    saved,
    storedAs: `transfer:${id}`,
    open: (detail) => ({ form: formOfTransfer(detail), goods: [], version: detail.transfer.version, edition: detail.transfer.version }),
    variants: (ids, { ends: ends }, signal) => variantsById(ids, placesOf(ends), signal),
    readAgain: () => fetchFullTransfer(id),
    last: ({ transfer }) => ({ by: transfer.updated_by, at: transfer.updated_at }),
    words: 'transfers.form',
  });
  const { from, to } = formOfTransfer(saved).head.ends;
  usePrefetchQuery(onHandAt(from));
  usePrefetchQuery(onHandAt(to));
  usePrefetchQuery(approversOf(to.branchId ?? ''));
  const [costs] = useState(() => new Map(saved.items.map((item) => [item.variant_id, item.unit_cost])));
  if (!edited) return <SkeletonForm />;
  return <TransferForm title={saved.transfer.number} {...edited.form} costs={costs} onDiscard={() => void navigate(view)} />;
}
