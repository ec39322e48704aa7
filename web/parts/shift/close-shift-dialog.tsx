import { useMutation, useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { sendWaiting, useOutbox } from '@/db/counter-outbox.ts';
import { refresh, write } from '@/db/query.ts';
import type { AppError } from '@/db/errors.ts';
import { useCan, useMe, useUserKey } from '@/db/me.ts';
import { closeShift, shiftChanges, shiftDetail, type ShiftAnswer } from '@/db/shifts.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useDraft } from '@/kit/use-draft.ts';
import { currencyWord } from '@/lib/currency.ts';
import { compare, formatMoney, minus } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner, Note } from '@/ui/banner.tsx';
import { Field, FieldGrid } from '@/ui/field.tsx';
import { NumberInput } from '@/ui/number-input.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';
import { countedOf, isCash, isCount, outcomeOf, totalOf, type Counts } from './count.ts';
import { ClosingAccount } from './closing-account.tsx';
import { PiecesTable } from './pieces-table.tsx';
import { ShiftDialog } from './shift-dialog.tsx';
import './shift.css';

interface Written {
  by: 'total' | 'pieces';
  total: string;
  counts: Counts;
  /** Empty: all cash stays in the drawer. */
  stays: string;
  note: string;
}
const NOTHING: Written = { by: 'total', total: '', counts: {}, stays: '', note: '' };

/** Counts the drawer and closes the shift. Without permission to see the expected amount the count is blind. */
export default function CloseShiftDialog({ shift, onClose }: { shift: { id: string; number: string }; onClose: () => void }) {
  const { t } = useTranslation();
  const can = useCan();
  const { business } = useMe();
  const sees = can('attendance.shifts.view') && can('attendance.shifts.view_expected');
  const draft = useDraft<Written>(useUserKey(), `close-shift:${shift.id}`);
  const [written, setWritten] = useState(draft.restored ?? NOTHING);
  const [tried, setTried] = useState(false);
  const { store: keep, drop } = draft;
  // The count survives a reload and an expired session.
  useEffect(() => {
    if (written !== NOTHING) keep(written);
  }, [keep, written]);
  // Sales of this shift that are not sent yet: if it is closed before them, their money is missing in it.
  const unsent = useOutbox().filter(({ sale }) => sale.shift_id === shift.id).length;
  useEffect(() => void sendWaiting(), []);
  const closeDialog = () => {
    drop();
    onClose();
  };
  const change = (next: Partial<Written>) => setWritten((now) => ({ ...now, ...next }));
  // The expected amount is never read from the cache, because sales may continue.
  const detail = useQuery({ ...shiftDetail(shift.id), enabled: sees, staleTime: 0 }).data;

  const { by, total, counts, stays, note } = written;
  const denominations = countedOf(business.denominations, counts);
  const areCountsValid = Object.values(counts).every(isCount);
  const counted = by === 'total' ? total : totalOf(denominations);
  const isValid = by === 'total' ? isCash(total) : areCountsValid && Object.values(counts).some((count) => count !== '');
  const stay = stays === '' ? counted : stays;
  const isStayValid = stays === '' || (isCash(stays) && isValid && compare(stays, counted) <= 0);
  const expected = detail?.shift.expected_closing ?? null;
  const limit = business.shift_variance_limit;
  const outcome = isValid && expected !== null ? outcomeOf(counted, expected) : null;
  const isOverLimit = outcome !== null && limit !== null && compare(outcome.difference.replace('-', ''), limit) > 0;
  const noteMissing = isOverLimit && !note.trim();
  const currency = currencyWord();

  const close = useMutation<ShiftAnswer, AppError>({
    ...write({
      run: () =>
        closeShift({
          id: shift.id,
          actual_closing: counted as never,
          closing_balance: stay as never,
          note: note.trim() || undefined,
          ...(by === 'pieces' ? { denominations: denominations.filter(({ count }) => count > 0) } : {}),
        }),
      changes: shiftChanges,
    }),
    // The shift may have been closed or changed meanwhile, so the data is reloaded.
    onError: () => void refresh(shiftChanges),
  });
  const submit = () => {
    setTried(true);
    if (!isValid || !isStayValid || noteMissing) return;
    close.mutate(undefined as never, {
      onSuccess: ({ number, result }) => {
        closeDialog();
        toast({
          tone: 'ok',
          text: result
            ? t('shifts.close.doneResult', { number, result: t(`shifts.result.${result}`) })
            : t('shifts.close.done', { number }),
        });
      },
    });
  };
  const totalProblem = total === '' ? tried && t('shifts.close.totalMissing') : !isCash(total) && t('shifts.close.totalInvalid');
  return (
    <ShiftDialog
      title={t('shifts.close.title')}
      number={shift.number}
      confirm={t('shifts.close.confirm')}
      icon={Lock}
      busy={close.isPending}
      failed={t('shifts.close.failed')}
      error={close.error}
      onSubmit={submit}
      onClose={closeDialog}
    >
      {unsent > 0 && <Banner tone="warn">{t('shifts.close.unsent', { count: unsent, shown: formatNumber(unsent) })}</Banner>}
      {!sees && <p className="muted">{t('shifts.close.blind')}</p>}
      <div className="shift-way">
        <Segmented
          label={t('shifts.close.how')}
          value={by}
          onChange={(countedBy) => change({ by: countedBy })}
          options={[
            { value: 'total', label: t('shifts.close.byTotal') },
            { value: 'pieces', label: t('shifts.close.byPieces') },
          ]}
        />
      </div>
      {by === 'total' ? (
        <Field label={t('shifts.close.total')} error={totalProblem}>
          <NumberInput data-autofocus value={total} unit={currency} format={formatMoney} onChange={(typed) => change({ total: typed })} />
        </Field>
      ) : (
        <PiecesTable
          counted={denominations}
          counts={counts}
          onChange={(next) => change({ counts: next })}
          missing={tried && !isValid && areCountsValid}
        />
      )}
      {sees && expected !== null && <ClosingAccount expected={expected} counted={isValid ? counted : null} outcome={outcome} />}
      <FieldGrid>
        <Field
          label={t('shifts.close.stays')}
          optional
          error={!isStayValid && t('shifts.close.staysInvalid')}
          hint={isStayValid && stays !== '' && t('shifts.close.staysHint', { amount: formatMoney(minus(counted, stays)), currency })}
        >
          <NumberInput value={stays} unit={currency} format={formatMoney} onChange={(typed) => change({ stays: typed })} />
        </Field>
        <Field
          label={t('shifts.close.note')}
          optional={!isOverLimit}
          error={tried && noteMissing && t('shifts.close.noteMissing', { limit: formatMoney(limit ?? 0), currency })}
        >
          <TextInput value={note} maxLength={300} onChange={(event) => change({ note: event.target.value })} />
        </Field>
      </FieldGrid>
      {isOverLimit && !can('attendance.shifts.approve_variance') && <Note tone="warn">{t('shifts.close.waits')}</Note>}
      <p className="muted">{t('shifts.close.frozen')}</p>
    </ShiftDialog>
  );
}
