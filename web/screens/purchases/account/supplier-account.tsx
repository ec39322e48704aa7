import { useQuery } from '@tanstack/react-query';
import { HandCoins, PackageX, Pencil, Plus, ShoppingCart } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useCan } from '@/db/me.ts';
import { supplierAccount, type SupplierAccount } from '@/db/purchases.ts';
import { oneOf } from '@/db/tables.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { LoadFailed } from '@/kit/list-states.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { compare, formatMoney } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Code, Figure, Nil } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import { Table, type TableColumn } from '@/ui/table.tsx';
import { TabPanel, Tabs } from '@/ui/tabs.tsx';
import '../purchases.css';

const Statement = lazy(() => import('./statement.tsx').then(({ Statement: Shown }) => ({ default: Shown })));
const PaySupplier = lazy(() => import('./pay-supplier.tsx').then(({ PaySupplier: Shown }) => ({ default: Shown })));

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const [params, setParams] = useSearchParams();
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
        {supplier.data === null && <EmptyState icon={PackageX} title={t('errors.supplier_not_found')} actions={<Button href="/contacts/suppliers">{t('purchases.account.all')}</Button>} />}
        {!error && supplier.data !== null && <SkeletonForm fields={4} />}
      </>
    );
  }
  const name = nameOf(supplier.data);
  const { owed, orders } = account.data;
  const seesStatement = can('purchasing.payments.view') && can('inventory.costs.view');
  const part = seesStatement && params.get('part') === 'statement' ? 'statement' : 'open';
  const open = orders && (orders.length > 0 ? <OpenOrders orders={orders} /> : <EmptyState icon={HandCoins} title={t('purchases.account.nothingOwed')}>{t('purchases.account.nothingOwedText')}</EmptyState>);
  const mayPay = can('purchasing.payments.create') && can('inventory.costs.view');
  return (
    <>
      <PageHead
        title={name}
        tab={t('purchases.account.tab', { name })}
        sub={t('purchases.account.sub', { count: account.data.open_orders })}
        actions={
          <>
            {can('contacts.suppliers.update') && <Button icon={Pencil} href={`/contacts/suppliers/edit/${id}`}>{t('purchases.account.edit')}</Button>}
            <Button icon={ShoppingCart} href={`/purchase?supplier=${id}`}>{t('purchases.account.orders')}</Button>
            {can('purchasing.orders.create') && can('inventory.costs.view') && <Button icon={Plus} href={`/purchase/add?supplier=${id}`}>{t('purchases.new')}</Button>}
            {mayPay && <Button variant="primary" icon={HandCoins} reason={compare(owed ?? 0, 0) > 0 ? undefined : t('purchases.account.nothingOwed')} onClick={() => setPaying(true)}>{t('purchases.action.pay')}</Button>}
          </>
        }
      />
      <Owed account={account.data} />
      {seesStatement && (
        <Tabs
          label={t('purchases.account.parts')}
          current={part}
          onChange={(to) => setParams(to === 'statement' ? { part: to, days: 'this_year' } : {})}
          tabs={[{ id: 'open', label: t('purchases.account.open') }, { id: 'statement', label: t('purchases.statement.tab') }]}
        />
      )}
      <Suspense>{part === 'statement' && <Statement key={id} supplier={supplier.data} />}</Suspense>
      {part === 'open' && open && (seesStatement ? <TabPanel id="open" className="scroll">{open}</TabPanel> : <div className="scroll">{open}</div>)}
      {orders === null && <div className="in-page"><Banner tone="off">{t('purchases.account.noCosts')}</Banner></div>}
      <Suspense>{paying && orders && <PaySupplier supplierId={id} name={name} orders={orders} onClose={() => setPaying(false)} />}</Suspense>
    </>
  );
}

/** What is owed, by how long it has been. */
function Owed({ account: { owed, overdue, aged } }: { account: SupplierAccount }) {
  const { t } = useTranslation();
  if (owed === null || overdue === null || !aged) return null;
  const figure = (label: string, value: number, tone?: 'neg') => <div><dt>{label}</dt><dd><Figure value={formatMoney(value)} tone={value > 0 ? tone : undefined} nil /></dd></div>;
  return (
    <dl className="facts po-owed">
      <div className="po-most"><dt>{t('purchases.account.owed', { currency: currencyWord() })}</dt><dd><Figure value={formatMoney(owed)} /></dd></div>
      {figure(t('purchases.account.overdue'), overdue, 'neg')}
      {figure(t('purchases.account.d0_30'), aged.d0_30)}
      {figure(t('purchases.account.d31_60'), aged.d31_60)}
      {figure(t('purchases.account.d61_90'), aged.d61_90)}
      {figure(t('purchases.account.over_90'), aged.over_90, 'neg')}
    </dl>
  );
}

type Open = NonNullable<SupplierAccount['orders']>[number];

function OpenOrders({ orders }: { orders: readonly Open[] }) {
  const { t } = useTranslation();
  const said = (head: string, cell: (order: Open) => ReactNode, num?: 'num col'): TableColumn<Open> => ({ head, said: head, cell, num });
  return (
    <Table
      className="t cards po-open-orders"
      label={t('purchases.account.open')}
      rows={orders}
      keyOf={({ id }) => id}
      columns={[
        { head: t('purchases.col.number'), width: 'c-order', className: 'x-nm', cell: ({ id, number }) => <a className="nm" href={`/purchase/orders/${id}`}><Code>{number}</Code></a> },
        { head: t('purchases.col.branch'), cell: (order) => <bdi>{nameIn(order, 'branch')}</bdi> },
        said(t('purchases.col.orderedOn'), ({ ordered_on }) => formatDate(ordered_on)),
        said(t('purchases.col.dueOn'), ({ due_on, late }) => (due_on ? <span className={late ? 'po-late' : undefined}>{formatDate(due_on)}</span> : <Nil />)),
        said(t('purchases.account.age'), ({ age, late }) => <Figure value={formatNumber(age)} nil tone={late ? 'neg' : undefined} />, 'num col'),
        said(t('document.totals.total', { currency: currencyWord() }), ({ total }) => <Figure value={formatMoney(total)} />, 'num col'),
        said(t('document.totals.paid'), ({ paid }) => <Figure value={formatMoney(paid)} nil />, 'num col'),
        said(t('document.totals.remaining'), ({ remaining }) => <b><Figure value={formatMoney(remaining)} /></b>, 'num col'),
      ]}
    />
  );
}
