import { useTranslation } from '@/i18n/use-translation.ts';
import { useScansAhead } from './scan.ts';

/** One grey stroke where words will stand. */
export function Skeleton({ width = '100%', square, height }: { width?: string; square?: boolean; height?: string }) {
  return <span className={square ? 'sk sq' : 'sk'} style={square ? undefined : { inlineSize: width, ...(height ? { blockSize: height } : {}) }} aria-hidden="true" />;
}

interface SkeletonRowsProps {
  columns: readonly { num?: boolean; width?: string; thumb?: boolean }[];
  rows?: number;
}

const widths = ['72%', '48%', '84%', '56%', '64%'];

/** Rows of a ledger table, to stand inside its tbody. */
export function SkeletonRows({ columns, rows = 8 }: SkeletonRowsProps) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row} aria-hidden="true">
      {columns.map((column, place) => (
        <td key={place} className={column.num ? 'num col' : undefined}>
          <span className={column.thumb ? 'prod' : undefined}>
            {column.thumb && <Skeleton square />}
            <span className="sk" style={{ inlineSize: column.num ? '60%' : widths[(row + place) % widths.length], ...(column.num ? { marginInlineStart: 'auto' } : {}) }} />
          </span>
        </td>
      ))}
    </tr>
  ));
}

/** A form that is on its way. */
export function SkeletonForm({ fields = 6 }: { fields?: number }) {
  const { t } = useTranslation();
  useScansAhead();
  return (
    <div className="sec grid g2" role="status">
      <span className="sr">{t('ui.loading')}</span>
      {Array.from({ length: fields }, (_, field) => (
        <span key={field} className="f" aria-hidden="true">
          <Skeleton width="30%" />
          <span className="sk box" />
        </span>
      ))}
    </div>
  );
}
