import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, PackageX, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { AppError, asAppError, errorText } from '@/db/errors.ts';
import { wholeTransfer, type TransferDetail } from '@/db/transfers.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatTime } from '@/lib/dates.ts';
import { useKeptDraft } from '@/parts/lines/use-kept-draft.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import { toast } from '@/ui/toast.tsx';
import { formOfDraft, type TransferDraft, type TransferForm as Form } from './form-state.ts';
import { mergeEdits } from './merge-edits.ts';
import { formOfTransfer } from './read-lines.ts';
import { TransferForm } from './transfer-form.tsx';

interface Saved {
  detail: TransferDetail;
  form: Form;
}

async function readSaved(id: string, signal?: AbortSignal): Promise<Saved | null> {
  const detail = await wholeTransfer(id, signal);
  return detail && { detail, form: await formOfTransfer(detail, signal) };
}

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const saved = useQuery<Saved | null, AppError>({
    queryKey: ['transfers', 'editing', id],
    queryFn: ({ signal }) => readSaved(id, signal),
    // What is being edited stays what it was; a save by somebody else is noticed when this one is saved.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const view = `/inventory/transactions/view/${id}`;
  const transfer = saved.data?.detail.transfer;
  if (saved.data && transfer?.status === 'pending') return <Editing key={id} saved={saved.data} view={view} />;
  return (
    <>
      <PageHead title={transfer?.number ?? t(saved.data === null ? 'transfers.notFound.title' : 'transfers.editTitle')} />
      {saved.error && <div className="tf-banner"><Banner tone="bad" onRetry={() => void saved.refetch()}>{errorText(t, saved.error)}</Banner></div>}
      {saved.isPending && !saved.error && <SkeletonForm />}
      {saved.data === null && (
        <EmptyState icon={PackageX} title={t('transfers.notFound.title')} actions={<Button href="/inventory/stockpoints/transactions" icon={ArrowLeftRight}>{t('transfers.action.back')}</Button>}>
          {t('transfers.notFound.text')}
        </EmptyState>
      )}
      {transfer && (
        <EmptyState icon={TriangleAlert} title={t(`transfers.off.edit_is_${transfer.status}`)} actions={<Button variant="primary" href={view}>{t('transfers.action.show')}</Button>}>
          {t(`transfers.status.${transfer.status}`)}
        </EmptyState>
      )}
    </>
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
      if (!theirs) throw new AppError('transfer_not_found');
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
