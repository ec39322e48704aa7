import { ArrowRight, Check, ClipboardList, Copy, Download, Pencil, ScrollText, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { AppError } from '@/db/errors.ts';
import { useCan, useMe } from '@/db/me.ts';
import { refresh } from '@/db/query.ts';
import { MAX_LINES, transferDetail, fetchFullTransfer, type TransferDetail } from '@/db/transfers.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDateTime, timeAgo } from '@/lib/dates.ts';
import { formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Attachments } from '@/parts/attachments/attachments.tsx';
import { DocumentPage, useDocument } from '@/parts/document/document-page.tsx';
import { History } from '@/parts/document/history.tsx';
import { useAskedStep } from '@/parts/document/use-asked-step.ts';
import { usePaper } from '@/parts/document/use-paper.ts';
import { LinesTable } from '@/parts/lines/lines-table.tsx';
import { endName } from '@/parts/place-name.ts';
import { lineName } from '@/parts/variant-name.ts';
import { Button } from '@/ui/button.tsx';
import { Figure } from '@/ui/figure.tsx';
import { labelsEntry } from '@/parts/printing/labels-entry.ts';
import { Menu } from '@/ui/menu.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { Section } from '@/ui/section.tsx';
import type { TimelineEntry } from '@/ui/timeline.tsx';
import type { Decision } from './stock-effect.ts';
import { FoundTransfer } from '../found-transfer.tsx';
import { actionsOf, offReason, type Availability } from './actions.ts';
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
  const { found, shown, ...rest } = useDocument(id, transferDetail, MAX_LINES, ({ transfer }) => transfer.version);
  return (
    <FoundTransfer query={found} title={t('transfers.viewTitle')}>
      {(detail) => <TransferDocument key={id} detail={shown(detail)} {...rest} />}
    </FoundTransfer>
  );
}

interface TransferDocumentProps {
  detail: TransferDetail;
  moreFailed: AppError | null;
  loadAll: () => void;
}

function TransferDocument({ detail, moreFailed, loadAll }: TransferDocumentProps) {
  const { t } = useTranslation();
  const me = useMe();
  const can = useCan();
  const { transfer, items, timeline, files, approver, waiting, short } = detail;
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const [moves, setMoves] = useState<{ variantId: string; name: string } | 'all' | null>(null);
  const decide = (decision: Decision) => {
    // Somebody may have edited the transfer since the page was opened, so it is reloaded.
    void refresh(['transfers']);
    // All lines are loaded, because the question may name any of them.
    if (items.length < (transfer.lines ?? 0)) loadAll();
    setDeciding(decision);
  };

  const page = useRef<HTMLDivElement>(null);
  const toShort = () => {
    const rows = [...(page.current?.querySelectorAll<HTMLElement>('tr.line-wrong') ?? [])];
    const next = rows[(rows.findIndex((row) => row === document.activeElement) + 1) % rows.length];
    // The next such line is not loaded yet.
    if (!next) return loadAll();
    next.focus();
    next.scrollIntoView({ block: 'center' });
  };
  const seesCosts = can('inventory.costs.view');
  const currency = currencyWord();
  const { printing, print } = usePaper(async (kind: PaperKind) => {
    // Prints all lines, never a part of them; a picking list also needs current stock.
    const { items: lines } = kind === 'picking' || items.length < (transfer.lines ?? 0) ? await fetchFullTransfer(transfer.id) : detail;
    const approved = timeline.find((event) => event.kind === 'approved');
    return paperOf(kind, { t, currency, transfer, approver: approved?.actor, lines, costs: seesCosts });
  });
  const from = endName(t, transfer, 'from');
  const to = endName(t, transfer, 'to');
  const { goods, amount } = transfer;
  const moved = transfer.approved_at !== null;

  const may = actionsOf(transfer, { can, access: (branchId) => me.branches.find((branch) => branch.id === branchId)?.access });
  const disabledReason = (availability: Availability) => offReason(t, availability, transfer);
  useAskedStep({ approve: may.approve === 'on' ? () => decide('approve') : disabledReason(may.approve) });

  const ago = timeAgo(transfer.created_at ?? '');
  const next: TimelineEntry[] =
    transfer.status !== 'pending'
      ? []
      : [
          {
            id: 'waiting',
            state: 'now',
            title: <b>{t('transfers.history.waiting')}</b>,
            note:
              approver && approver.id !== me.profile.id
                ? t('transfers.history.asked', { name: nameOf(approver), ago })
                : t('transfers.history.since', { ago }),
          },
          { id: 'will_move', state: 'todo', title: t('transfers.history.willMove', { to }) },
        ];
  const menuItems: MenuEntry[] = [
    ...(can('inventory.stock.view') ? [{ label: t('transfers.action.movements'), icon: ScrollText, onSelect: () => setMoves('all') }] : []),
    ...labelsEntry(t, can, 'transfers', transfer.id ?? ''),
    ...(can('inventory.transfers.create')
      ? [{ label: t('transfers.action.copy'), icon: Copy, href: `${list}/add?copy=${transfer.id}` }]
      : []),
    ...(may.reverse === 'hidden'
      ? []
      : ([
          'line',
          {
            label: t(transfer.status === 'pending' ? 'transfers.action.withdraw' : 'transfers.action.reverse'),
            icon: Undo2,
            danger: true,
            reason: disabledReason(may.reverse),
            onSelect: () => decide(moved ? 'reverse' : 'withdraw'),
          },
        ] as MenuEntry[])),
  ];

  return (
    <>
      <DocumentPage
        ref={page}
        title={transfer.number}
        stamp={<TransferStatus status={transfer.status} stamp />}
        sub={
          short > 0 && (
            <button type="button" className="link negative" onClick={toShort}>
              {t('transfers.form.shortLines', { count: short })}
            </button>
          )
        }
        actions={
          <>
            <Button icon={ClipboardList} busy={printing === 'picking'} onClick={() => void print('picking')}>
              {t('transfers.action.pickingList')}
            </Button>
            {can('inventory.transfers.export') && (
              <Button icon={Download} busy={printing === 'transfer'} onClick={() => void print('transfer')}>
                {t('transfers.action.pdf')}
              </Button>
            )}
            {may.edit !== 'hidden' && (
              <Button icon={Pencil} href={`/inventory/transactions/edit/${transfer.id}`} reason={disabledReason(may.edit)}>
                {t('transfers.action.edit')}
              </Button>
            )}
            {menuItems.length > 0 && <Menu label={t('transfers.action.more')} items={menuItems} />}
            {may.approve !== 'hidden' && (
              <Button variant="primary" icon={Check} reason={disabledReason(may.approve)} onClick={() => decide('approve')}>
                {t('transfers.action.approve')}
              </Button>
            )}
            {waiting && (
              <Button variant="primary" icon={ArrowRight} flip href={`/inventory/transactions/view/${waiting.id}`}>
                {t('transfers.action.next')}
              </Button>
            )}
          </>
        }
        facts={[
          [t('transfers.fact.from'), <bdi>{from}</bdi>],
          [t('transfers.fact.to'), <bdi>{to}</bdi>],
          [t('transfers.fact.created'), formatDateTime(transfer.created_at)],
          [t('transfers.fact.createdBy'), <bdi>{nameOf(transfer.created_by) || '–'}</bdi>],
          [t('transfers.fact.pieces'), <Figure value={formatNumber(transfer.pieces ?? 0)} />],
          seesCosts &&
            amount !== null && [
              t(moved ? 'transfers.fact.amount' : 'transfers.fact.amountNow', { currency }),
              <Figure value={formatMoney(amount)} />,
            ],
        ]}
        asideLabel={t('transfers.beside')}
        aside={
          <>
            <History events={timeline} next={next} of={{ table: 'transfers', id: transfer.id, number: transfer.number }} />
            {files && (
              <Section title={t('transfers.files.title')}>
                <Attachments
                  kind="transfers"
                  documentId={transfer.id}
                  branchId={transfer.from_branch_id ?? ''}
                  files={files}
                  worksInBranch={me.branches.some(({ id, access }) => id === transfer.from_branch_id && access === 'work')}
                  addLabel={t('transfers.files.add')}
                />
              </Section>
            )}
            <Section title={t('transfers.notes')}>
              {transfer.notes ? (
                <p className="transfer-notes">
                  <bdi>{transfer.notes}</bdi>
                </p>
              ) : (
                <p className="muted">{t('transfers.noNotes')}</p>
              )}
            </Section>
          </>
        }
      >
        <LinesTable
          columns={lineColumns(
            t,
            seesCosts,
            moved && can('inventory.stock.view') ? (line) => setMoves({ variantId: line.variant_id, name: lineName(line) }) : undefined,
          )}
          lines={items}
          note={(line) =>
            isShort(line) &&
            t('transfers.form.short', { needs: formatNumber(line.quantity), has: formatNumber(line.at_source ?? 0), place: from })
          }
          count={transfer.lines ?? 0}
          failed={moreFailed}
          onMore={loadAll}
          className="transfer-lines"
        />
        <div className="transfer-sum">
          {seesCosts ? (
            <TransferTotals
              goods={goods}
              shipping={transfer.shipping ?? 0}
              goodsLabel={t(moved ? 'transfers.goods' : 'transfers.goodsNow')}
              big
            />
          ) : (
            <div className="totals">
              <span className="sum-line">{t('transfers.piecesOn', { lines: t('lines.count', { count: transfer.lines ?? 0 }) })}</span>
              <span className="sum-line grand-total">
                <Figure value={formatNumber(transfer.pieces ?? 0)} />
              </span>
            </div>
          )}
        </div>
      </DocumentPage>
      {deciding && (
        <DecisionDialog
          decision={deciding}
          transfer={transfer}
          lines={items}
          mayEdit={may.edit === 'on'}
          onClose={() => setDeciding(null)}
        />
      )}
      {moves && (
        <MovementsDialog
          transfer={transfer}
          line={moves === 'all' ? null : moves}
          onAll={() => setMoves('all')}
          onClose={() => setMoves(null)}
        />
      )}
    </>
  );
}
