import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { openingChanges, recordOpeningBalance, type Contact, type OpeningAnswer } from '@/db/opening-balances.ts';
import { write } from '@/db/query.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { today as dayOf } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { formatMoney } from '@/lib/money.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { DateInput } from '@/ui/date-input.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field, FieldGrid } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';
import { isOpeningAmount, openingProblems, type OpeningDraft } from './opening.ts';

interface OpeningDialogProps {
  contact: Contact;
  contactId: string;
  name: string;
  onClose: () => void;
}

/** Records what a customer owed, or a supplier was owed, before. A retry sends the same id, so that a lost answer records nothing twice. */
export function OpeningDialog({ contact, contactId, name, onClose }: OpeningDialogProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const { workBranches, defaultBranch } = useBranch();
  const [id] = useState(newId);
  const [draft, setDraft] = useState<OpeningDraft>({ branchId: defaultBranch?.id ?? null, day: '', amount: '', dueOn: '', note: '' });
  const [tried, setTried] = useState(false);
  const branch = workBranches.find((one) => one.id === draft.branchId);
  const today = dayOf(branch?.time_zone, branch?.day_start);
  const currency = currencyWord();
  const problems = openingProblems(contact, draft, today);
  const record = useMutation<OpeningAnswer, AppError>(
    write({
      run: () =>
        recordOpeningBalance({
          id,
          balance: {
            contact,
            contact_id: contactId,
            branch_id: draft.branchId ?? '',
            day: draft.day,
            amount: draft.amount,
            due_on: draft.dueOn || null,
            note: draft.note.trim() || null,
          },
        }),
      changes: [...openingChanges[contact], 'audit_log'],
    }),
  );
  const change = (next: Partial<OpeningDraft>) => {
    // What the database said was about what was sent.
    record.reset();
    setDraft({ ...draft, ...next });
  };
  const submit = () => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    record.mutate(undefined as never, {
      onSuccess: ({ number }) => {
        toast({ tone: 'ok', text: t('account.opening.done', { number }) });
        onClose();
      },
    });
  };
  const picksBranch = workBranches.length > 1 || branch === undefined;
  const { error } = record;
  // A constraint of the table of orders names no field of the request.
  const refusedField = error?.keys.includes('purchase_orders_due_after_order') ? 'due_on' : error?.field;
  const shown = ['day', 'amount', ...(contact === 'supplier' ? ['due_on'] : []), ...(picksBranch ? ['branch_id'] : [])];
  const isAtField = refusedField !== undefined && shown.includes(refusedField);
  const wrong = (field: keyof typeof problems, atOnce = false) => {
    const problem = problems[field];
    if (problem && (tried || atOnce)) return t(problem);
    if (error && refusedField === field) return field === 'due_on' ? t('account.opening.dueOnEarly') : errorText(t, error);
    return undefined;
  };
  return (
    <Dialog
      title={t('account.opening.title', { name })}
      sub={t(`account.opening.sub.${contact}`)}
      locked={record.isPending}
      onSubmit={submit}
      onClose={onClose}
      action={
        <Button variant="primary" type="submit" icon={Plus} busy={record.isPending} reason={online ? undefined : t('errors.network')}>
          {isOpeningAmount(contact, draft.amount)
            ? t('account.opening.confirm', { amount: formatMoney(draft.amount), currency })
            : t('account.opening.add')}
        </Button>
      }
    >
      {picksBranch && (
        <Field label={t('account.opening.branch')} error={wrong('branch_id')}>
          <Select
            value={draft.branchId}
            placeholder={t('account.opening.chooseBranch')}
            options={workBranches.map((one) => ({ value: one.id, label: nameOf(one) }))}
            onChange={(branchId) => change({ branchId })}
          />
        </Field>
      )}
      <Field
        label={t('account.opening.amount')}
        error={wrong('amount', draft.amount !== '' && draft.amount !== '-')}
        hint={contact === 'customer' && t('account.opening.amountHint')}
      >
        <NumberInput
          data-autofocus
          value={draft.amount}
          unit={currency}
          format={formatMoney}
          onChange={(amount) => change({ amount: amount.replace(/^−/, '-') })}
        />
      </Field>
      <FieldGrid>
        <Field label={t('account.opening.day')} error={wrong('day', problems.day === 'errors.opening_day_in_future')}>
          <DateInput value={draft.day} max={today} onChange={(day) => change({ day })} />
        </Field>
        {contact === 'supplier' && (
          <Field label={t('account.opening.dueOn')} optional error={wrong('due_on')}>
            <DateInput value={draft.dueOn} min={draft.day} onChange={(dueOn) => change({ dueOn })} />
          </Field>
        )}
      </FieldGrid>
      <Field label={t('account.opening.note')} optional>
        <TextInput value={draft.note} maxLength={300} onChange={(event) => change({ note: event.target.value })} />
      </Field>
      {error && !isAtField && (
        <Banner tone="bad" onRetry={error.status >= 400 && error.status < 500 ? undefined : submit}>
          <b>{t('account.opening.failed')}</b>
          <p>{errorText(t, error)}</p>
        </Banner>
      )}
    </Dialog>
  );
}
