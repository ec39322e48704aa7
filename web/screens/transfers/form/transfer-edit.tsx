import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { asAppError, errorText, type AppError } from '@/db/errors.ts';
import { wholeTransfer, type TransferDetail } from '@/db/transfers.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatTime } from '@/lib/dates.ts';
import { Settled } from '@/parts/document/settled.tsx';
import { useKeptDraft } from '@/parts/lines/use-kept-draft.ts';
import { Banner } from '@/ui/banner.tsx';
import { toast } from '@/ui/toast.tsx';
import { FoundTransfer } from '../found-transfer.tsx';
import { formOfDraft, type TransferDraft, type TransferForm as Form } from './form-state.ts';
import { mergeEdits } from './merge-edits.ts';
import { formOfTransfer } from './read-lines.ts';
import { TransferForm } from './transfer-form.tsx';

interface Saved {
  detail: TransferDetail;
  form: Form;
}

async function readSaved(id: string, signal?: AbortSignal): Promise<Saved> {
  const detail = await wholeTransfer(id, signal);
  return { detail, form: await formOfTransfer(detail, signal) };
}

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
        const { number, status } = found.detail.transfer;
        if (status === 'pending') return <Editing key={id} saved={found} view={view} />;
        return <Settled number={number} title={t(`transfers.off.edit_is_${status}`)} status={t(`transfers.status.${status}`)} view={view} show={t('transfers.action.show')} />;
      }}
    </FoundTransfer>
  );
}

interface Begun {
  round: number;
  start: Form;
  base: Form;
  version: number;
  notice?: ReactNode;
}

function Editing({ saved, view }: { saved: Saved; view: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const draft = useKeptDraft<TransferDraft>(`transfer:${saved.form.id}`);
  const [begun, setBegun] = useState<Begun>(() => {
    const known = saved.form.lines.map((line) => line.variant);
    // A draft of an older version would undo what others saved since.
    const { version } = saved.detail.transfer;
    const kept = draft.restored?.version === version ? formOfDraft(draft.restored, known) : null;
    return { round: 0, start: kept && kept.gone === 0 ? kept.form : saved.form, base: saved.form, version };
  });

  const meet = async (mine: Form) => {
    try {
      const theirs = await readSaved(saved.form.id);
      const { version, updated_at, updated_by } = theirs.detail.transfer;
      const { form, collisions } = mergeEdits(begun.base, mine, theirs.form);
      setBegun({
        round: begun.round + 1,
        start: form,
        base: theirs.form,
        version,
        notice: (
          <div className="tf-banner">
            <Banner tone="warn">
              <b>{t('transfers.form.mergedTitle', { by: updated_by ? nameOf(updated_by) : t('document.someone'), at: formatTime(updated_at) })}</b>
              <p>{t('transfers.form.merged')} {collisions > 0 && t('transfers.form.mergedYours', { count: collisions })}</p>
            </Banner>
          </div>
        ),
      });
    } catch (error) {
      toast({ tone: 'bad', text: errorText(t, asAppError(error)) });
    }
  };

  return (
    <TransferForm
      key={begun.round}
      title={saved.detail.transfer.number ?? ''}
      start={begun.start}
      base={begun.base}
      version={begun.version}
      keptAt={draft.keptAt}
      keep={draft.keep}
      drop={draft.drop}
      notice={begun.notice}
      onConflict={(mine) => void meet(mine)}
      onDiscard={() => void navigate(view)}
    />
  );
}
