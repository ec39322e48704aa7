import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AppError } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { today as dayOf } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { stillThere } from '@/parts/document/form.ts';
import { Found } from '@/kit/found.tsx';
import { useKeptDraft } from '@/parts/document/use-kept-draft.ts';
import { variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import type { LineFigure } from './cart.ts';
import type { Arrived, PurchaseForm as Form, PurchaseHeader } from './form-state.ts';
import { PurchaseForm } from './purchase-form.tsx';

const nothing: Arrived = new Map();

export function Component() {
  const [round, setRound] = useState(0);
  const supplier = useSearchParams()[0].get('supplier');
  return <NewPurchase key={`${round} ${supplier}`} supplier={supplier} onAgain={() => setRound(round + 1)} />;
}

function NewPurchase({ supplier, onAgain }: { supplier: string | null; onAgain: () => void }) {
  const { t } = useTranslation();
  const { first } = useBranch();
  // Begun from a supplier's page, it is another draft: neither takes the other's place.
  const keptAs = supplier ? `purchase:${supplier}` : 'purchase';
  const { restored, ...draft } = useKeptDraft<PurchaseHeader, LineFigure>(keptAs);
  const today = dayOf(first?.time_zone, first?.day_start);
  const [empty] = useState<Form>(() => ({
    id: newId(),
    head: {
      supplierId: supplier, branchId: first?.id ?? null, status: 'pending', orderedOn: today, dueOn: '', reference: '', salesmanId: null,
      taxRateId: null, tax: '', notes: '', description: '', payments: [],
    },
    lines: [],
  }));
  const start = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_list', 'begin', empty.id],
    queryFn: ({ signal }) => variantsById((restored?.lines ?? []).map((line) => line.variantId), undefined, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const before = restored ?? empty;
  return (
    <Found query={start} title={t('purchases.newTitle')}>
      {(goods) => {
        const { lines, gone } = stillThere(before.lines, goods);
        return (
          <PurchaseForm
            title={t('purchases.newTitle')}
            start={{ id: before.id, head: before.head, lines }}
            base={{ ...empty, id: before.id }}
            version={null}
            goods={goods}
            arrived={nothing}
            paid="0"
            today={today}
            keptAs={keptAs}
            {...draft}
            notice={gone > 0 && <div className="doc-banner"><Banner tone="warn">{t('document.goneLines', { count: gone })}</Banner></div>}
            onDiscard={onAgain}
          />
        );
      }}
    </Found>
  );
}
