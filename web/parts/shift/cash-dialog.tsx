import { useMutation } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react';
import { useState } from 'react';
import { AppError } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import { recordCash, shiftChanges, type CashEntry } from '@/db/shifts.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { newId } from '@/lib/id.ts';
import { compare, formatMoney } from '@/lib/money.ts';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';
import { isCash } from './count.ts';
import { ShiftDialog } from './shift-dialog.tsx';
import './shift.css';

interface CashDialogProps {
  shift: { id: string; number: string };
  kind: CashEntry['kind'];
  onClose: () => void;
}

/** Pays cash into or out of a drawer, for a reason other than a sale. */
export default function CashDialog({ shift, kind: first, onClose }: CashDialogProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState(first);
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [id] = useState(newId);
  const currency = currencyWord();
  const isValid = isCash(amount) && compare(amount, 0) > 0;
  const mayExceed = useCan()('attendance.shifts.approve_variance');
  const record = useMutation(
    write({
      run: (overExpected: boolean) =>
        recordCash({ id, shift_id: shift.id, kind, amount: amount as never, reason: reason.trim(), over_expected: overExpected }),
      changes: shiftChanges,
    }),
  );
  // Asked only after the database has refused the amount.
  const [refused, setRefused] = useState('');
  const exceeds = kind === 'pay_out' && refused !== '' && refused === amount;
  const words = { amount: isValid ? formatMoney(amount) : '', currency };
  const submit = () => {
    setTried(true);
    if (!isValid || !reason.trim()) return;
    record.mutate(exceeds, {
      onError: (error) => setRefused(mayExceed && error instanceof AppError && error.code === 'drawer_short' ? amount : ''),
      onSuccess: () => {
        toast({ tone: 'ok', text: t(`shifts.cash.done_${kind}`, words) });
        onClose();
      },
    });
  };
  return (
    <ShiftDialog
      title={t('shifts.cash.title')}
      number={shift.number}
      confirm={
        exceeds
          ? t('shifts.cash.confirm_over')
          : isValid
            ? t(`shifts.cash.confirm_${kind}`, words)
            : t(kind === 'pay_in' ? 'shifts.action.payIn' : 'shifts.action.payOut')
      }
      icon={kind === 'pay_in' ? ArrowDownToLine : ArrowUpFromLine}
      busy={record.isPending}
      failed={t('shifts.cash.failed')}
      error={record.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="shift-way">
        <Segmented
          label={t('shifts.cash.kind')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'pay_in', label: t('shifts.action.payIn'), icon: ArrowDownToLine },
            { value: 'pay_out', label: t('shifts.action.payOut'), icon: ArrowUpFromLine },
          ]}
        />
      </div>
      <Field label={t('shifts.cash.amount')} error={(amount === '' ? tried : !isValid) && t('shifts.cash.amountInvalid')}>
        <NumberInput data-autofocus value={amount} unit={currency} format={formatMoney} onChange={setAmount} />
      </Field>
      <Field label={t('shifts.cash.reason')} error={tried && !reason.trim() && t('shifts.cash.reasonMissing')}>
        <TextInput value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </ShiftDialog>
  );
}
