import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Download, Undo2, Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useCan } from '@/db/me.ts';
import { entriesOfImport } from '@/db/stock.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { labelsEntry } from '@/parts/printing/labels-entry.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Table } from '@/ui/table.tsx';
import { CountStrip } from './count-strip.tsx';
import type { Kind } from './field-list.ts';
import { countsOf, type Report } from './import-calls.ts';
import { LeftByState } from './problem-table.tsx';
import { problemText } from './problem-text.ts';
import { saveRejects } from './rejects.ts';
import { UndoDialog } from './undo-dialog.tsx';
import type { Import } from './use-import.ts';

const listOf: Record<Kind, string> = {
  products: '/inventory/products?sort=-created_at',
  customers: '/contacts/customers?sort=-created_at',
  suppliers: '/contacts/suppliers',
  purchase_orders: '/purchase?sort=-created_at',
  sales: '/accounting/sales',
  expenses: '/accounting/expenses',
};

export function StepResult({ work }: { work: Import }) {
  const { t } = useTranslation();
  const can = useCan();
  const [undoing, setUndoing] = useState(false);
  const [doneAt] = useState(() => new Date().toISOString());
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const report = work.apply.data;
  const { kind } = work;
  const seesMovements = kind === 'products' && (report?.pieces ?? 0) > 0 && can('inventory.stock.view');
  const entries = useQuery({ ...entriesOfImport(report?.id ?? ''), enabled: seesMovements }).data;
  if (!report) return null;
  const counts = countsOf(kind, report);
  return (
    <div className="import-body">
      <div className="import-done" role="status">
        <Icon of={CircleCheck} size={28} />
        <h2 tabIndex={-1} ref={head}>
          {t('imports.doneTitle', { count: counts.create + counts.update, context: kind })}
        </h2>
        {report.names_created > 0 && <p>{t('imports.doneNames', { count: report.names_created })}</p>}
      </div>
      <CountStrip kind={kind} report={report} />
      <div className="actions">
        <Button variant="primary" href={listOf[kind]}>
          {t('imports.seeProducts', { context: kind })}
        </Button>
        {seesMovements && (
          <Button href={`/inventory/stock/movements?${new URLSearchParams(entries?.map((key) => ['document', key]))}`}>
            {t('imports.seeMovements')}
          </Button>
        )}
        {kind === 'products' &&
          labelsEntry(t, can, 'imports', report.id).map(({ label, icon, href }) => (
            <Button key={label} icon={icon} href={href}>
              {label}
            </Button>
          ))}
        <Button icon={Upload} onClick={work.again}>
          {t('imports.another')}
        </Button>
        <Button icon={Undo2} flip onClick={() => setUndoing(true)}>
          {t('imports.history.undo')}
        </Button>
      </div>
      <LeftByState report={report} />
      <LeftOut work={work} report={report} />
      {undoing && (
        <UndoDialog
          row={{
            id: report.id,
            kind,
            file_name: work.file?.name ?? null,
            created_at: doneAt,
            created_count: counts.create,
            updated_count: counts.update,
          }}
          onUndone={work.again}
          onClose={() => setUndoing(false)}
        />
      )}
    </div>
  );
}

const MAX_SHOWN = 100;

/** The rows that were not imported, by name and reason. */
function LeftOut({ work, report }: { work: Import; report: Report }) {
  const { t } = useTranslation();
  const byHand = work.choices.leftOut.map((one) => ({ ...one, why: t('imports.leftByHand') }));
  const wrong = report.problems.map((problem) => ({
    row: problem.row,
    name: problem.name,
    why: `${t(`imports.field.${problem.column}`)}: ${problemText(t, problem)}`,
  }));
  const total = report.total_row === null ? [] : [{ row: report.total_row, name: null, why: t('imports.leftAsTotal') }];
  const rows = [...byHand, ...total, ...wrong].sort((a, b) => a.row - b.row);
  if (rows.length === 0) return null;
  return (
    <section className="import-part">
      <div className="section-head">
        <h2>{t('imports.leftOut', { count: new Set(rows.map(({ row }) => row)).size })}</h2>
        {Object.keys(report.cells).length > 0 && (
          <Button small icon={Download} onClick={() => void saveRejects(t, report, work.file?.name ?? '')}>
            {t('imports.saveRejects')}
          </Button>
        )}
      </div>
      <Table
        className="data-table"
        rows={rows.slice(0, MAX_SHOWN)}
        keyOf={({ row, why }) => `${row} ${why}`}
        columns={[
          { head: t('imports.row'), num: 'numeric', cell: ({ row }) => <bdi className="number">{formatNumber(row)}</bdi> },
          { head: t('imports.ofRow', { context: work.kind }), className: 'emphasis', cell: ({ name }) => name && <bdi>{name}</bdi> },
          { head: t('imports.problem.head'), cell: ({ why }) => why },
        ]}
      />
      {rows.length > MAX_SHOWN && <p className="muted">{t('imports.problemsFirst', { most: MAX_SHOWN })}</p>}
    </section>
  );
}
