import { ArrowLeft, RefreshCw } from 'lucide-react';
import { isAnswerLost } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner, Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { CountStrip } from './count-strip.tsx';
import { countsOf } from './import-calls.ts';
import { NewNames } from './new-names.tsx';
import { LeftByState, skipsTotalRow, ProblemTable } from './problem-table.tsx';
import { isDone, refusalText } from './refusal.ts';
import type { Import } from './use-import.ts';
import { Working } from './working.tsx';

export function StepCheck({ work }: { work: Import }) {
  const { t } = useTranslation();
  const { kind, check, apply, report, choices, stale } = work;
  const rows = work.sheet?.rows ?? 0;
  if (check.isPending) {
    return (
      <div className="import-body">
        <Working work={work} label={t('imports.checking', { count: rows })} onCancel={work.stop} />
      </div>
    );
  }
  if (apply.isPending) {
    return (
      <div className="import-body" aria-busy="true">
        <Working work={work} label={t('imports.applying', { count: rows })} />
        <p className="import-fine">{t('imports.applyingText')}</p>
      </div>
    );
  }
  const warning = report?.warnings[0];
  const clean = report !== null && report.problem_count === 0;
  const counts = report && countsOf(kind, report);
  const importable = counts ? counts.create + counts.update + counts.skip : 0;
  const ready = report !== null && !stale && (clean || (choices.skip && importable > 0));
  const changeCount = counts ? counts.create + counts.update : 0;
  return (
    <>
      <div className="import-body">
        {check.error && (
          <Banner tone="bad" onRetry={work.runCheck}>
            {refusalText(t, check.error)}
          </Banner>
        )}
        {apply.error && (
          // A finished import is not retried, as the answer would be the same.
          <Banner
            tone="bad"
            {...(isDone(apply.error)
              ? {
                  actions: (
                    <Button small onClick={work.again}>
                      {t('imports.another')}
                    </Button>
                  ),
                }
              : { onRetry: work.runApply })}
          >
            {refusalText(t, apply.error)} {isAnswerLost(apply.error) && t('imports.answerLost')}
          </Banner>
        )}
        {report && (
          <>
            <CountStrip kind={kind} report={report} />
            {clean && !stale && <Note tone="ok">{t('imports.clean')}</Note>}
            <LeftByState report={report} />
            {report.merged && report.merged_row ? <Note>{t('imports.merged', { count: report.merged, ...report.merged_row })}</Note> : null}
            {report.quantities_ignored ? <Note>{t('imports.quantitiesIgnored', { count: report.quantities_ignored })}</Note> : null}
            {report.balances_known ? <Note>{t('imports.balancesKnown', { count: report.balances_known })}</Note> : null}
            {(report.unknown.length > 0 || Object.values(choices.same).some((meant) => Object.keys(meant).length > 0)) && (
              <NewNames work={work} report={report} />
            )}
            {(report.problem_count > 0 || choices.leftOut.length > 0 || skipsTotalRow(work, report)) && (
              <ProblemTable work={work} report={report} />
            )}
            {warning && (
              <Note tone="warn">
                {t('imports.warnings', { count: report.warning_count, row: warning.row, column: t(`imports.field.${warning.column}`) })}
              </Note>
            )}
            {report.problem_count > 0 && (
              <Checkbox
                checked={choices.skip}
                onChange={(skip) => work.change({ skip })}
                label={t('imports.skip', { context: kind })}
                hint={t('imports.skipHint')}
              />
            )}
          </>
        )}
      </div>
      <div className="save">
        <span className="state">
          {report &&
            (stale
              ? t('imports.staleText')
              : !clean && !choices.skip
                ? report.problem_rows > 0
                  ? t('imports.blocked', { count: report.problem_rows })
                  : t('imports.namesWait')
                : '')}
        </span>
        <div className="actions">
          <Button icon={ArrowLeft} flip onClick={work.back}>
            {t('imports.back')}
          </Button>
          {!ready || stale ? (
            <Button
              variant="primary"
              icon={RefreshCw}
              onClick={work.runCheck}
              reason={report && !stale ? t('imports.nothingChanged') : undefined}
            >
              {t('imports.checkAgain')}
            </Button>
          ) : (
            <Button variant="primary" onClick={work.runApply} reason={changeCount === 0 ? t('imports.nothingToDo') : undefined}>
              {t('imports.apply', { count: changeCount, context: kind })}
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
