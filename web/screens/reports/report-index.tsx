import { useQuery } from '@tanstack/react-query';
import { useBranch, useCan } from '@/db/me.ts';
import { reportOverview } from '@/db/reports.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatMoney } from '@/lib/format-money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Figure } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { addressOfQuestion, sections } from './questions.ts';
import './reports.css';

/** The questions that reports answer, with this month's main figure. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { branch, branchIds } = useBranch();
  // Not awaited: the page is shown before its figures.
  const figures = useQuery(reportOverview(branchIds)).data;
  const shown = sections
    .map(({ title, questions }) => ({ title, questions: questions.filter(({ permissions }) => permissions.every(can)) }))
    .filter(({ questions }) => questions.length > 0);
  return (
    <>
      <PageHead
        title={t('reports.title')}
        sub={t('reports.indexSub', { place: branch ? nameOf(branch) : t('reports.allBranches'), currency: currencyWord() })}
      />
      <div className="scroll report-index">
        {shown.map(({ title, questions }) => (
          <section key={title} aria-labelledby={`reports-${title}`}>
            <h2 id={`reports-${title}`}>
              {t(`reports.section.${title}`)} <small>{formatNumber(questions.length)}</small>
            </h2>
            <ul>
              {questions.map((question) => {
                const { name, figure } = question;
                const value = figure && figures?.[figure];
                return (
                  <li key={name}>
                    <a href={addressOfQuestion(question)}>
                      <span className="record-name">{t(`reports.question.${name}`)}</span>
                      {figure && value !== undefined && (
                        <span className="field">
                          <Figure
                            value={figure === 'movements' || figure === 'low_stock' ? formatNumber(value) : formatMoney(value)}
                            tone={value < 0 ? 'negative' : undefined}
                          />
                          <small>{t(`reports.figure.${figure}`)}</small>
                        </span>
                      )}
                    </a>
                  </li>
                );
              })}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
