import { Ban } from 'lucide-react';
import { Trans } from 'react-i18next';
import { openingChanges, voidOpeningBalance, type Contact } from '@/db/opening-balances.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';

interface VoidOpeningProps {
  contact: Contact;
  balance: { id: string; number: string; amount: number };
  onClose: () => void;
}

/** Asks before an opening balance is voided. */
export function VoidOpening({ contact, balance: { id, number, amount }, onClose }: VoidOpeningProps) {
  const { t } = useTranslation();
  const values = { amount: formatMoney(Math.abs(amount)), currency: currencyWord() };
  return (
    <ActionDialog
      run={(reason) => voidOpeningBalance({ id, reason })}
      changes={[...openingChanges[contact], 'audit_log']}
      onDone={() => t('account.opening.void.done', { number })}
      onClose={onClose}
      title={t('account.opening.void.title')}
      number={number}
      icon={Ban}
      danger
      irreversible
      confirm={t('account.opening.void.confirm', values)}
      reason={{ label: t('account.opening.void.reason'), required: true }}
    >
      <p>
        <Trans t={t} i18nKey="account.opening.void.text" values={values} components={{ b: <b /> }} />
      </p>
    </ActionDialog>
  );
}
