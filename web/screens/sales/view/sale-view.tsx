import { Ban, Download, HandCoins, Receipt, Send, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useCan, useMe } from '@/db/me.ts';
import { queryClient, refresh } from '@/db/query.ts';
import type { AppError } from '@/db/errors.ts';
import { MAX_LINES, saleChanges, saleDetail, voidSale, voidSalePayment, wholeSale, type SaleDetail, type SalePayment } from '@/db/sales.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, formatDateTime, today } from '@/lib/dates.ts';
import { formatMoney, minus } from '@/lib/money.ts';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import { DocumentPage, Notes, useDocument } from '@/parts/document/document-page.tsx';
import { History } from '@/parts/document/history.tsx';
import { TotalsTable } from '@/parts/document/totals-table.tsx';
import { useAskedStep } from '@/parts/document/use-asked-step.ts';
import { usePaper } from '@/parts/document/use-paper.ts';
import { mayVoidOpening } from '@/parts/account/opening.ts';
import { VoidOpening } from '@/parts/account/void-opening.tsx';
import { LinesTable } from '@/parts/lines/lines-table.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { Code, Figure } from '@/ui/figure.tsx';
import { Section } from '@/ui/section.tsx';
import { SaleType, PaymentBadge } from '@/parts/statuses/sales.tsx';
import { mayPay, mayReturn, mayVoid } from './actions.ts';
import { itemColumns, itemSums } from './columns.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { totalsOf } from '@/parts/sale/sale-amounts.ts';
import { salePaper, type SalePaper } from '@/parts/sale/paper.ts';
import { PayDialog } from './pay-dialog.tsx';
import { Payments } from './payments.tsx';

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { found, shown, ...rest } = useDocument(id, saleDetail, MAX_LINES, ({ sale }) => sale.version);
  return (
    <Found
      query={found}
      title={t('sales.viewTitle')}
      failed={t('sales.loadFailed')}
      notFound={{
        title: t('sales.notFound.title'),
        text: t('sales.notFound.text'),
        icon: Receipt,
        href: '/accounting/sales',
        backLabel: t('sales.action.back'),
      }}
    >
      {(detail) => <Sale key={id} detail={shown(detail)} {...rest} />}
    </Found>
  );
}

interface SaleProps {
  detail: SaleDetail;
  moreFailed: AppError | null;
  loadAll: () => void;
}

function Sale({ detail, moreFailed, loadAll }: SaleProps) {
  const { t } = useTranslation();
  const { branches, business } = useMe();
  const can = useCan();
  const [asking, setAsking] = useState<'void' | 'pay' | SalePayment | null>(null);
  const [correctingId, setCorrectingId] = useState<string | null>(null);
  const { sale, items, payments, returns, returned_sales: returned, timeline } = detail;
  const { printing, print, send } = usePaper(async (kind: SalePaper) =>
    // Prints all lines, never a part of them.
    salePaper(t, business, items.length < sale.lines ? await queryClient.fetchQuery(wholeSale(sale.id)) : detail, kind),
  );
  const costs = can('inventory.costs.view');
  const branch = branches.find(({ id }) => id === sale.branch_id);
  const worksAnywhere = branches.some(({ access }) => access === 'work');
  const [paying, returning] = [mayPay(detail, { can, worksAnywhere }), mayReturn(detail, { can, worksAnywhere })];
  const isOpening = sale.type === 'opening';
  const worksInBranch = branch?.access === 'work';
  const availability = isOpening
    ? mayVoidOpening({ contact: 'customer', voided: sale.status === 'voided', paid: sale.paid }, { can, worksInBranch })
    : mayVoid(detail, { can, worksInBranch, today: today(branch?.time_zone, branch?.day_start) });
  const correcting = payments.find(({ id }) => id === correctingId);
  const currency = currencyWord();
  const close = () => setAsking(null);
  const ask = () => {
    // Somebody may have taken returns since the page was opened, so the sale is reloaded.
    void refresh(['sales']);
    setAsking('void');
  };
  const reasonOf = (refusal: typeof availability) =>
    refusal === 'on' || refusal === 'hidden' ? undefined : t(`errors.${refusal}`, { branch: nameIn(sale, 'branch') });
  useAskedStep({ pay: paying === 'on' ? () => setAsking('pay') : reasonOf(paying) });
  const customer = sale.customer_id === null ? t('sales.walkIn') : nameIn(sale, 'customer') || '–';
  const link = ({ id, number }: { id: string; number: string }) => (
    <a key={id} className="link" href={`/inventory/sales/view/${id}`}>
      <bdi className="number">{number}</bdi>
    </a>
  );

  return (
    <>
      <DocumentPage
        title={sale.number}
        stamp={
          <span className="inline-group">
            {sale.type !== 'sale' && <SaleType type={sale.type} stamp />}
            <PaymentBadge sale={sale} stamp />
          </span>
        }
        actions={
          <>
            {!isOpening && (
              <>
                {(['receipt', 'invoice'] as const).map((kind) => (
                  <Button key={kind} icon={Download} busy={printing === kind} onClick={() => void print(kind)}>
                    {t(`sales.action.${kind}`)}
                  </Button>
                ))}
                <IconButton icon={Send} label={t('sales.action.send')} busy={printing === 'mail'} onClick={() => void send('invoice')} />
              </>
            )}
            {returning !== 'hidden' && (
              <Button icon={Undo2} href={`/accounting/sales/add?return=${sale.id}`} reason={reasonOf(returning)}>
                {t('sales.action.return')}
              </Button>
            )}
            {paying !== 'hidden' && (
              <Button variant="primary" icon={HandCoins} reason={reasonOf(paying)} onClick={() => setAsking('pay')}>
                {t('sales.action.pay')}
              </Button>
            )}
            {availability !== 'hidden' && (
              <Button icon={Ban} variant="danger" reason={reasonOf(availability)} onClick={ask}>
                {t(isOpening ? 'account.opening.void.action' : 'sales.action.void')}
              </Button>
            )}
          </>
        }
        facts={[
          [
            t('sales.col.customer'),
            sale.customer_id && can('contacts.customers.view') ? (
              <a className="link" href={`/${isOpening ? 'accounting/customers' : 'contacts/customers/edit'}/${sale.customer_id}`}>
                <bdi>{customer}</bdi>
              </a>
            ) : (
              <bdi>{customer}</bdi>
            ),
          ],
          !isOpening && [t('sales.col.salesperson'), <bdi>{nameOf(sale.salesperson) || '–'}</bdi>],
          !isOpening && [t('sales.col.soldAt'), formatDateTime(sale.sold_at)],
          [t(isOpening ? 'account.opening.day' : 'sales.col.day'), formatDate(sale.business_day)],
          [t('sales.col.branch'), <bdi>{nameIn(sale, 'branch')}</bdi>],
          sale.till !== null && [t('sales.col.till'), <Code>{sale.till}</Code>],
          sale.shift_id && [
            t('sales.col.shift'),
            <a className="link" href={`/reports/shifts/view/${sale.shift_id}`}>
              <bdi className="number">{sale.shift_number}</bdi>
            </a>,
          ],
          sale.reference && [t('sales.col.reference'), <Code>{sale.reference}</Code>],
          returned.length > 0 && [
            t('sales.returnOf'),
            <span className="inline-group flex-wrap gap-y-0">{returned.map(link)}</span>,
            'max-sm:basis-full',
          ],
          sale.status !== 'voided' && [t('sales.fact.remaining', { currency }), <Figure value={formatMoney(sale.remaining)} />],
        ]}
        bodyLabel={isOpening ? t('account.opening.about') : undefined}
        asideLabel={t(isOpening ? 'account.opening.beside' : 'sales.beside')}
        aside={
          <>
            <Section title={t('document.totals.title')}>
              <TotalsTable {...totalsOf(t, sale)} />
            </Section>
            {costs && sale.margin !== null && sale.status === 'completed' && (
              <section className="section">
                <dl className="key-values">
                  <dt>{t('sales.items.cost')}</dt>
                  <dd>
                    <Figure value={formatMoney(minus(minus(sale.total, sale.tax), sale.margin))} />
                  </dd>
                  <dt>{t('sales.items.margin')}</dt>
                  <dd>
                    <Figure value={formatMoney(sale.margin)} />
                  </dd>
                </dl>
              </section>
            )}
            <Section title={t('sales.payments.title')}>
              <Payments
                sale={sale}
                payments={payments}
                mayVoid={can('accounting.sales.void')}
                mayCorrect={can('accounting.sales.correct_payment')}
                disabledReason={(payment) =>
                  branches.some(({ id, access }) => id === payment.branch_id && access === 'work')
                    ? undefined
                    : t('errors.branch_view_only', { branch: nameIn(payment, 'branch') })
                }
                onVoid={setAsking}
                onCorrect={({ id }) => setCorrectingId(id)}
              />
            </Section>
            {returns.length > 0 && (
              <Section title={t('sales.returns')}>
                <ul className="document-events">
                  {returns.map((back) => (
                    <li key={back.id}>
                      <span className="person">
                        <b>{link(back)}</b>
                        <small>
                          {formatDateTime(back.sold_at)} · {t('lines.pieces', { count: back.pieces })}
                        </small>
                      </span>
                      <b className="document-figure">
                        <Figure value={formatMoney(back.total)} />
                      </b>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
            <History events={timeline} />
          </>
        }
      >
        {isOpening ? (
          <Section title={t('account.opening.about')}>
            <p>{t(`account.opening.text.${sale.total < 0 ? 'credit' : 'customer'}`)}</p>
          </Section>
        ) : (
          <LinesTable
            columns={itemColumns(t, items, costs)}
            lines={items}
            count={sale.lines}
            failed={moreFailed}
            onMore={loadAll}
            feet={(shown) => itemSums(t, shown)}
          />
        )}
        <Notes
          notes={[
            [t('sales.col.note'), sale.note],
            [t('sales.discountReason'), sale.discount_reason],
            [t('sales.taxReason'), sale.tax_reason],
          ]}
        />
      </DocumentPage>
      {asking === 'pay' && <PayDialog sale={sale} onClose={close} />}
      {correcting && <CorrectDialog payment={correcting} number={sale.number} onClose={() => setCorrectingId(null)} />}
      {asking !== null && typeof asking === 'object' && (
        <ActionDialog
          run={(reason) => voidSalePayment({ id: asking.id, reason })}
          changes={saleChanges}
          onDone={() => t('sales.voidPayment.done', { amount: formatMoney(asking.amount) })}
          onClose={close}
          title={t('sales.voidPayment.title')}
          number={sale.number}
          icon={Ban}
          danger
          irreversible
          confirm={t('sales.voidPayment.confirm', { amount: formatMoney(asking.amount), currency })}
          reason={{ label: t('sales.void.reason'), required: true }}
        >
          <p>
            <Trans
              t={t}
              i18nKey="sales.voidPayment.text"
              values={{ amount: formatMoney(asking.amount), currency }}
              components={{ b: <b /> }}
            />
          </p>
        </ActionDialog>
      )}
      {asking === 'void' && isOpening && <VoidOpening contact="customer" balance={{ ...sale, amount: sale.total }} onClose={close} />}
      {asking === 'void' && !isOpening && (
        <ActionDialog
          run={(reason) => voidSale({ id: sale.id, reason })}
          changes={saleChanges}
          onDone={() => t('sales.void.done', { number: sale.number })}
          onClose={close}
          title={t('sales.void.title')}
          number={sale.number}
          icon={Ban}
          danger
          irreversible
          confirm={t('sales.void.confirm', { amount: formatMoney(sale.total), currency })}
          reason={{ label: t('sales.void.reason'), required: true }}
        >
          <p>
            <Trans
              t={t}
              i18nKey="sales.void.text"
              values={{ pieces: t('lines.pieces', { count: sale.moved }), paid: formatMoney(Math.abs(sale.paid)), currency }}
              components={{ b: <b /> }}
            />
          </p>
        </ActionDialog>
      )}
    </>
  );
}
