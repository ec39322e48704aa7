import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Ban, Check, Copy, Download, HandCoins, PackageCheck, PackageX, Pencil, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import type { AppError } from '@/db/errors.ts';
import { useCan, useMe } from '@/db/me.ts';
import { payPurchase, purchaseChanges, purchaseDetail, type PurchaseDetail } from '@/db/purchases.ts';
import { refresh } from '@/db/query.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { formatMoney, sum } from '@/lib/money.ts';
import { Attachments } from '@/parts/attachments/attachments.tsx';
import { DocumentPage, Notes } from '@/parts/document/document-page.tsx';
import { History } from '@/parts/document/history.tsx';
import { TotalsTable } from '@/parts/document/totals-table.tsx';
import { useAskedStep } from '@/parts/document/use-asked-step.ts';
import { usePaper } from '@/parts/document/use-paper.ts';
import { mayVoidOpening } from '@/parts/account/opening.ts';
import { VoidOpening } from '@/parts/account/void-opening.tsx';
import { LinesTable } from '@/parts/lines/lines-table.tsx';
import { PaidList } from '@/parts/payments/paid-list.tsx';
import { PaymentStatus } from '@/parts/payments/payment-status.tsx';
import { Button } from '@/ui/button.tsx';
import { Code, Figure } from '@/ui/figure.tsx';
import { labelsEntry } from '@/parts/printing/labels-entry.ts';
import { Menu } from '@/ui/menu.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { Section } from '@/ui/section.tsx';
import type { TimelineEntry } from '@/ui/timeline.tsx';
import { FoundPurchase } from '../found-purchase.tsx';
import { OrderStatus, Progress } from '@/parts/statuses/purchases.tsx';
import { actionsOf, offReason, type Availability } from './actions.ts';
import { itemColumns, itemSums } from './columns.tsx';
import { ChargeList } from './charge-list.tsx';
import { Decisions, type Decision } from './decisions.tsx';
import { totalsOf } from './figures.ts';
import { OlderEntriesNote } from './older-entries-note.tsx';
import { purchasePaper } from './paper.ts';
import { Receipts } from './receipts.tsx';
import '../purchases.css';

const ReceiveDialog = lazy(() => import('./receive-dialog.tsx').then(({ ReceiveDialog: Shown }) => ({ default: Shown })));
const PayDialog = lazy(() => import('@/parts/payments/pay-dialog.tsx').then(({ PayDialog: Shown }) => ({ default: Shown })));

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const query = useQuery(purchaseDetail(id));
  return (
    <FoundPurchase query={query} title={t('purchases.viewTitle')}>
      {(purchase) => <Order key={id} purchase={purchase} asked={query} />}
    </FoundPurchase>
  );
}

interface OrderProps {
  purchase: PurchaseDetail;
  asked: UseQueryResult<PurchaseDetail, AppError>;
}

function Order({ purchase, asked }: OrderProps) {
  const { t } = useTranslation();
  const me = useMe();
  const can = useCan();
  const { printing, print } = usePaper(() => purchasePaper(t, purchase));
  const [doing, setDoing] = useState<'receive' | 'pay' | 'void' | null>(null);
  const [deciding, setDeciding] = useState<Decision | null>(null);
  const decide = (decision: Decision) => {
    // Somebody may have edited the order since the page was opened, so it is reloaded.
    void refresh(['purchase_orders']);
    setDeciding(decision);
  };
  const { order, amounts, items, payments, files } = purchase;
  const cancelled = order.status === 'cancelled';
  const worksInBranch = me.branches.find((branch) => branch.id === order.branch_id)?.access === 'work';
  const may = actionsOf(purchase, { id: me.profile.id, can, worksInBranch, fourEyes: me.business.purchase_four_eyes });
  const isOpening = order.is_opening;
  const voiding =
    isOpening && amounts
      ? mayVoidOpening({ contact: 'supplier', voided: cancelled, paid: amounts.paid }, { can, worksInBranch })
      : 'hidden';
  const disabledReason = (availability: Availability) => offReason(t, availability, nameIn(order, 'branch'));
  useAskedStep({
    receive: may.receive === 'on' ? () => setDoing('receive') : disabledReason(may.receive),
    pay: may.pay === 'on' ? () => setDoing('pay') : disabledReason(may.pay),
    approve: may.approve === 'on' ? () => decide({ kind: 'approve' }) : disabledReason(may.approve),
  });
  const currency = currencyWord();
  const expected = Number(sum(items.map((item) => item.quantity - item.closed)));
  const received = Number(sum(items.map((item) => item.received)));

  const step = (
    kind: 'closeShort' | 'reopen' | 'cancel',
    decision: 'close' | 'reopen' | 'cancel',
    icon: typeof Ban,
    danger = false,
  ): MenuEntry[] =>
    may[kind] === 'hidden'
      ? []
      : [
          {
            label: t(`purchases.action.${kind}`),
            icon,
            danger,
            reason: disabledReason(may[kind]),
            onSelect: () => decide({ kind: decision }),
          },
        ];
  const menuItems: MenuEntry[] = [
    ...(received > 0 ? labelsEntry(t, can, 'purchase_orders', order.id) : []),
    ...(can('purchasing.orders.create') && amounts && !isOpening
      ? [{ label: t('purchases.action.copy'), icon: Copy, href: `/purchase/add?copy=${order.id}` }]
      : []),
    ...step('closeShort', 'close', PackageX),
    ...step('reopen', 'reopen', Undo2),
    ...step('cancel', 'cancel', Ban, true),
  ];
  // An opening balance is voided, as a row of an order it is cancelled.
  const events = isOpening
    ? purchase.timeline.map((event) => (event.kind === 'cancelled' ? { ...event, kind: 'voided' as const } : event))
    : purchase.timeline;
  const next: TimelineEntry[] = [
    ...(order.needs_approval && !cancelled ? [{ id: 'approval', state: 'now' as const, title: t('purchases.history.waitsApproval') }] : []),
    ...(order.status === 'pending'
      ? [
          {
            id: 'goods',
            state: order.needs_approval ? ('todo' as const) : ('now' as const),
            title: t('purchases.history.waitsGoods', { branch: nameIn(order, 'branch') }),
          },
        ]
      : []),
  ];
  const receivePrimary = may.approve === 'hidden' && may.receive === 'on';

  return (
    <>
      <DocumentPage
        title={order.number}
        stamp={
          <span className="inline-group">
            {isOpening && cancelled && <OrderStatus order={{ ...order, status: 'opening' }} stamp />}
            <OrderStatus order={order} waits={order.needs_approval ?? false} stamp />
            {amounts && !cancelled && <PaymentStatus status={amounts.payment_status} overdue={order.overdue} stamp />}
          </span>
        }
        actions={
          <>
            {!isOpening && (
              <Button icon={Download} busy={printing !== null} onClick={() => void print('order')}>
                {t('purchases.action.pdf')}
              </Button>
            )}
            {may.edit !== 'hidden' && (
              <Button icon={Pencil} href={`/purchase/edit/${order.id}`} reason={disabledReason(may.edit)}>
                {t('purchases.action.edit')}
              </Button>
            )}
            {menuItems.length > 0 && <Menu label={t('purchases.action.more')} items={menuItems} />}
            {may.pay !== 'hidden' && (
              <Button
                variant={may.approve === 'hidden' && !receivePrimary && may.pay === 'on' ? 'primary' : 'secondary'}
                icon={HandCoins}
                reason={disabledReason(may.pay)}
                onClick={() => setDoing('pay')}
              >
                {t('purchases.action.pay')}
              </Button>
            )}
            {voiding !== 'hidden' && (
              <Button
                icon={Ban}
                variant="danger"
                reason={voiding === 'on' ? undefined : t(`errors.${voiding}`, { branch: nameIn(order, 'branch') })}
                onClick={() => {
                  // Somebody may have paid since the page was opened.
                  void refresh(['purchase_orders']);
                  setDoing('void');
                }}
              >
                {t('account.opening.void.action')}
              </Button>
            )}
            {may.receive !== 'hidden' && (
              <Button
                variant={receivePrimary ? 'primary' : 'secondary'}
                icon={PackageCheck}
                reason={disabledReason(may.receive)}
                onClick={() => setDoing('receive')}
              >
                {t('purchases.action.receive')}
              </Button>
            )}
            {may.approve !== 'hidden' && (
              <Button variant="primary" icon={Check} reason={disabledReason(may.approve)} onClick={() => decide({ kind: 'approve' })}>
                {t('purchases.action.approve')}
              </Button>
            )}
          </>
        }
        facts={[
          [
            t('purchases.col.supplier'),
            can('contacts.suppliers.view') ? (
              <a className="link" href={`/purchase/suppliers/${order.supplier_id}`}>
                <bdi>{nameIn(order, 'supplier')}</bdi>
              </a>
            ) : (
              <bdi>{nameIn(order, 'supplier')}</bdi>
            ),
          ],
          order.reference !== null && [t('purchases.col.reference'), <Code>{order.reference}</Code>],
          [t('purchases.col.branch'), <bdi>{nameIn(order, 'branch')}</bdi>],
          [t(isOpening ? 'account.opening.day' : 'purchases.col.orderedOn'), formatDate(order.ordered_on)],
          order.due_on !== null && [
            t('purchases.col.dueOn'),
            <span className={order.overdue ? 'purchase-late' : undefined}>{formatDate(order.due_on)}</span>,
          ],
          order.salesperson && [t('purchases.col.salesperson'), <bdi>{nameOf(order.salesperson)}</bdi>],
          !isOpening && [
            t('purchases.col.received'),
            <Progress done={received} of={expected} label={t(`purchases.receipt.${order.receipt_state}`)} />,
          ],
          amounts && !cancelled && [t('purchases.fact.remaining', { currency }), <Figure value={formatMoney(amounts.remaining)} />],
        ]}
        bodyLabel={isOpening ? t('account.opening.about') : undefined}
        asideLabel={t('purchases.form.beside')}
        aside={
          <>
            {amounts && (
              <Section title={t('document.totals.title')}>
                <TotalsTable {...totalsOf(t, purchase, amounts, !cancelled)} />
              </Section>
            )}
            {amounts && amounts.charge_lines.length > 0 && (
              <Section title={t('purchases.charges.title')}>
                <ChargeList charges={amounts.charge_lines} />
              </Section>
            )}
            {payments && (
              <Section title={t('payments.title')}>
                <OlderEntriesNote count={purchase.left_out.payments} />
                <PaidList
                  payments={payments}
                  withoutMethod={({ purchase_return: number, purchase_return_id: returned }) => (
                    <a className="link" href={`/purchase/returns/${returned}`}>
                      {t('payments.byCredit', { number: number ?? '' })}
                    </a>
                  )}
                  mayVoid={may.void !== 'hidden'}
                  voidDisabledReason={disabledReason(may.void)}
                  onVoid={(payment) => decide({ kind: 'void', payment })}
                  detailsOf={
                    files
                      ? (payment) => (
                          <Attachments
                            bare
                            kind="purchase_payments"
                            documentId={payment.id}
                            branchId={order.branch_id}
                            files={files.filter((file) => file.document_id === payment.id)}
                            worksInBranch={worksInBranch && !payment.voided_at}
                            addLabel={t('payments.attach')}
                          />
                        )
                      : undefined
                  }
                />
              </Section>
            )}
            {files && (
              <Section title={t('purchases.files.title')}>
                <OlderEntriesNote count={purchase.left_out.files} />
                <Attachments
                  kind="purchases"
                  documentId={order.id}
                  branchId={order.branch_id}
                  files={files.filter((file) => file.document_id === order.id)}
                  worksInBranch={worksInBranch}
                  addLabel={t('purchases.files.add')}
                />
              </Section>
            )}
            <History events={events} next={next} of={{ table: 'purchase_orders', id: order.id, number: order.number }} />
          </>
        }
      >
        {isOpening ? (
          <Section title={t('account.opening.about')}>
            <p>{t('account.opening.text.supplier')}</p>
          </Section>
        ) : (
          <>
            <LinesTable
              columns={itemColumns(t, amounts !== null, cancelled)}
              lines={items}
              count={items.length}
              feet={() => itemSums(t, items, cancelled)}
            />
            <Receipts
              purchase={purchase}
              mayUndo={may.undo !== 'hidden'}
              undoDisabledReason={disabledReason(may.undo)}
              mayReturn={can('purchasing.returns.create') && worksInBranch}
              onUndo={(receipt) => decide({ kind: 'undo', receipt })}
            />
          </>
        )}
        <Notes
          notes={[
            [t('purchases.col.notes'), order.notes],
            [t('purchases.form.description'), order.description],
          ]}
        />
      </DocumentPage>
      <Suspense>
        {doing === 'receive' && <ReceiveDialog purchase={purchase} onClose={() => setDoing(null)} />}
        {doing === 'pay' && amounts && (
          <PayDialog
            number={order.number}
            today={order.today}
            branchId={order.branch_id}
            remaining={amounts.remaining}
            pay={(sent) => payPurchase({ id: order.id, payments: sent })}
            changes={purchaseChanges}
            files="purchase_payments"
            onClose={() => setDoing(null)}
          />
        )}
      </Suspense>
      {doing === 'void' && amounts && (
        <VoidOpening contact="supplier" balance={{ ...order, amount: amounts.total }} onClose={() => setDoing(null)} />
      )}
      {deciding && <Decisions decision={deciding} purchase={purchase} document={asked} onClose={() => setDeciding(null)} />}
    </>
  );
}
