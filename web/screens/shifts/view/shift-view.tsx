import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, ArrowUpFromLine, Check, Clock, Download, Lock } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useCan, useMe } from '@/db/me.ts';
import { shiftDetail, type ShiftDetail } from '@/db/shifts.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { formatDate, formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { DocumentPage, Notes } from '@/parts/document/document-page.tsx';
import { History } from '@/parts/document/history.tsx';
import { usePaper } from '@/parts/document/use-paper.ts';
import { ShiftResult, ShiftStatus, ToApprove } from '@/parts/shift/results.tsx';
import { ShiftActionDialog, type ShiftAction } from '@/parts/shift/shift-actions.tsx';
import { Button } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Section } from '@/ui/section.tsx';
import { stepsOf } from '../actions.ts';
import { ApproveVariance } from '../approve-variance.tsx';
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
  const notes = (['opening', 'closing', 'approval'] as const).map((kind) => [t(`shifts.notes.${kind}`), shift[`${kind}_note`]] as const);
  return (
    <>
      <DocumentPage
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
        facts={[
          [t('shifts.fact.person'), <bdi>{nameOf(shift.opened_by)}</bdi>],
          [t('shifts.fact.branch'), <bdi>{nameIn(shift, 'branch')}</bdi>],
          [t('shifts.fact.opened'), formatDateTime(shift.opened_at)],
          shift.closed_at && [t('shifts.fact.closed'), formatDateTime(shift.closed_at)],
          shift.closed_by && shift.closed_by.id !== shift.opened_by.id && [t('shifts.fact.closedBy'), <bdi>{nameOf(shift.closed_by)}</bdi>],
          [t('shifts.fact.day'), formatDate(shift.business_day)],
          shift.follows && [
            t('shifts.fact.follows'),
            <a className="link" href={`/reports/shifts/view/${shift.follows.id}`}>
              <bdi className="number">{shift.follows.number}</bdi>
            </a>,
          ],
          detail.sales !== undefined && [
            t('shifts.fact.sales'),
            <a className="link" aria-label={t('shifts.action.sales')} href={`/accounting/sales?shift=${shift.id}`}>
              <Figure value={formatNumber(detail.sales)} />
            </a>,
          ],
        ]}
        bodyLabel={t('shifts.moves.title')}
        asideLabel={t('shifts.account.title')}
        aside={
          <>
            <Section title={t('shifts.account.title')}>
              <CashAccount shift={shift} corrected={detail.corrected} />
            </Section>
            {detail.methods && <Methods methods={detail.methods} />}
            {shift.denominations && <Pieces denominations={shift.denominations} />}
            <History events={timeline} />
          </>
        }
      >
        {detail.late && detail.late.length > 0 && <LateSales sales={detail.late} />}
        {sees ? <Moves id={shift.id} /> : <Entries entries={detail.entries} />}
        <Notes notes={notes} />
      </DocumentPage>
      <ShiftActionDialog action={step} onClose={() => setStep(null)} />
      {approving && <ApproveVariance shift={shift} onClose={() => setApproving(false)} />}
    </>
  );
}
