import { useTranslation } from '@/i18n/use-translation.ts';
import { FieldGrid } from './field.tsx';
import { useScansAhead } from './scan.ts';

/** A grey bar in place of text that is loading. */
export function Skeleton({ width = '100%', height }: { width?: string; height?: string }) {
  return <span className="skeleton" style={{ inlineSize: width, ...(height ? { blockSize: height } : {}) }} aria-hidden="true" />;
}

interface Drawn {
  num?: boolean;
  width?: string;
}

interface SkeletonTableProps {
  /** The columns of the table that is loading, or their number. */
  columns: readonly Drawn[] | number;
  rows: number;
  isSelectable?: boolean;
  menu?: boolean;
}

/** Placeholder of a table: as many rows as it will have, up to one screen. */
export function SkeletonTable({ columns, rows, isSelectable: ticked, menu }: SkeletonTableProps) {
  const drawn = typeof columns === 'number' ? Array<Drawn>(columns).fill({}) : columns;
  return (
    <table className="data-table" aria-hidden="true">
      <colgroup>
        {ticked && <col className="w-[60px]" />}
        {drawn.map(({ width }, index) => (
          <col key={index} style={width ? { inlineSize: width } : undefined} />
        ))}
        {menu && <col className="w-14" />}
      </colgroup>
      <tbody>
        {Array.from({ length: Math.min(rows, 14) }, (_, row) => (
          <tr key={row}>
            {ticked && (
              <td>
                <span className="skeleton size-4" />
              </td>
            )}
            {drawn.map(({ num }, index) => (
              <td key={index} className={num ? 'numeric figure-column' : undefined}>
                <span className="skeleton" style={{ inlineSize: `${num ? 50 : 38 + ((row * 17 + index * 29) % 40)}%` }} />
              </td>
            ))}
            {menu && <td />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Placeholder of a form. Scans made meanwhile go to the form. */
export function SkeletonForm({ fields = 6 }: { fields?: number }) {
  const { t } = useTranslation();
  useScansAhead();
  return (
    <div className="section" role="status">
      <span className="sr-only">{t('ui.loading')}</span>
      <FieldGrid>
        {Array.from({ length: fields }, (_, field) => (
          <span key={field} className="field" aria-hidden="true">
            <Skeleton width="30%" />
            <span className="skeleton h-(--ctl) w-full rounded-md" />
          </span>
        ))}
      </FieldGrid>
    </div>
  );
}
