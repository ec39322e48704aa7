import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { rpc } from '@/db/calls.ts';
import { orNull } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import type { PurchaseDetail } from '@/db/purchases.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { today as dayOf } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { Found } from '@/kit/found.tsx';
import { RemovedLinesNotice, useNewDocument } from '@/parts/document/use-new.tsx';
import { variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { LineField } from './lines.ts';
import { formOfPurchase, type Arrived, type PurchaseForm as Form, type PurchaseHeader } from './form-state.ts';
import { PurchaseForm } from './purchase-form.tsx';

const noArrivals: Arrived = new Map();

export function Component() {
  const [round, setRound] = useState(0);
  const [params, setParams] = useSearchParams();
  const supplier = params.get('supplier');
  const copy = params.get('copy');
  return (
    <NewPurchase
      key={`${round} ${supplier} ${copy}`}
      supplier={supplier}
      copy={copy}
      onAgain={copy ? () => setParams({}, { replace: true }) : () => setRound(round + 1)}
    />
  );
}

/** Returns the form of a new order of the same goods from the same supplier. */
async function copyOf(id: string, { head }: Form, signal: AbortSignal): Promise<Pick<Form, 'head' | 'lines'> | null> {
  const saved = await orNull(rpc<'purchase_detail', PurchaseDetail>('purchase_detail', { id }, signal));
  if (!saved) return null;
  const { form } = formOfPurchase(saved);
  const { supplierId, branchId, salespersonId, taxRateId, tax, charges, notes, description } = form.head;
  return { head: { ...head, supplierId, branchId, salespersonId, taxRateId, tax, charges, notes, description }, lines: form.lines };
}

function NewPurchase({ supplier, copy, onAgain }: { supplier: string | null; copy: string | null; onAgain: () => void }) {
  const { t } = useTranslation();
  const { defaultBranch } = useBranch();
  // A copy, or a draft started from a supplier's page, is stored apart from other drafts.
  const storedAs = copy ? `purchase:copy:${copy}` : supplier ? `purchase:${supplier}` : 'purchase';
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
        charges: [],
        notes: '',
        description: '',
        payments: [],
      },
      lines: [],
    }),
    variants: (ids, _head, signal) => variantsById(ids, undefined, signal),
    loadLines: async (before, isDraft, signal) => (copy && !isDraft ? await copyOf(copy, before, signal) : null) ?? before,
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
