import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Check, ClipboardList, Copy, Download, Pencil, ScrollText, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { AppError } from '@/db/errors.ts';
import { useCan, useMe } from '@/db/me.ts';
import { refresh } from '@/db/query.ts';
import { MOST_LINES, transferDetail, wholeTransfer, type TransferDetail } from '@/db/transfers.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime, timeAgo } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { History } from '@/parts/document/history.tsx';
import { usePaper } from '@/parts/document/use-paper.ts';
import { LinesTable } from '@/parts/lines/lines-table.tsx';
import { endName } from '@/parts/place-name.ts';
import { lineName } from '@/parts/variant-name.ts';
import { Button } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { Menu, type MenuEntry } from '@/ui/menu.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import type { TimelineEntry } from '@/ui/timeline.tsx';
import type { Decision } from './account.ts';
import { FoundTransfer } from '../found-transfer.tsx';
import { actionsOf, type Availability } from './actions.ts';
import { isShort, lineColumns } from './columns.tsx';
import { DecisionDialog } from './decision-dialog.tsx';
import { MovementsDialog } from './movements-dialog.tsx';
import { paperOf, type PaperKind } from './paper.ts';
import { TransferStatus } from '../statuses.tsx';
import { TransferTotals } from '../totals-table.tsx';
import '../transfers.css';

const list = '/inventory/stockpoints/transactions';

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [whole, setWhole] = useState(false);
  const found = useQuery(transferDetail(id));
  // All lines stand in for the first ones once they are there; what fails there leaves the page as it is.
  const all = useQuery({ ...transferDetail(id, MOST_LINES), enabled: whole });
  const more = () => {
    setWhole(true);
    if (all.isError) void all.refetch();
  };
  return (
    <FoundTransfer query={found} title={t('transfers.viewTitle')}>
      {(detail) => <TransferDocument key={id} detail={all.data?.transfer.version === detail.transfer.version ? all.data : detail} moreFailed={all.error} onMore={more} />}
    </FoundTransfer>
  );
}

interface TransferDocumentProps {
  detail: TransferDetail;
  moreFailed: AppError | null;
  onMore: () => void;
}

function TransferDocument({ detail, moreFailed, onMore }: TransferDocumentProps) {
  const { t } = useTranslation();
  const me = useMe();
  const can = useCan();
  const { transfer, items, timeline, approver, waiting, short } = detail;
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const [moves, setMoves] = useState<{ variantId: string; name: string } | 'all' | null>(null);
  const decide = (decision: Decision) => {
    // Decided is what it says by now: somebody may have edited it since the page was opened.
    void refresh(['transfers']);
    // The question names any of the lines.
    if (items.length < (transfer.lines ?? 0)) onMore();
    setDeciding(decision);
  };

  const page = useRef<HTMLDivElement>(null);
  const toShort = () => {
    const rows = [...(page.current?.querySelectorAll<HTMLElement>('tr.ln-wrong') ?? [])];
    const next = rows[(rows.findIndex((row) => row === document.activeElement) + 1) % rows.length];
    // It stands among those that are not here yet.
    if (!next) return onMore();
    next.focus();
    next.scrollIntoView({ block: 'center' });
  };
  const seesCosts = can('inventory.costs.view');
  const currency = currencyWord();
  const { making, print } = usePaper(async (kind: PaperKind) => {
    // A paper with some of its lines would pass for the whole; what is there the picker is told as it is now.
    const { items: lines } = kind === 'picking' || items.length < (transfer.lines ?? 0) ? await wholeTransfer(transfer.id) : detail;
    return paperOf(kind, { t, currency, transfer, lines, costs: seesCosts });
  });
  const from = endName(t, transfer, 'from');
  const to = endName(t, transfer, 'to');
  const { goods, amount } = transfer;
  const moved = transfer.approved_at !== null;

  const may = actionsOf(transfer, { can, access: (branchId) => me.branches.find((branch) => branch.id === branchId)?.access });
  const names = { from: nameIn(transfer, 'from_branch'), to: nameIn(transfer, 'to_branch') };
  const why = (availability: Availability) => (availability === 'on' || availability === 'hidden' ? undefined : t(`transfers.off.${availability}`, names));

  const ago = timeAgo(transfer.created_at ?? '');
  const next: TimelineEntry[] = transfer.status !== 'pending' ? [] : [
    { id: 'waiting', state: 'now', title: <b>{t('transfers.history.waiting')}</b>, note: approver && approver.id !== me.profile.id ? t('transfers.history.asked', { name: nameOf(approver), ago }) : t('transfers.history.since', { ago }) },
    { id: 'will_move', state: 'todo', title: t('transfers.history.willMove', { to }) },
  ];
  const more: MenuEntry[] = [
    ...(can('inventory.stock.view') ? [{ label: t('transfers.action.movements'), icon: ScrollText, onSelect: () => setMoves('all') }] : []),
    ...(can('inventory.transfers.create') ? [{ label: t('transfers.action.copy'), icon: Copy, href: `${list}/add?copy=${transfer.id}` }] : []),
    ...(may.reverse === 'hidden'
      ? []
      : (['line', { label: t(transfer.status === 'pending' ? 'transfers.action.withdraw' : 'transfers.action.reverse'), icon: Undo2, danger: true, reason: why(may.reverse), onSelect: () => decide(moved ? 'reverse' : 'withdraw') }] as MenuEntry[])),
  ];

  return (
    <>
      <PageHead
        title={transfer.number}
        stamp={<TransferStatus status={transfer.status} stamp />}
        sub={short > 0 && <button type="button" className="link neg" onClick={toShort}>{t('transfers.form.shortLines', { count: short })}</button>}
        actions={
          <>
            <Button icon={ClipboardList} busy={making === 'picking'} onClick={() => void print('picking')}>{t('transfers.action.pickingList')}</Button>
            {can('inventory.transfers.export') && (
              <Button icon={Download} busy={making === 'transfer'} onClick={() => void print('transfer')}>{t('transfers.action.pdf')}</Button>
            )}
            {may.edit !== 'hidden' && (
              <Button icon={Pencil} href={`/inventory/transactions/edit/${transfer.id}`} reason={why(may.edit)}>{t('transfers.action.edit')}</Button>
            )}
            {more.length > 0 && <Menu label={t('transfers.action.more')} items={more} />}
            {may.approve !== 'hidden' && (
              <Button variant="primary" icon={Check} reason={why(may.approve)} onClick={() => decide('approve')}>{t('transfers.action.approve')}</Button>
            )}
            {waiting && <Button variant="primary" icon={ArrowRight} flip href={`/inventory/transactions/view/${waiting.id}`}>{t('transfers.action.next')}</Button>}
          </>
        }
      />
      <dl className="facts">
        <div><dt>{t('transfers.fact.from')}</dt><dd><bdi>{from}</bdi></dd></div>
        <div><dt>{t('transfers.fact.to')}</dt><dd><bdi>{to}</bdi></dd></div>
        <div><dt>{t('transfers.fact.created')}</dt><dd>{formatDateTime(transfer.created_at)}</dd></div>
        <div><dt>{t('transfers.fact.createdBy')}</dt><dd><bdi>{nameOf(transfer.created_by) || '–'}</bdi></dd></div>
        <div><dt>{t('transfers.fact.pieces')}</dt><dd><Figure value={formatNumber(transfer.pieces ?? 0)} /></dd></div>
        {seesCosts && amount !== null && (
          <div><dt>{t(moved ? 'transfers.fact.amount' : 'transfers.fact.amountNow', { currency })}</dt><dd><Figure value={formatMoney(amount)} /></dd></div>
        )}
      </dl>
      <div className="doc">
        <div className="body" ref={page}>
          <LinesTable
            columns={lineColumns(t, seesCosts, moved && can('inventory.stock.view') ? (line) => setMoves({ variantId: line.variant_id, name: lineName(line) }) : undefined)}
            lines={items}
            note={(line) => isShort(line) && t('transfers.form.short', { needs: formatNumber(line.quantity), has: formatNumber(line.at_source ?? 0), place: from })}
            count={transfer.lines ?? 0}
            failed={moreFailed}
            onMore={onMore}
            className="tf-lines"
          />
          <div className="tf-sum">
            {seesCosts ? (
              <TransferTotals goods={goods} shipping={transfer.shipping ?? 0} goodsLabel={t(moved ? 'transfers.goods' : 'transfers.goodsNow')} big />
            ) : (
              <div className="tot">
                <span className="sum dbl">{t('transfers.piecesOn', { lines: t('lines.count', { count: transfer.lines ?? 0 }) })}</span>
                <span className="sum dbl big"><Figure value={formatNumber(transfer.pieces ?? 0)} /></span>
              </div>
            )}
          </div>
        </div>
        <aside className="aside tf-aside" aria-label={t('transfers.beside')}>
          <History events={timeline} next={next} />
          <section className="sec" aria-labelledby="notes">
            <div className="sh"><h2 id="notes">{t('transfers.notes')}</h2></div>
            {transfer.notes ? <p className="tf-notes"><bdi>{transfer.notes}</bdi></p> : <p className="mut">{t('transfers.noNotes')}</p>}
          </section>
        </aside>
      </div>
      {deciding && <DecisionDialog decision={deciding} transfer={transfer} lines={items} mayEdit={may.edit === 'on'} onClose={() => setDeciding(null)} />}
      {moves && <MovementsDialog transfer={transfer} line={moves === 'all' ? null : moves} onAll={() => setMoves('all')} onClose={() => setMoves(null)} />}
    </>
  );
}
