import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useBranch } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { today as dayOf } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { Found } from '@/kit/found.tsx';
import { RemovedLinesNotice, useNewDocument } from '@/parts/document/use-new.tsx';
import { variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { LineField } from './lines.ts';
import type { Arrived, PurchaseHeader } from './form-state.ts';
import { PurchaseForm } from './purchase-form.tsx';

const noArrivals: Arrived = new Map();

export function Component() {
  const [round, setRound] = useState(0);
  const supplier = useSearchParams()[0].get('supplier');
  return <NewPurchase key={`${round} ${supplier}`} supplier={supplier} onAgain={() => setRound(round + 1)} />;
}

function NewPurchase({ supplier, onAgain }: { supplier: string | null; onAgain: () => void }) {
  const { t } = useTranslation();
  const { defaultBranch } = useBranch();
  // A draft started from a supplier's page is stored apart from other drafts.
  const storedAs = supplier ? `purchase:${supplier}` : 'purchase';
  const today = dayOf(defaultBranch?.time_zone, defaultBranch?.day_start);
  const { begun, draft, question } = useNewDocument<PurchaseHeader, LineField, VariantRow>({
    storedAs,
    empty: () => ({
      id: newId(),
      head: {
        supplierId: supplier,
        branchId: defaultBranch?.id ?? null,
        status: 'pending',
        orderedOn: today,
        dueOn: '',
        reference: '',
        salespersonId: null,
        taxRateId: null,
        tax: '',
        notes: '',
        description: '',
        payments: [],
      },
      lines: [],
    }),
    variants: (ids, _head, signal) => variantsById(ids, undefined, signal),
  });
  return (
    <>
      {question}
      <Found query={begun} title={t('purchases.newTitle')}>
        {({ gone, start, base, goods }) => (
          <PurchaseForm
            title={t('purchases.newTitle')}
            {...{ start, base, goods, arrived: noArrivals, today, storedAs, ...draft }}
            version={null}
            paid="0"
            notice={<RemovedLinesNotice count={gone} />}
            onDiscard={onAgain}
          />
        )}
      </Found>
    </>
  );
}
