import { useQuery } from '@tanstack/react-query';
import { Ban, Download, HandCoins, Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useBranch, useCan } from '@/db/me.ts';
import {
  refundReturn,
  returnChanges,
  returnDetail,
  returnStockChanges,
  voidReturn,
  type ReturnDetail,
  type ReturnItem,
  type ReturnPayment,
} from '@/db/purchase-returns.ts';
import { voidPurchasePayment } from '@/db/purchases.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, today as dayOf } from '@/lib/dates.ts';
import { compare, formatMoney, sum } from '@/lib/money.ts';
import { Attachments } from '@/parts/attachments/attachments.tsx';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import { DocumentPage, Notes } from '@/parts/document/document-page.tsx';
import { History } from '@/parts/document/history.tsx';
import { TotalsTable } from '@/parts/document/totals-table.tsx';
import { useAskedStep } from '@/parts/document/use-asked-step.ts';
import { usePaper } from '@/parts/document/use-paper.ts';
import { goodsColumn, type LineColumn } from '@/parts/lines/columns.tsx';
import { LinesTable } from '@/parts/lines/lines-table.tsx';
import { PaidList } from '@/parts/payments/paid-list.tsx';
import { placeName } from '@/parts/place-name.ts';
import { Button } from '@/ui/button.tsx';
import { Code, Figure, Money, Nil, Quantity } from '@/ui/figure.tsx';
import { Menu } from '@/ui/menu.tsx';
import { Section } from '@/ui/section.tsx';
import { ReturnStatus } from '@/parts/statuses/purchase-returns.tsx';
import { returnPaper, totalsOf } from './paper.ts';

const PayDialog = lazy(() => import('@/parts/payments/pay-dialog.tsx').then(({ PayDialog: Shown }) => ({ default: Shown })));

/** /purchase/returns/{id}: goods sent back to a supplier, and the credit that they left. */
export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const query = useQuery(returnDetail(id));
  return (
    <Found
      query={query}
      title={t('purchaseReturns.viewTitle')}
      notFound={{
        title: t('purchaseReturns.notFound'),
        text: t('errors.purchase_return_not_found'),
        icon: Undo2,
        href: '/purchase/returns',
        backLabel: t('purchaseReturns.title'),
      }}
    >
      {(detail) => <Returned key={id} detail={detail} />}
    </Found>
  );
}

function Returned({ detail }: { detail: ReturnDetail }) {
  const { t } = useTranslation();
  const can = useCan();
  const { branches, workBranches } = useBranch();
  const { return: of, amounts, items, payments, files, timeline } = detail;
  const { printing, print } = usePaper(() => returnPaper(t, detail));
  const [doing, setDoing] = useState<'void' | 'refund' | ReturnPayment | null>(null);
  const isVoided = of.voided_at !== null;
  const worksHere = workBranches.some(({ id }) => id === of.branch_id);
  const viewOnly = worksHere ? undefined : t('stock.form.viewOnly', { branch: nameIn(of, 'branch') });
  const refunded = payments?.some((payment) => payment.purchase_order_id === null && !payment.voided_at);
  const voidReason = viewOnly ?? (refunded ? t('errors.return_was_refunded') : undefined);
  const mayVoid = can('purchasing.returns.void') && !isVoided;
  const currency = currencyWord();
  useAskedStep({ void: mayVoid ? (voidReason ?? (() => setDoing('void'))) : t('purchaseReturns.void.notNow') });
  const columns: LineColumn<ReturnItem>[] = [
    goodsColumn(
      t,
      (line: ReturnItem) => line,
      (line) => `/inventory/products/edit/${line.product_id}`,
    ),
    {
      id: 'receipt',
      label: t('purchaseReturns.line.receipt'),
      width: 168,
      card: 'max-sm:col-[1/4]',
      cell: ({ receipt_number: number, purchase_order_id: order }) =>
        number === null ? (
          <Nil />
        ) : order === null ? (
          <Code>{number}</Code>
        ) : (
          <a className="link" href={`/purchase/orders/${order}`}>
            <Code>{number}</Code>
          </a>
        ),
    },
    { id: 'quantity', label: t('lines.quantity'), width: 96, num: true, cell: (line) => <Quantity value={line.quantity} /> },
    ...(amounts
      ? [
          {
            id: 'cost',
            label: t('purchases.cart.cost'),
            width: 108,
            num: true,
            cell: ({ unit_cost: cost }: ReturnItem) => (cost === null ? <Nil /> : <Money value={cost} />),
          },
          {
            id: 'total',
            label: t('purchases.cart.totalIn', { currency }),
            width: 124,
            num: true,
            cell: ({ total }: ReturnItem) => (total === null ? <Nil /> : <Money value={total} />),
          },
        ]
      : []),
  ];
  const branch = branches.find(({ id }) => id === of.branch_id);
  return (
    <>
      <DocumentPage
        title={of.number}
        stamp={<ReturnStatus status={isVoided ? 'voided' : 'returned'} stamp />}
        actions={
          <>
            <Button icon={Download} busy={printing !== null} onClick={() => void print('return')}>
              {t('purchases.action.pdf')}
            </Button>
            {mayVoid && (
              <Menu
                label={t('purchases.action.more')}
                items={[
                  {
                    label: t('purchaseReturns.void.action'),
                    icon: Ban,
                    danger: true,
                    reason: voidReason,
                    onSelect: () => setDoing('void'),
                  },
                ]}
              />
            )}
            {amounts && !isVoided && can('purchasing.payments.create') && compare(amounts.remaining, 0) > 0 && (
              <Button variant="primary" icon={HandCoins} reason={viewOnly} onClick={() => setDoing('refund')}>
                {t('purchaseReturns.refund.action')}
              </Button>
            )}
          </>
        }
        facts={[
          [
            t('purchases.col.supplier'),
            can('contacts.suppliers.view') ? (
              <a className="link" href={`/purchase/suppliers/${of.supplier_id}`}>
                <bdi>{nameIn(of, 'supplier')}</bdi>
              </a>
            ) : (
              <bdi>{nameIn(of, 'supplier')}</bdi>
            ),
          ],
          [t('purchaseReturns.form.branch'), <bdi>{placeName(t, of)}</bdi>],
          [t('purchaseReturns.col.day'), formatDate(of.business_day)],
          [t('purchaseReturns.form.reason'), t(`purchaseReturns.reason.${of.reason}`)],
          of.reference !== null && [t('purchaseReturns.form.reference'), <Code>{of.reference}</Code>],
          amounts && !isVoided && [t('purchaseReturns.col.remaining', { currency }), <Figure value={formatMoney(amounts.remaining)} />],
        ]}
        asideLabel={t('kit.details')}
        aside={
          <>
            {amounts && (
              <Section title={t('document.totals.title')}>
                <TotalsTable {...totalsOf(t, amounts)} />
              </Section>
            )}
            {payments && (
              <Section title={t('purchaseReturns.credit.title')}>
                {payments.length === 0 ? (
                  <p className="muted">{t('purchaseReturns.credit.none')}</p>
                ) : (
                  <PaidList
                    payments={payments}
                    withoutMethod={({ purchase_order_id: order, order_number: number }) =>
                      number === null ? (
                        t('purchaseReturns.credit.otherOrder')
                      ) : (
                        <a className="link" href={`/purchase/orders/${order}`}>
                          {t('purchaseReturns.credit.ofOrder', { number })}
                        </a>
                      )
                    }
                    // An order without a number is of a branch that the user may not view.
                    mayVoid={({ purchase_order_id: order, order_number: number }) =>
                      can('purchasing.payments.void') && !isVoided && (order === null || number !== null)
                    }
                    voidDisabledReason={viewOnly}
                    onVoid={setDoing}
                  />
                )}
              </Section>
            )}
            {files && (
              <Section title={t('purchaseReturns.files.title')}>
                <Attachments
                  kind="purchase_returns"
                  documentId={of.id}
                  branchId={of.branch_id}
                  files={files}
                  worksInBranch={worksHere}
                  addLabel={t('purchaseReturns.files.add')}
                />
              </Section>
            )}
            <History events={timeline} of={{ table: 'purchase_returns', id: of.id, number: of.number }} />
          </>
        }
      >
        <LinesTable
          columns={columns}
          lines={items}
          count={items.length}
          feet={() => ({
            summary: t('lines.count', { count: items.length }),
            sums: {
              quantity: <Quantity value={sum(items.map((item) => item.quantity))} />,
              total: <Money value={sum(items.map((item) => item.total ?? 0))} />,
            },
          })}
        />
        <Notes notes={[[t('purchaseReturns.form.note'), of.note]]} />
      </DocumentPage>
      <Suspense>
        {doing === 'refund' && amounts && (
          <PayDialog
            number={of.number}
            today={dayOf(branch?.time_zone, branch?.day_start)}
            branchId={of.branch_id}
            remaining={amounts.remaining}
            pay={(sent) => refundReturn({ id: of.id, payments: sent })}
            changes={returnChanges}
            onClose={() => setDoing(null)}
          />
        )}
      </Suspense>
      {doing === 'void' && (
        <ActionDialog
          run={(reason) => voidReturn({ id: of.id, reason })}
          changes={[...returnStockChanges, 'audit_log']}
          onDone={() => t('purchaseReturns.void.done', { number: of.number })}
          onClose={() => setDoing(null)}
          title={t('purchaseReturns.void.title')}
          number={of.number}
          icon={Ban}
          danger
          irreversible
          confirm={t('purchaseReturns.void.action')}
          reason={{ label: t('purchases.decide.reason'), required: true }}
        >
          <p>{t('purchaseReturns.void.text', { count: Number(sum(items.map((item) => item.quantity))), branch: nameIn(of, 'branch') })}</p>
        </ActionDialog>
      )}
      {doing !== null && typeof doing === 'object' && (
        <ActionDialog
          run={(reason) => voidPurchasePayment({ id: doing.id, reason })}
          changes={[...returnChanges, 'audit_log']}
          onDone={() => t('purchaseReturns.voidPayment.done', { amount: formatMoney(doing.amount), currency })}
          onClose={() => setDoing(null)}
          title={t(doing.payment_method === null ? 'purchaseReturns.voidPayment.credit' : 'purchaseReturns.voidPayment.refund')}
          number={of.number}
          icon={Ban}
          danger
          irreversible
          confirm={t('purchaseReturns.voidPayment.confirm')}
          reason={{ label: t('purchases.decide.reason'), required: true }}
        >
          <p>
            {t(doing.payment_method === null ? 'purchaseReturns.voidPayment.creditText' : 'purchaseReturns.voidPayment.refundText', {
              amount: formatMoney(doing.amount),
              currency,
              number: doing.order_number ?? '',
            })}
          </p>
        </ActionDialog>
      )}
    </>
  );
}
