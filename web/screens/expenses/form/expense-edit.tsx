import { useParams } from 'react-router-dom';
import type { ExpenseRecord } from '@/db/expenses.ts';
import { FoundExpense } from '../found-expense.tsx';
import { ExpenseForm } from './expense-form.tsx';
import { recordOf } from './use-expense-form.ts';
import { useOpened } from './use-opened.ts';

export function Component() {
  const { id = '' } = useParams();
  const found = useOpened<ExpenseRecord>(recordOf(id));
  return <FoundExpense query={found}>{(record) => <ExpenseForm key={record.id} id={record.id} record={record} given={{}} />}</FoundExpense>;
}
