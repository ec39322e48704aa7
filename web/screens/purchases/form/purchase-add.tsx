import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorText, type AppError } from '@/db/errors.ts';
import { useBranch, useMe } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { today as dayOf } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { useKeptDraft } from '@/parts/lines/use-kept-draft.ts';
import { fetchVariants, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import { formOfDraft, type PurchaseDraft, type PurchaseForm as Form } from './form-state.ts';
import { PurchaseForm } from './purchase-form.tsx';

const PART = 1000;

async function variantsOf(draft: PurchaseDraft, signal: AbortSignal): Promise<VariantRow[]> {
  const ids = draft.lines.map(([id]) => id);
  const found: VariantRow[] = [];
  for (let from = 0; from < ids.length; from += PART) found.push(...(await fetchVariants({ variantIds: ids.slice(from, from + PART) }, signal)));
  return found;
}

export function Component() {
  const [round, setRound] = useState(0);
  const supplier = useSearchParams()[0].get('supplier');
  return <NewPurchase key={`${round} ${supplier}`} supplier={supplier} onAgain={() => setRound(round + 1)} />;
}

function NewPurchase({ supplier, onAgain }: { supplier: string | null; onAgain: () => void }) {
  const { t } = useTranslation();
  const { branches, business } = useMe();
  const { branch } = useBranch();
  // Begun from a supplier's page, it is another draft: neither takes the other's place.
  const keptAs = supplier ? `purchase:${supplier}` : 'purchase';
  const draft = useKeptDraft<PurchaseDraft>(keptAs);
  // The branch in the switcher, if I work there, or the only one I work in.
  const works = branches.filter((one) => one.access === 'work');
  const first = branch?.access === 'work' ? branch : works.length === 1 ? works[0] : undefined;
  const today = dayOf(first?.time_zone ?? business.time_zone, first?.day_start ?? 0);
  const [empty] = useState<Form>(() => ({
    id: newId(),
    header: {
      supplierId: supplier, branchId: first?.id ?? null, status: 'pending', orderedOn: today, dueOn: '', reference: '', salesmanId: null,
      taxRateId: null, tax: '', notes: '', description: '',
    },
    lines: [],
    payments: [],
  }));
  const restored = draft.restored;
  const start = useQuery<{ form: Form; gone: number }, AppError>({
    queryKey: ['variant_list', 'begin', empty.id],
    queryFn: async ({ signal }) => (restored ? formOfDraft(restored, await variantsOf(restored, signal)) : { form: empty, gone: 0 }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!start.data) {
    return (
      <>
        <PageHead title={t('purchases.newTitle')} />
        {start.error ? <div className="in-page"><Banner tone="bad" onRetry={() => void start.refetch()}>{errorText(t, start.error)}</Banner></div> : <SkeletonForm />}
      </>
    );
  }
  const { form, gone } = start.data;
  return (
    <PurchaseForm
      title={t('purchases.newTitle')}
      start={form}
      base={{ ...empty, id: form.id }}
      version={null}
      paid="0"
      today={today}
      keptAs={keptAs}
      keptAt={draft.keptAt}
      keep={draft.keep}
      drop={draft.drop}
      notice={gone > 0 && <div className="po-banner"><Banner tone="warn">{t('purchases.form.goneLines', { count: gone })}</Banner></div>}
      onConflict={onAgain}
      onDiscard={onAgain}
    />
  );
}
