import { Check } from 'lucide-react';
import { Trans } from 'react-i18next';
import { approveVariance, shiftChanges, type ShiftRow } from '@/db/shifts.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';

/** Asks before the cash difference of a closed shift is approved. */
export function ApproveVariance({ shift, onClose }: { shift: ShiftRow; onClose: () => void }) {
  const { t } = useTranslation();
  const currency = currencyWord();
  const difference = shift.difference ?? 0;
  return (
    <ActionDialog
      run={(note) => approveVariance({ id: shift.id, note })}
      changes={shiftChanges}
      onDone={() => t('shifts.approve.done')}
      onClose={onClose}
      title={t('shifts.approve.title')}
      number={shift.number}
      icon={Check}
      confirm={t('shifts.approve.confirm', { amount: formatMoney(Math.abs(difference)), currency })}
      reason={{ label: t('shifts.approve.reason'), required: true }}
    >
      <p>
        <Trans
          t={t}
          i18nKey={difference < 0 ? 'shifts.approve.text_shortage' : 'shifts.approve.text_overage'}
          components={{ b: <b /> }}
          values={{
            amount: formatMoney(Math.abs(difference)),
            currency,
            counted: formatMoney(shift.actual_closing ?? 0),
            expected: formatMoney(shift.expected_closing ?? 0),
            limit: formatMoney(shift.variance_limit ?? 0),
          }}
        />
      </p>
    </ActionDialog>
  );
}
