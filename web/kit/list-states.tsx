import { SearchX } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';

export function NothingMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <EmptyState icon={SearchX} title={t('kit.nothingMatches')} actions={<Button onClick={onClear}>{t('kit.clearFilters')}</Button>}>
      {t('kit.nothingMatchesText')}
    </EmptyState>
  );
}

export function LoadFailed({ sentence, title, onRetry }: { sentence: string; title?: string; onRetry: () => void }) {
  return (
    <div className="in-page">
      <Banner tone="bad" onRetry={onRetry}>
        {title && <b>{title}</b>}
        <p>{sentence}</p>
      </Banner>
    </div>
  );
}

/** The real layout in grey: as many rows as the page will have, up to what a screen shows. */
export function SkeletonRows({ columns, rows, ticked, menu }: { columns: readonly { id: string; num?: boolean; width?: string }[]; rows: number; ticked: boolean; menu: boolean }) {
  return (
    <table className="t" aria-hidden="true">
      <colgroup>
        {ticked && <col className="c-tick" />}
        {columns.map((column) => (
          <col key={column.id} style={column.width ? { inlineSize: column.width } : undefined} />
        ))}
        {menu && <col className="c-menu" />}
      </colgroup>
      <tbody>
        {Array.from({ length: Math.min(rows, 14) }, (_, row) => (
          <tr key={row}>
            {ticked && (
              <td>
                <span className="sk sk-box" />
              </td>
            )}
            {columns.map((column, at) => (
              <td key={column.id} className={column.num ? 'num col' : undefined}>
                <span className="sk" style={{ inlineSize: `${column.num ? 50 : 38 + ((row * 17 + at * 29) % 40)}%` }} />
              </td>
            ))}
            {menu && <td />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
