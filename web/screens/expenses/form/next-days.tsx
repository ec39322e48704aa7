import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { ruleDays, type Repeats } from '@/db/expenses.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate } from '@/lib/dates.ts';
import '../expenses.css';

interface NextDaysProps {
  startsOn: string;
  /** Null while it cannot be read. */
  repeats: Repeats | null;
}

/** The next five days on which it is due, as the database reckons them, before anything is saved. */
export function NextDays({ startsOn, repeats }: NextDaysProps) {
  const { t } = useTranslation();
  const asked = useDeferredValue(repeats);
  const days = useQuery({ ...ruleDays(startsOn, asked ?? { every: 1, unit: 'months', ends_on: null }), enabled: asked !== null }).data;
  return (
    <div className="ex-days" role="status" aria-label={t('expenses.recurring.days')}>
      <small>{t('expenses.recurring.days')}</small>
      {repeats && days && (days.length === 0 ? <span>{t('expenses.recurring.noDays')}</span> : <ul>{days.map((day) => <li key={day}><bdi>{formatDate(day)}</bdi></li>)}</ul>)}
    </div>
  );
}
