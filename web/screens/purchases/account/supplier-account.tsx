import { useQuery } from '@tanstack/react-query';
import { HandCoins, PackageX, Pencil, Plus, ShoppingCart } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { useCan } from '@/db/me.ts';
import { supplierAccount, supplierStatement, type SupplierAccount } from '@/db/purchases.ts';
import { oneOf } from '@/db/tables.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { compare, formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { AccountTabs } from '@/parts/account/account-tabs.tsx';
import { AgedDebt } from '@/resources/aged-debt.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import { Table, type TableColumn } from '@/ui/table.tsx';
import { SupplierExpenses } from './supplier-expenses.tsx';
import '../purchases.css';

const Statement = lazy(() => import('@/parts/account/statement.tsx').then(({ Statement: Shown }) => ({ default: Shown })));
const PaySupplier = lazy(() => import('./pay-supplier.tsx').then(({ PaySupplier: Shown }) => ({ default: Shown })));

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const can = useCan();
  const supplier = useQuery(oneOf<'suppliers'>('suppliers', id));
  const account = useQuery({ ...supplierAccount(id), enabled: Boolean(supplier.data) && can('purchasing.orders.view') });
  const [paying, setPaying] = useState(false);
  if (!supplier.data || !account.data) {
    const error = supplier.error ?? account.error;
    return (
      <>
        <PageHead title={supplier.data ? nameOf(supplier.data) : t('purchases.account.title')} />
        {error && <LoadFailed error={error} onRetry={() => void (supplier.error ? supplier.refetch() : account.refetch())} />}
        {supplier.data === null && (
          <EmptyState
            icon={PackageX}
            title={t('errors.supplier_not_found')}
            actions={<Button href="/contacts/suppliers">{t('purchases.account.all')}</Button>}
          />
        )}
        {!error && supplier.data !== null && <SkeletonForm fields={4} />}
      </>
    );
  }
  const name = nameOf(supplier.data);
  const { owed, overdue, aged, orders } = account.data;
  const seesStatement = can('purchasing.payments.view') && can('inventory.costs.view');
  const open =
    orders &&
    (orders.length > 0 ? (
      <OpenOrders orders={orders} />
    ) : (
      <EmptyState icon={HandCoins} title={t('account.nothingOwed')}>
        {t('purchases.account.nothingOwedText')}
      </EmptyState>
    ));
  const mayPay = can('purchasing.payments.create') && can('inventory.costs.view');
  return (
    <>
      <PageHead
        title={name}
        tab={t('account.tab', { name })}
        sub={t('purchases.account.sub', { count: account.data.open_orders })}
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
            {can('purchasing.orders.create') && can('inventory.costs.view') && (
              <Button icon={Plus} href={`/purchase/add?supplier=${id}`}>
                {t('purchases.new')}
              </Button>
            )}
            {mayPay && (
              <Button
                variant="primary"
                icon={HandCoins}
                reason={compare(owed ?? 0, 0) > 0 ? undefined : t('account.nothingOwed')}
                onClick={() => setPaying(true)}
              >
                {t('purchases.action.pay')}
              </Button>
            )}
          </>
        }
      />
      {owed !== null && overdue !== null && aged && <AgedDebt owed={owed} overdue={overdue} aged={aged} />}
      <AccountTabs
        open={{ label: t('purchases.account.open'), shown: open }}
        statement={
          seesStatement && (
            <Statement
              key={id}
              party={{ ...supplier.data, side: 'supplier', phone: supplier.data.land_line }}
              statementOf={(days) => supplierStatement(id, days)}
              exportPermission="purchasing.orders.export"
            />
          )
        }
        expenses={
          can('accounting.expenses.view') && { label: t('purchases.account.expenses'), shown: <SupplierExpenses supplierId={id} /> }
        }
      />
      {orders === null && (
        <div className="in-page">
          <Banner tone="off">{t('purchases.account.noCosts')}</Banner>
        </div>
      )}
      <Suspense>
        {paying && orders && <PaySupplier supplierId={id} name={name} orders={orders} onClose={() => setPaying(false)} />}
      </Suspense>
    </>
  );
}

type Open = NonNullable<SupplierAccount['orders']>[number];

function OpenOrders({ orders }: { orders: readonly Open[] }) {
  const { t } = useTranslation();
  const column = (head: string, cell: (order: Open) => ReactNode, num?: 'numeric figure-column'): TableColumn<Open> => ({
    head,
    cardLabel: head,
    cell,
    num,
  });
  return (
    <Table
      className="data-table cards account-table"
      label={t('purchases.account.open')}
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t('purchases.col.number'),
          width: 'col-document',
          className: 'card-name',
          cell: ({ id, number }) => (
            <a className="record-name" href={`/purchase/orders/${id}`}>
              <Code>{number}</Code>
            </a>
          ),
        },
        { head: t('purchases.col.branch'), cell: (order) => <bdi>{nameIn(order, 'branch')}</bdi> },
        column(t('purchases.col.orderedOn'), ({ ordered_on }) => formatDate(ordered_on)),
        column(t('purchases.col.dueOn'), ({ due_on, late }) =>
          due_on ? <span className={late ? 'purchase-late' : undefined}>{formatDate(due_on)}</span> : <Nil />,
        ),
        column(
          t('account.age'),
          ({ age, late }) => <Figure value={formatNumber(age)} nil tone={late ? 'negative' : undefined} />,
          'numeric figure-column',
        ),
        column(
          t('document.totals.total', { currency: currencyWord() }),
          ({ total }) => <Figure value={formatMoney(total)} />,
          'numeric figure-column',
        ),
        column(t('document.totals.paid'), ({ paid }) => <Figure value={formatMoney(paid)} nil />, 'numeric figure-column'),
        column(
          t('document.totals.remaining'),
          ({ remaining }) => (
            <b>
              <Figure value={formatMoney(remaining)} />
            </b>
          ),
          'numeric figure-column',
        ),
      ]}
    />
  );
}
