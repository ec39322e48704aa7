import { ChartColumn, Table2 } from 'lucide-react';
import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { IconButton } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { latinKey } from '@/ui/shortcuts.ts';
import { Table } from '@/ui/table.tsx';
import type { ChartWords, Drawing, Mark } from './drawing.ts';

const Plot = lazy(() => import('./plot/plot.tsx'));

interface ChartProps extends ChartWords {
  title: string;
  /** Controls beside the title. */
  controls?: ReactNode;
  drawing: Drawing;
}

/** A chart whose marks can be pointed at, reached with the arrow keys and opened; `T` shows its numbers as a table. */
export function Chart({ title, controls, drawing, ...words }: ChartProps) {
  const { t } = useTranslation();
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const toggle = () => setIsTable(!isTable);
  const press = (event: KeyboardEvent) => {
    if (latinKey(event.nativeEvent) !== 't' || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    toggle();
    // The mark that had the focus disappears.
    button.current?.focus();
  };
  const marks = drawing.kind === 'panels' ? drawing.panels.flatMap((panel) => panel.marks) : drawing.marks;
  const { now, before, unfinished = t('ui.chart.unfinished') } = words;
  return (
    <section className="chart" aria-labelledby={id} onKeyDown={press}>
      <div className="chart-head">
        <h2 id={id}>{title}</h2>
        {controls}
        {!isTable && (
          <span className="chart-legend">
            <i />
            {now}
            {marks.some(({ isUnfinished }) => isUnfinished) && (
              <>
                <i className="unfinished" />
                {unfinished}
              </>
            )}
            {before && (
              <>
                <i className="before" />
                {before}
              </>
            )}
          </span>
        )}
        <IconButton
          ref={button}
          variant="quiet"
          small
          icon={isTable ? ChartColumn : Table2}
          label={isTable ? t('ui.chart.asChart') : t('ui.chart.asTable')}
          onClick={toggle}
        />
      </div>
      {isTable ? (
        <ChartTable label={title} drawing={drawing} {...words} />
      ) : (
        <Suspense fallback={<div className="chart-loading" />}>
          <Plot drawing={drawing} {...words} />
        </Suspense>
      )}
    </section>
  );
}

function ChartTable({ label, drawing, by, now, before, format = formatMoney }: ChartWords & { label: string; drawing: Drawing }) {
  const rows =
    drawing.kind === 'panels'
      ? drawing.panels.flatMap((panel) => panel.marks.map((mark) => ({ ...mark, panel: panel.name, key: `${panel.key} ${mark.key}` })))
      : drawing.marks.map((mark) => ({ ...mark, panel: '' }));
  return (
    <div className="chart-table">
      <Table
        className="ledger-table"
        label={label}
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          drawing.kind === 'panels' && { head: drawing.panelsBy, cell: ({ panel }) => <bdi>{panel}</bdi> },
          { head: by, isRowHeader: true, cell: (row) => <Opener mark={row} /> },
          { head: now, num: 'numeric', cell: (row) => <Figure value={format(row.now)} /> },
          Boolean(before) && {
            head: before,
            num: 'numeric',
            cell: (row) => (typeof row.before === 'number' ? <Figure value={format(row.before)} /> : null),
          },
        ]}
      />
    </div>
  );
}

function Opener({ mark: { name, href, onOpen } }: { mark: Mark }) {
  if (href)
    return (
      <a className="reason" href={href}>
        <bdi>{name}</bdi>
      </a>
    );
  if (onOpen)
    return (
      <button type="button" className="reason" onClick={onOpen}>
        <bdi>{name}</bdi>
      </button>
    );
  return <bdi>{name}</bdi>;
}
