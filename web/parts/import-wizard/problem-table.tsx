import { CircleAlert, Download, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Note } from '@/ui/banner.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Table } from '@/ui/table.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { type FieldName, fieldNames } from './field-list.ts';
import type { Problem, Report } from './import-calls.ts';
import { problemText } from './problem-text.ts';
import { saveRejects } from './rejects.ts';
import type { Import } from './use-import.ts';

const page = 50;

/** All problems by row and column, with an input to correct each cell. */
export function ProblemTable({ work, report }: { work: Import; report: Report }) {
  const { t } = useTranslation();
  const [shownCount, setShownCount] = useState(page);
  const { mapping, leftOut } = work.choices;
  const skippedRows = (leftOut.length > 0 || skipsTotalRow(work, report)) && <SkippedRows work={work} report={report} />;
  const isSkipped = (row: number) => leftOut.some((one) => one.row === row);
  // New names that can be ticked above are not repeated for each row.
  const creatableNames = new Set(report.unknown.filter((name) => name.may_create).map((name) => `${name.kind}:${name.name}`));
  const problems = report.problems.filter(
    (problem) => !(problem.code === 'name_unknown' && creatableNames.has(`${problem.expected.kind}:${problem.found}`)),
  );
  if (problems.length === 0) return skippedRows && <section className="import-part">{skippedRows}</section>;
  // The list is limited and ends with unknown names: if any of those is included, so are all others.
  const isTruncated = report.problem_count > report.problems.length && problems.length === report.problems.length;
  const headOf = (column: string) => report.headers[mapping.indexOf(column as FieldName)];
  return (
    <section className="import-part">
      <div className="section-head">
        <h2>{t('imports.problems', { count: problems.length })}</h2>
        <Button small icon={Download} onClick={() => void saveRejects(t, report, work.file?.name ?? '')}>
          {t('imports.saveRejects')}
        </Button>
      </div>
      {skippedRows}
      <p>
        {isTruncated && <>{t('imports.problemsFirst', { most: problems.length })} </>}
        {t('imports.problemsText')}
      </p>
      <Table
        className="data-table import-problems"
        rows={problems.slice(0, shownCount)}
        keyOf={({ row, column, code }) => `${row} ${column} ${code}`}
        rowProps={({ row }) => ({ className: isSkipped(row) ? 'left-out' : undefined })}
        columns={[
          { head: t('imports.row'), num: 'numeric', cell: ({ row }) => <bdi className="number">{row}</bdi> },
          { head: t('imports.ofRow', { context: work.kind }), className: 'emphasis', cell: ({ name }) => name && <bdi>{name}</bdi> },
          {
            head: t('imports.column'),
            className: 'two-lines',
            cell: ({ column }) => (
              <>
                {t(`imports.field.${column}`)}
                {headOf(column) && (
                  <small>
                    <bdi>{headOf(column)}</bdi>
                  </small>
                )}
              </>
            ),
          },
          { head: t('imports.found'), cell: (problem) => <CellInput problem={problem} work={work} /> },
          {
            head: t('imports.problem.head'),
            className: 'reason',
            cell: (problem) => (
              <>
                <Icon of={CircleAlert} size={15} />
                <span>{problemText(t, problem)}</span>
              </>
            ),
          },
          {
            head: <span className="sr-only">{t('imports.leaveOutHead')}</span>,
            cell: (problem) =>
              !isSkipped(problem.row) && (
                <IconButton
                  small
                  variant="quiet"
                  icon={X}
                  label={t('imports.leaveOutRow', { row: formatNumber(problem.row) })}
                  onClick={() => work.leaveOut(problem)}
                />
              ),
          },
        ]}
      />
      {problems.length > shownCount && (
        <Button small onClick={() => setShownCount(shownCount + page)}>
          {t('imports.more', { count: problems.length - shownCount })}
        </Button>
      )}
    </section>
  );
}

/** How many rows are left out because of their state in the other program. */
export function LeftByState({ report }: { report: Report }) {
  const { t } = useTranslation();
  return Object.entries(report.left_out).map(([state, count]) => <Note key={state}>{t('imports.leftByState', { count, state })}</Note>);
}

/** Whether the last row is left out as a total, and the user has not brought it back. */
export const skipsTotalRow = ({ choices }: Import, { total_row }: Report): boolean =>
  total_row !== null && choices.edits[total_row] === undefined;

/** The rows left out, by the user or as a total, each with a button to bring it back. */
function SkippedRows({ work, report }: { work: Import; report: Report }) {
  const { t } = useTranslation();
  const { leftOut } = work.choices;
  const { total_row: total } = report;
  const restoreButton = (row: number, load: (row: number) => void) => (
    <Button small icon={Undo2} flip onClick={() => load(row)}>
      {t('imports.bringBack', { row: formatNumber(row) })}
    </Button>
  );
  return (
    <>
      {leftOut.length > 0 && (
        <ul className="import-stay-out" aria-label={t('imports.leftByHand')}>
          <li className="muted">{t('imports.leftByHand')}</li>
          {leftOut.map(({ row }) => (
            <li key={row}>{restoreButton(row, work.restore)}</li>
          ))}
        </ul>
      )}
      {total !== null && skipsTotalRow(work, report) && (
        <ul className="import-stay-out" aria-label={t('imports.leftAsTotal')}>
          <li className="muted">{t('imports.leftAsTotal')}</li>
          <li>{restoreButton(total, work.takeTotal)}</li>
        </ul>
      )}
    </>
  );
}

function CellInput({ problem, work }: { problem: Problem; work: Import }) {
  const { t } = useTranslation();
  const { row, column, found } = problem;
  if (!(fieldNames[work.kind] as readonly string[]).includes(column)) return <bdi>{found}</bdi>;
  const edited = work.choices.edits[row]?.[column];
  return (
    <TextInput
      aria-label={t('imports.mend', { row, column: t(`imports.field.${column}`) })}
      value={edited ?? found ?? ''}
      boxClassName={edited === undefined || edited === found ? undefined : 'mended'}
      onChange={(event) => work.editCell(row, column, event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') work.runCheck();
      }}
    />
  );
}
