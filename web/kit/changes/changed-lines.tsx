import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { changeLines, type ChangedLine } from '@/db/history.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner } from '@/ui/banner.tsx';
import { FromAfter } from '@/ui/figure.tsx';
import { Spinner } from '@/ui/spinner.tsx';

/** The number of changed lines of a document; a click lists them. */
export function ChangedLines({ id, lines }: { id: string; lines: number }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <div>
      <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('history.lines', { count: lines })}
      </button>
      {open && <Lines id={id} />}
    </div>
  );
}

function Lines({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(changeLines(id));
  if (error)
    return (
      <Banner tone="bad" onRetry={() => void refetch()}>
        {errorText(t, error)}
      </Banner>
    );
  if (!data) return <Spinner />;
  // A quantity, or a cost with its discount and free pieces.
  const figure = (value: ChangedLine['before']) => {
    if (value === null) return '–';
    if (!Array.isArray(value)) return formatNumber(value);
    const [unit, discount, free] = value;
    const cost = discount === 0 ? formatMoney(unit) : t('history.costLess', { cost: formatMoney(unit), discount: formatMoney(discount) });
    return free ? t('history.costFree', { cost, free: formatNumber(free) }) : cost;
  };
  return (
    <ul className="mt-1.5">
      {data.map((line) => (
        <li key={line.id} className="flex justify-between gap-4 border-b border-rule py-1">
          <bdi>{nameOf(line) || t('history.unseen')}</bdi>
          <FromAfter from={figure(line.before)} after={figure(line.after)} />
        </li>
      ))}
    </ul>
  );
}
