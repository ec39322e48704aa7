import { CircleAlert } from 'lucide-react';
import { Fragment, useDeferredValue, useState, type ReactNode } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { classOf, LineFoot, LineHead, type LineColumn, type LineSums } from './columns.tsx';

const FIRST = 40;
/** So many rows at once; a thousand and more come when they are asked for. */
const AT_ONCE = 500;
const MORE = 1000;

interface LinesTableProps<Line> {
  columns: readonly LineColumn<Line>[];
  /** The first of them, or all. */
  lines: readonly Line[];
  /** How many there are. */
  count: number;
  /** The rest is asked for. */
  onMore?: () => void;
  /** Why the rest did not come. */
  failed?: AppError | null;
  /** What the lines in sight come to. */
  feet?: (shown: readonly Line[]) => LineSums;
  /** What is wrong with a line; nothing where nothing is. */
  note?: (line: Line) => ReactNode;
  className?: string;
}

/** The lines of a document that stands. */
export function LinesTable<Line extends { id: string | number }>({
  columns,
  lines,
  count,
  onMore,
  failed,
  feet,
  note,
  className = '',
}: LinesTableProps<Line>) {
  const { t } = useTranslation();
  const [most, setMost] = useState(AT_ONCE);
  const shown = Math.min(lines.length, most);
  const next = Math.min(count - shown, MORE);
  const more = () => {
    onMore?.();
    setMost(most + MORE);
  };
  return (
    <>
      <div className="frame">
        <table className={`t cards lines ${className}`} aria-label={t('lines.label')} aria-busy={shown < Math.min(count, most)}>
          <LineHead columns={columns} />
          <tbody>
            <Rows columns={columns} lines={lines} note={note} most={most} />
          </tbody>
          {feet && <LineFoot columns={columns} {...feet(lines.slice(0, shown))} />}
        </table>
      </div>
      {failed && (
        <div className="sec">
          <Banner tone="bad" onRetry={onMore}>
            {errorText(t, failed)}
          </Banner>
        </div>
      )}
      {next > 0 && (
        <p className="ln-more">
          <Button onClick={more}>{t('lines.more', { count: next, shown: formatNumber(next) })}</Button>
          <span className="mut">{t('lines.shown', { shown: formatNumber(shown), total: formatNumber(count) })}</span>
        </p>
      )}
    </>
  );
}

function Rows<Line extends { id: string | number }>({
  columns,
  lines,
  note,
  most,
}: Pick<LinesTableProps<Line>, 'columns' | 'lines' | 'note'> & { most: number }) {
  // The first screenful at once, hundreds more without holding up a click.
  const shown = useDeferredValue(most, FIRST);
  return lines.slice(0, shown).map((line, at) => {
    const wrong = note?.(line);
    return (
      <Fragment key={line.id}>
        <tr className={wrong ? 'ln-wrong ln-noted' : undefined} tabIndex={wrong ? -1 : undefined}>
          <td className="ln-no mut">
            <Figure value={formatNumber(at + 1)} />
          </td>
          {columns.map((column) => (
            <td key={column.id} className={classOf(columns, column)} data-l={column.num ? column.label : undefined}>
              {column.cell?.(line)}
            </td>
          ))}
        </tr>
        {wrong && (
          <tr className="x-err">
            <td className="ln-no" />
            <td colSpan={columns.length}>
              <span className="err-t">
                <Icon of={CircleAlert} size={14} />
                {wrong}
              </span>
            </td>
          </tr>
        )}
      </Fragment>
    );
  });
}
