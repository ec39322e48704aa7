import { CircleAlert } from 'lucide-react';
import { Fragment, useDeferredValue, useState, type ReactNode } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { classOf, LineFooter, LineHeader, type LineColumn, type LineSums } from './columns.tsx';

const FIRST = 40;
/** Rows shown at first; MORE are added on request. */
const AT_ONCE = 500;
const MORE = 1000;

interface LinesTableProps<Line> {
  columns: readonly LineColumn<Line>[];
  /** The first lines, or all of them. */
  lines: readonly Line[];
  /** The number of all lines. */
  count: number;
  /** Loads all lines. */
  onMore?: () => void;
  /** The error of loading them. */
  failed?: AppError | null;
  /** The totals of the lines shown. */
  feet?: (shown: readonly Line[]) => LineSums;
  /** The message about a line's problem, if any. */
  note?: (line: Line) => ReactNode;
  className?: string;
}

/** The read-only lines of a document. */
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
  const [maxLines, setMaxLines] = useState(AT_ONCE);
  const lineCount = Math.min(lines.length, maxLines);
  const next = Math.min(count - lineCount, MORE);
  const showMore = () => {
    onMore?.();
    setMaxLines(maxLines + MORE);
  };
  return (
    <>
      <div className="frame">
        <table
          className={`data-table cards lines ${className}`}
          aria-label={t('lines.label')}
          aria-busy={lineCount < Math.min(count, maxLines)}
        >
          <LineHeader columns={columns} />
          <tbody>
            <Rows columns={columns} lines={lines} note={note} maxLines={maxLines} />
          </tbody>
          {feet && <LineFooter columns={columns} {...feet(lines.slice(0, lineCount))} />}
        </table>
      </div>
      {failed && (
        <div className="section">
          <Banner tone="bad" onRetry={onMore}>
            {errorText(t, failed)}
          </Banner>
        </div>
      )}
      {next > 0 && (
        <p className="line-more">
          <Button onClick={showMore}>{t('lines.more', { count: next, shown: formatNumber(next) })}</Button>
          <span className="muted">{t('lines.shown', { shown: formatNumber(lineCount), total: formatNumber(count) })}</span>
        </p>
      )}
    </>
  );
}

function Rows<Line extends { id: string | number }>({
  columns,
  lines,
  note,
  maxLines,
}: Pick<LinesTableProps<Line>, 'columns' | 'lines' | 'note'> & { maxLines: number }) {
  // Renders the first screen at once and the rest deferred, so that it does not block a click.
  const shown = useDeferredValue(maxLines, FIRST);
  return lines.slice(0, shown).map((line, index) => {
    const wrong = note?.(line);
    return (
      <Fragment key={line.id}>
        <tr className={wrong ? 'line-wrong line-noted' : undefined} tabIndex={wrong ? -1 : undefined}>
          <td className="line-number muted">
            <Figure value={formatNumber(index + 1)} />
          </td>
          {columns.map((column) => (
            <td key={column.id} className={classOf(columns, column)} data-l={column.num ? column.label : undefined}>
              {column.cell?.(line)}
            </td>
          ))}
        </tr>
        {wrong && (
          <tr className="card-error">
            <td className="line-number" />
            <td colSpan={columns.length}>
              <span className="error-text">
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
