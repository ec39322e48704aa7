import { useState } from 'react';
import { useBranch } from '@/db/me.ts';
import { today } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { ExpenseForm } from './expense-form.tsx';

export function Component() {
  const { first } = useBranch();
  const [id] = useState(newId);
  return <ExpenseForm id={id} record={null} given={{ branch_id: first?.id ?? '', spent_on: today(first?.time_zone, first?.day_start) }} />;
}
