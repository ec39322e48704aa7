import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowUpFromLine, Check, Clock, Download, Lock } from 'lucide-react';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useCan, useMe } from '@/db/me.ts';
import { approveVariance, shiftChanges, shiftDetail, type ShiftDetail } from '@/db/shifts.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, formatDateTime } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import { Notes } from '@/parts/document/document-page.tsx';
import { History } from '@/parts/document/history.tsx';
import { usePaper } from '@/parts/document/use-paper.ts';
import { ShiftResult, ShiftStatus, ToApprove } from '@/parts/shift/results.tsx';
import { ShiftActionDialog, type ShiftAction } from '@/parts/shift/shift-actions.tsx';
import { Button } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { stepsOf } from '../actions.ts';
import { CashAccount } from './cash-account.tsx';
import { Entries, LateSales, Methods, Moves, Pieces } from './money.tsx';
import { shiftPaper, type ShiftPaper } from './paper.ts';

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const query = useQuery(shiftDetail(id));
  return (
    <Found
      query={query}
      title={t('shifts.viewTitle')}
      failed={t('shifts.loadFailed')}
      notFound={{
        title: t('shifts.notFound.title'),
        text: t('shifts.notFound.text'),
        icon: Clock,
        href: '/reports/shifts',
        backLabel: t('shifts.action.back'),
      }}
    >
      {(detail) => <Shift key={id} detail={detail} />}
    </Found>
  );
}

function Shift({ detail }: { detail: ShiftDetail }) {
  const { t } = useTranslation();
  const me = useMe();
  const can = useCan();
  const [step, setStep] = useState<ShiftAction | null>(null);
  const [approving, setApproving] = useState(false);
  const { printing, print } = usePaper((kind: ShiftPaper) => shiftPaper(t, detail, kind));
  const { shift, timeline } = detail;
  const steps = stepsOf(shift, me, can);
  const sees = shift.expected_closing !== null;
  const currency = currencyWord();
  const notes = (['opening', 'closing', 'approval'] as const).map((kind) => [t(`shifts.notes.${kind}`), shift[`${kind}_note`]] as const);
  return (
    <>
      <PageHead
        title={shift.number}
        stamp={
          <span className="inline-group">
            <ShiftStatus shift={shift} stamp />
            {shift.result && <ShiftResult result={shift.result} stamp />}
            {shift.to_approve && <ToApprove stamp />}
          </span>
        }
        actions={
          <>
            {(['report', 'roll'] as const).map((kind) => (
              <Button key={kind} icon={Download} busy={printing === kind} onClick={() => void print(kind)}>
                {t(`shifts.action.${kind}`)}
              </Button>
            ))}
            {steps.cash && (
              <Button icon={ArrowDownToLine} onClick={() => setStep({ kind: 'pay_in', shift })}>
                {t('shifts.action.payIn')}
              </Button>
            )}
            {steps.cash && (
              <Button icon={ArrowUpFromLine} onClick={() => setStep({ kind: 'pay_out', shift })}>
                {t('shifts.action.payOut')}
              </Button>
            )}
            {steps.close && (
              <Button variant="primary" icon={Lock} onClick={() => setStep({ kind: 'close', shift })}>
                {t('shifts.action.close')}
              </Button>
            )}
            {steps.approve && (
              <Button variant="primary" icon={Check} onClick={() => setApproving(true)}>
                {t('shifts.action.approve')}
              </Button>
            )}
          </>
        }
      />
      <dl className="facts">
        <div>
          <dt>{t('shifts.fact.person')}</dt>
          <dd>
            <bdi>{nameOf(shift.opened_by)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('shifts.fact.branch')}</dt>
          <dd>
            <bdi>{nameIn(shift, 'branch')}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('shifts.fact.opened')}</dt>
          <dd>{formatDateTime(shift.opened_at)}</dd>
        </div>
        {shift.closed_at && (
          <div>
            <dt>{t('shifts.fact.closed')}</dt>
            <dd>{formatDateTime(shift.closed_at)}</dd>
          </div>
        )}
        {shift.closed_by && shift.closed_by.id !== shift.opened_by.id && (
          <div>
            <dt>{t('shifts.fact.closedBy')}</dt>
            <dd>
              <bdi>{nameOf(shift.closed_by)}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('shifts.fact.day')}</dt>
          <dd>{formatDate(shift.business_day)}</dd>
        </div>
        {shift.follows && (
          <div>
            <dt>{t('shifts.fact.follows')}</dt>
            <dd>
              <a className="link" href={`/reports/shifts/view/${shift.follows.id}`}>
                <bdi className="number">{shift.follows.number}</bdi>
              </a>
            </dd>
          </div>
        )}
        {detail.sales !== undefined && (
          <div>
            <dt>{t('shifts.fact.sales')}</dt>
            <dd>
              <a className="link" aria-label={t('shifts.action.sales')} href={`/accounting/sales?shift=${shift.id}`}>
                <Figure value={formatNumber(detail.sales)} />
              </a>
            </dd>
          </div>
        )}
      </dl>
      <div className="document">
        <div className="body">
          {detail.late && detail.late.length > 0 && <LateSales sales={detail.late} />}
          {sees ? <Moves id={shift.id} /> : <Entries entries={detail.entries} />}
          <Notes notes={notes} />
        </div>
        <aside className="aside" aria-label={t('shifts.account.title')}>
          <section className="section" aria-labelledby="account">
            <div className="section-head">
              <h2 id="account">{t('shifts.account.title')}</h2>
            </div>
            <CashAccount shift={shift} />
          </section>
          {detail.methods && <Methods methods={detail.methods} />}
          {shift.denominations && <Pieces denominations={shift.denominations} />}
          <History events={timeline} />
        </aside>
      </div>
      <ShiftActionDialog action={step} onClose={() => setStep(null)} />
      {approving && shift.difference !== null && (
        <ActionDialog
          run={(note) => approveVariance({ id: shift.id, note })}
          changes={shiftChanges}
          onDone={() => t('shifts.approve.done')}
          onClose={() => setApproving(false)}
          title={t('shifts.approve.title')}
          number={shift.number}
          icon={Check}
          confirm={t('shifts.approve.confirm', { amount: formatMoney(Math.abs(shift.difference)), currency })}
          reason={{ label: t('shifts.approve.reason'), required: true }}
        >
          <p>
            <Trans
              t={t}
              i18nKey={shift.difference < 0 ? 'shifts.approve.text_shortage' : 'shifts.approve.text_overage'}
              components={{ b: <b /> }}
              values={{
                amount: formatMoney(Math.abs(shift.difference)),
                currency,
                counted: formatMoney(shift.actual_closing ?? 0),
                expected: formatMoney(shift.expected_closing ?? 0),
                limit: formatMoney(shift.variance_limit ?? 0),
              }}
            />
          </p>
        </ActionDialog>
      )}
    </>
  );
}
