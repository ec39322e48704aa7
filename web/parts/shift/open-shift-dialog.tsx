import { useMutation, useQuery } from '@tanstack/react-query';
import { LockOpen } from 'lucide-react';
import { useState } from 'react';
import type { AppError } from '@/db/errors.ts';
import { useBranch, useMe } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import { leftInDrawerQuery, openShift, shiftChanges, type ShiftAnswer } from '@/db/shifts.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { compare, formatMoney, minus } from '@/lib/money.ts';
import { Note } from '@/ui/banner.tsx';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';
import { isCash } from './count.ts';
import { ShiftDialog } from './shift-dialog.tsx';

interface OpenShiftDialogProps {
  /** The branch; without it the user chooses. */
  branchId?: string;
  onClose: () => void;
}

/** Opens the user's own shift: proposes the amount left in the drawer, and asks for a note if the count differs. */
export default function OpenShiftDialog({ branchId, onClose }: OpenShiftDialogProps) {
  const { t } = useTranslation();
  const { shifts } = useMe();
  const { workBranches, defaultBranch } = useBranch();
  const free = workBranches.filter(({ id }) => id === branchId || !shifts.some((shift) => shift.branch_id === id));
  const [chosen, setChosen] = useState<string | null>(null);
  const branch = free.find(({ id }) => id === (branchId ?? chosen ?? defaultBranch?.id)) ?? (free.length === 1 ? free[0] : undefined);
  const { data: leftInDrawer = null } = useQuery({
    ...leftInDrawerQuery(branch?.id ?? ''),
    enabled: branch !== undefined,
    placeholderData: undefined,
    staleTime: 0,
  });
  const [typed, setTyped] = useState<string | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  // One id per branch, because another branch makes it another shift.
  const [ids] = useState(() => new Map<string, string>());
  const balance = typed ?? (leftInDrawer ? String(leftInDrawer.closing_balance) : '');
  const difference = leftInDrawer && isCash(balance) ? minus(balance, leftInDrawer.closing_balance) : '0';
  const differs = compare(difference, 0) !== 0;
  const currency = currencyWord();
  const open = useMutation<ShiftAnswer, AppError>(
    write({
      run: () => {
        const branch_id = branch?.id ?? '';
        ids.set(branch_id, ids.get(branch_id) ?? newId());
        return openShift({ id: ids.get(branch_id)!, branch_id, opening_balance: balance as never, note: note.trim() || undefined });
      },
      changes: shiftChanges,
    }),
  );
  const submit = () => {
    setTried(true);
    if (!branch || !isCash(balance) || (differs && !note.trim())) return;
    open.mutate(undefined as never, {
      onSuccess: ({ number }) => {
        toast({ tone: 'ok', text: t('shifts.open.done', { number }) });
        onClose();
      },
    });
  };
  const wrong =
    balance === '' ? (tried ? t('errors.cash_amount_required') : undefined) : isCash(balance) ? undefined : t('errors.cash_amount_invalid');
  return (
    <ShiftDialog
      title={t('shifts.open.title')}
      confirm={t('shifts.open.confirm')}
      icon={LockOpen}
      busy={open.isPending}
      failed={t('shifts.open.failed')}
      error={open.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {free.length === 0 && <Note>{t('shifts.open.nowhere')}</Note>}
      {free.length > 1 && branchId === undefined && (
        <Field label={t('shifts.open.branch')} error={tried && !branch && t('shifts.open.chooseBranch')}>
          <Select
            value={branch?.id ?? null}
            placeholder={t('shifts.open.chooseBranch')}
            options={free.map((one) => ({ value: one.id, label: nameOf(one) }))}
            onChange={setChosen}
          />
        </Field>
      )}
      {leftInDrawer && (
        <p>
          {t('shifts.open.left', {
            name: nameOf(leftInDrawer.opened_by),
            amount: formatMoney(leftInDrawer.closing_balance),
            currency,
            at: formatDateTime(leftInDrawer.closed_at),
            number: leftInDrawer.number,
          })}
        </p>
      )}
      <Field
        label={t('shifts.open.balance')}
        error={wrong}
        hint={
          differs &&
          t(compare(difference, 0) > 0 ? 'shifts.open.more' : 'shifts.open.less', {
            amount: formatMoney(difference.replace('-', '')),
            currency,
          })
        }
        aside={
          leftInDrawer &&
          differs && (
            <button type="button" className="link" onClick={() => setTyped(null)}>
              {t('shifts.open.useLeft', { amount: formatMoney(leftInDrawer.closing_balance) })}
            </button>
          )
        }
      >
        <NumberInput data-autofocus value={balance} unit={currency} format={formatMoney} onChange={setTyped} />
      </Field>
      {differs && (
        <Field label={t('shifts.open.note')} error={tried && !note.trim() && t('shifts.open.noteMissing')}>
          <TextInput value={note} maxLength={300} onChange={(event) => setNote(event.target.value)} />
        </Field>
      )}
    </ShiftDialog>
  );
}
