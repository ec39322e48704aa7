import { CircleAlert, RotateCw, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';
import { Icon, type LucideIcon } from '@/ui/icon.tsx';

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  text: string;
  actions?: ReactNode;
}

/** Nothing yet: what it is and the first action. */
export function Empty({ icon, title, text, actions }: EmptyProps) {
  return (
    <div className="empty">
      <span className="sign">
        <Icon of={icon} size={20} />
      </span>
      <h2>{title}</h2>
      <p>{text}</p>
      {actions && <div className="acts">{actions}</div>}
    </div>
  );
}

export function NothingMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return <Empty icon={SearchX} title={t('kit.nothingMatches')} text={t('kit.nothingMatchesText')} actions={<Button onClick={onClear}>{t('kit.clearFilters')}</Button>} />;
}

export function LoadFailed({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="banner in-page" role="alert">
      <Icon of={CircleAlert} />
      <span>{sentence}</span>
      <Button small icon={RotateCw} onClick={onRetry}>
        {t('kit.retry')}
      </Button>
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
