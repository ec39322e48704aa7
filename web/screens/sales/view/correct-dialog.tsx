import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { refresh, write } from '@/db/query.ts';
import { correctPayment, saleChanges, type SaleAnswer, type SalePayment } from '@/db/sales.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { newId } from '@/lib/id.ts';
import { compare, formatMoney } from '@/lib/money.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { methodsOf } from '@/parts/payments/payment-lines.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';

interface CorrectDialogProps {
  payment: SalePayment;
  number: string;
  onClose: () => void;
}

/** Moves all or a part of a payment, or of what was paid back, to the method by which it was really made. */
export function CorrectDialog({ payment, number, onClose }: CorrectDialogProps) {
  const { t } = useTranslation();
  const online = useOnline();
  const methods = useQuery(methodsOf()).data?.rows ?? [];
  const paidBy = payment.paid_by ?? [];
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [toId, setToId] = useState<string | null>(null);
  const [written, setWritten] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  // A retry corrects once.
  const [id] = useState(newId);
  // The sale is loaded again after an error: the chosen method may have nothing left.
  const from = paidBy.find(({ payment_method_id }) => payment_method_id === chosenId) ?? paidBy[0];
  const most = String(Math.abs(from?.amount ?? 0));
  const amount = written ?? most;
  const read = readDecimal(amount);
  const isWrong = read === null || compare(read, 0) <= 0 || compare(read, most) > 0;
  const others = methods.filter((method) => method.id !== from?.payment_method_id);
  const to = others.find((method) => method.id === toId);
  const correction = useMutation<SaleAnswer, AppError>({
    ...write({
      run: () =>
        correctPayment({
          id,
          payment_id: payment.id,
          from_method_id: from?.payment_method_id ?? '',
          payment_method_id: to?.id ?? '',
          amount: Number(read),
          reason: reason.trim(),
        }),
      changes: saleChanges,
    }),
    // Somebody else may have corrected or voided it meanwhile.
    onError: () => void refresh(saleChanges),
  });
  const run = () => {
    setTried(true);
    if (isWrong || !to || !reason.trim()) return;
    correction.mutate(undefined as never, {
      onSuccess: () => {
        toast({ tone: 'ok', text: t('sales.correct.done', { amount: formatMoney(amount), currency: currencyWord(), method: nameOf(to) }) });
        onClose();
      },
    });
  };
  return (
    <Dialog
      onClose={onClose}
      onSubmit={run}
      locked={correction.isPending}
      title={t('sales.correct.title')}
      number={number}
      action={
        <Button
          variant="primary"
          type="submit"
          icon={ArrowLeftRight}
          busy={correction.isPending}
          reason={online ? undefined : t('errors.network')}
        >
          {t('sales.correct.confirm', { amount: isWrong ? '–' : formatMoney(amount), currency: currencyWord() })}
        </Button>
      }
    >
      <p>{t('sales.correct.text')}</p>
      <p className="muted">{t('sales.correct.cash')}</p>
      {paidBy.length > 1 ? (
        <Field label={t('sales.correct.from')}>
          <Select
            value={from?.payment_method_id ?? null}
            options={paidBy.map((part) => ({ value: part.payment_method_id, label: nameIn(part, 'payment_method') }))}
            onChange={(value) => {
              setChosenId(value);
              setWritten(null);
            }}
          />
        </Field>
      ) : (
        <dl className="key-values">
          <dt>{t('sales.correct.from')}</dt>
          <dd>
            <bdi>{from && nameIn(from, 'payment_method')}</bdi>
          </dd>
        </dl>
      )}
      <Field label={t('sales.correct.to')} error={tried && !to && t('sales.correct.choose')}>
        <Select
          value={to?.id ?? null}
          placeholder={t('sales.correct.choose')}
          options={others.map((method) => ({ value: method.id, label: nameOf(method) }))}
          onChange={setToId}
        />
      </Field>
      <Field label={t('sales.correct.amount')} error={tried && isWrong && t('sales.correct.most', { amount: formatMoney(most) })}>
        <NumberInput value={amount} format={formatMoney} unit={currencyWord()} onChange={setWritten} />
      </Field>
      <Field label={t('sales.correct.reason')} error={tried && !reason.trim() && t('ui.reasonNeeded')}>
        <TextInput value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
      </Field>
      {correction.error && (
        <Banner tone="bad" onRetry={correction.error.code === 'exists_already' ? undefined : run}>
          <b>{t('sales.correct.failed')}</b>
          <p>{correction.error.code === 'exists_already' ? t('sales.correct.recorded') : errorText(t, correction.error)}</p>
        </Banner>
      )}
    </Dialog>
  );
}
