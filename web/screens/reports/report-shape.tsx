import { ArrowLeftRight } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { List } from '@/list/use-list-state.ts';
import { IconButton } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Select } from '@/ui/select.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { measureOf } from './report-columns.tsx';
import type { Heading, Report, ReportColumn, ReportQuery } from './reports.ts';

interface ReportShapeProps {
  report: Report;
  list: List;
  asked: ReportQuery;
  headings: readonly Heading[];
  /** Those that the user may see. */
  measures: readonly ReportColumn[];
}

/** Chooses the rows of a report; of one made by the engine also its columns and measure. */
export function ReportShape({ report, list, asked, headings, measures }: ReportShapeProps) {
  const { t } = useTranslation();
  const { heading, columns } = asked;
  const show = (rows: Heading, across: Heading | undefined) => {
    const { by: _, columns: __, ...filters } = list.state.filters;
    list.change({
      view: {
        search: '',
        filters: { ...filters, ...(rows !== headings[0] && { by: [rows] }), ...(across && { columns: [across] }) },
      },
    });
  };
  const swap = () => heading && columns && show(columns, heading);
  useShortcut('x', swap, { when: Boolean(report.filters && columns) });
  if (!heading) return null;
  const options = headings.map((value) => ({ value, label: t(`reports.by.${value}`) }));
  if (!report.filters)
    return <Segmented label={t('reports.groupBy')} value={heading} options={options} onChange={(by) => show(by, undefined)} />;
  return (
    <div className="report-shape" role="group" aria-label={t('reports.shape')}>
      <span>
        <span aria-hidden="true">{t('reports.rowsBy')}</span>
        <Select
          label={t('reports.rowsBy')}
          value={heading}
          options={options}
          onChange={(by) => show(by, by === columns ? heading : columns)}
        />
      </span>
      <IconButton variant="quiet" icon={ArrowLeftRight} label={t('reports.swap')} disabled={!columns} onClick={swap} />
      <span>
        <span aria-hidden="true">{t('reports.columnsBy')}</span>
        <Select<Heading | 'none'>
          label={t('reports.columnsBy')}
          value={columns ?? 'none'}
          options={[{ value: 'none', label: t('reports.figures') }, ...options.filter(({ value }) => value !== heading)]}
          onChange={(across) => show(heading, across === 'none' ? undefined : across)}
        />
      </span>
      <span>
        <span aria-hidden="true">{t('reports.measure')}</span>
        <Select
          label={t('reports.measure')}
          value={measureOf(report, asked)?.id ?? null}
          options={measures.map(({ id }) => ({ value: id, label: t(`reports.col.${id}`) }))}
          onChange={(id) => list.change({ filter: 'measure', values: [id] })}
        />
      </span>
    </div>
  );
}
