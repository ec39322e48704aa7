import { Trash2 } from 'lucide-react';
import { deleteExpense, expenseChanges, type ExpenseRow } from '@/db/expenses.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/money.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';

interface DeleteExpenseProps {
  expense: Pick<ExpenseRow, 'id' | 'number' | 'version' | 'amount'>;
  onClose: () => void;
  onDone?: () => void;
}

export function DeleteExpense({ expense: { id, number, version, amount }, onClose, onDone }: DeleteExpenseProps) {
  const { t } = useTranslation();
  return (
    <ActionDialog
      run={() => deleteExpense({ id, expected_version: version })}
      changes={expenseChanges}
      onDone={() => {
        onDone?.();
        return t('expenses.delete.done', { number });
      }}
      onClose={onClose}
      title={t('expenses.delete.title')}
      number={number}
      icon={Trash2}
      danger
      irreversible
      confirm={t('expenses.delete.confirm')}
    >
      <p>{t('expenses.delete.text', { amount: formatMoney(amount), currency: currencyWord() })}</p>
    </ActionDialog>
  );
}
