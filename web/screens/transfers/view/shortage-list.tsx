import type { ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Shortage } from '@/parts/document/shortages.ts';
import { lineName } from '@/parts/variant-name.ts';
import { Note } from '@/ui/banner.tsx';

/** The lines that block a decision, each with needed and available pieces. */
export function ShortageList({ lines, title, remedy }: { lines: readonly Shortage[]; title: string; remedy: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Note tone="bad">
      <b>{title}</b>
      <ul className="transfer-short">
        {lines.map((line) => (
          <li key={line.variant_id}>
            <bdi>{lineName(line)}</bdi>
            <span>
              {line.has === undefined
                ? t('transfers.decide.shortLineUnseen', { needs: formatNumber(line.needs) })
                : t('transfers.decide.shortLine', { needs: formatNumber(line.needs), has: formatNumber(line.has) })}
            </span>
          </li>
        ))}
      </ul>
      <p>{remedy}</p>
    </Note>
  );
}
