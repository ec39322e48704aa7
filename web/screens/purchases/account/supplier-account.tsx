import { useQuery } from '@tanstack/react-query';
import { HandCoins, Pencil, Plus, Coins, ShoppingCart, PackageMinus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useCan } from '@/db/me.ts';
import { returnChanges, spendSupplierCredit } from '@/db/purchase-returns.ts';
import { supplierAccount, supplierStatement } from '@/db/purchases.ts';
import { oneOf } from '@/db/tables.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { formatDate } from '@/lib/dates.ts';
import { currencyWord } from '@/lib/currency.ts';
import { compare, formatMoney, isZero } from '@/lib/money.ts';
import { AccountPage } from '@/parts/account/account-page.tsx';
import { OpenDocuments } from '@/parts/account/account-table.tsx';
import { OpeningButton } from '@/parts/account/opening-button.tsx';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import { AgedDebt } from '@/resources/aged-debt.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Nil } from '@/ui/figure.tsx';
import { SupplierExpenses } from './supplier-expenses.tsx';
import '@/parts/statuses/purchases.css';
import '../purchases.css';

const PaySupplier = lazy(() => import('./pay-supplier.tsx').then(({ PaySupplier: Shown }) => ({ default: Shown })));

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const can = useCan();
  const supplierQuery = useQuery(oneOf<'suppliers'>('suppliers', id));
  const accountQuery = useQuery({ ...supplierAccount(id), enabled: Boolean(supplierQuery.data) });
  const [doing, setDoing] = useState<'pay' | 'credit' | null>(null);
  const seesCosts = can('inventory.costs.view');
  return (
    <Found
      query={supplierQuery}
      title={t('purchases.account.title')}
      notFound={{
        title: t('kit.notFound'),
        text: t('kit.gone'),
        href: '/contacts/suppliers',
        backLabel: t('purchases.account.all'),
      }}
    >
      {(supplier) => (
        <Found query={accountQuery} title={nameOf(supplier)}>
          {({ owed, credit, overdue, aged, orders, open_orders }) => (
            <>
              <AccountPage
                party={{ ...supplier, side: 'supplier', phone: supplier.land_line }}
                sub={t('purchases.account.sub', { count: open_orders })}
                actions={
                  <>
                    {can('contacts.suppliers.update') && (
                      <Button icon={Pencil} href={`/contacts/suppliers/edit/${id}`}>
                        {t('purchases.account.edit')}
                      </Button>
                    )}
                    <Button icon={ShoppingCart} href={`/purchase?supplier=${id}`}>
                      {t('purchases.account.orders')}
                    </Button>
                    {can('purchasing.orders.create') && seesCosts && (
                      <Button icon={Plus} href={`/purchase/add?supplier=${id}`}>
                        {t('purchases.new')}
                      </Button>
                    )}
                    {can('purchasing.returns.create') && (
                      <Button icon={PackageMinus} href={`/purchase/returns/add?supplier=${id}`}>
                        {t('purchases.account.returnGoods')}
                      </Button>
                    )}
                    <OpeningButton contact="supplier" contactId={id} name={nameOf(supplier)} />
                    {can('purchasing.payments.create') && can('purchasing.returns.view') && compare(credit ?? 0, 0) > 0 && (
                      <Button
                        icon={Coins}
                        aria-haspopup="dialog"
                        reason={orders && orders.length > 0 ? undefined : t('account.nothingOwed')}
                        onClick={() => setDoing('credit')}
                      >
                        {t('purchases.account.useCredit')}
                      </Button>
                    )}
                    {can('purchasing.payments.create') && seesCosts && (
                      <Button
                        variant="primary"
                        icon={HandCoins}
                        reason={orders && orders.length > 0 ? undefined : t('account.nothingOwed')}
                        onClick={() => setDoing('pay')}
                      >
                        {t('purchases.action.pay')}
                      </Button>
                    )}
                  </>
                }
                debt={
                  owed !== null && overdue !== null && aged && <AgedDebt owed={owed} credit={credit ?? 0} overdue={overdue} aged={aged} />
                }
                open={{
                  label: t('purchases.account.open'),
                  shown: orders ? (
                    <OpenDocuments
                      label={t('purchases.account.open')}
                      rows={orders}
                      nothingOwed={t('purchases.account.nothingOwedText')}
                      number={t('purchases.col.number')}
                      hrefOf={(order) => `/purchase/orders/${order}`}
                      kindOf={({ status }) => status === 'opening' && t('purchases.status.opening')}
                      columns={[
                        [t('purchases.col.branch'), (order) => <bdi>{nameIn(order, 'branch')}</bdi>, 'unlabelled'],
                        [t('purchases.col.orderedOn'), ({ ordered_on }) => formatDate(ordered_on)],
                        [
                          t('purchases.col.dueOn'),
                          ({ due_on, late }) =>
                            due_on ? <span className={late ? 'purchase-late' : undefined}>{formatDate(due_on)}</span> : <Nil />,
                        ],
                      ]}
                    />
                  ) : (
                    <div className="in-page">
                      <Banner tone="off">{t('purchases.account.noCosts')}</Banner>
                    </div>
                  ),
                }}
                statement={
                  can('purchasing.payments.view') &&
                  seesCosts && { statementOf: (days) => supplierStatement(id, days), exportPermission: 'purchasing.orders.export' }
                }
                expenses={
                  can('accounting.expenses.view') && { label: t('purchases.account.expenses'), shown: <SupplierExpenses supplierId={id} /> }
                }
              />
              <Suspense>
                {doing === 'pay' && orders && (
                  <PaySupplier supplierId={id} name={nameOf(supplier)} orders={orders} onClose={() => setDoing(null)} />
                )}
              </Suspense>
              {doing === 'credit' && (
                <ActionDialog
                  run={() => spendSupplierCredit(id)}
                  changes={returnChanges}
                  onDone={({ used }) =>
                    isZero(used)
                      ? t('purchases.account.creditNotUsed')
                      : t('purchases.account.creditUsed', { used: formatMoney(used), currency: currencyWord() })
                  }
                  onClose={() => setDoing(null)}
                  icon={Coins}
                  size="small"
                  title={t('purchases.account.useCreditTitle')}
                  confirm={t('purchases.account.useCredit')}
                >
                  {t('purchases.account.useCreditText')}
                </ActionDialog>
              )}
            </>
          )}
        </Found>
      )}
    </Found>
  );
}
