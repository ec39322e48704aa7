import { useQuery } from '@tanstack/react-query';
import { HandCoins, Pencil, Receipt, Scale, UserX } from 'lucide-react';
import { lazy, useState, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { useCan } from '@/db/me.ts';
import { customerAccount, customerStatement, saleChanges, spendCredit, type CustomerAccount } from '@/db/sales.ts';
import { oneOf } from '@/db/tables.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { compare, formatMoney, isZero } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { AccountTabs } from '@/parts/account/account-tabs.tsx';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import { AgedDebt } from '@/resources/aged-debt.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Code, Figure } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import { Table, type TableColumn } from '@/ui/table.tsx';
import { SaleType } from '../statuses.tsx';

const Statement = lazy(() => import('@/parts/account/statement.tsx').then(({ Statement: Shown }) => ({ default: Shown })));

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const can = useCan();
  const [usesCredit, setUsesCredit] = useState(false);
  const customer = useQuery(oneOf<'customers'>('customers', id));
  const account = useQuery({ ...customerAccount(id), enabled: Boolean(customer.data) });
  if (!customer.data || !account.data) {
    const error = customer.error ?? account.error;
    return (
      <>
        <PageHead title={customer.data ? nameOf(customer.data) : t('account.customer.title')} />
        {error && <LoadFailed error={error} onRetry={() => void (customer.error ? customer.refetch() : account.refetch())} />}
        {customer.data === null && (
          <EmptyState
            icon={UserX}
            title={t('errors.customer_not_found')}
            actions={<Button href="/contacts/customers">{t('account.customer.all')}</Button>}
          />
        )}
        {!error && customer.data !== null && <SkeletonForm fields={4} />}
      </>
    );
  }
  const name = nameOf(customer.data);
  const { open_sales, owed, aged, sales } = account.data;
  const hasCredit = sales.some(({ remaining }) => compare(remaining, 0) < 0);
  const hasDebt = sales.some(({ remaining }) => compare(remaining, 0) > 0);
  return (
    <>
      <PageHead
        title={name}
        tab={t('account.tab', { name })}
        sub={t('account.customer.sub', { count: open_sales })}
        actions={
          <>
            {can('contacts.customers.update') && (
              <Button icon={Pencil} href={`/contacts/customers/edit/${id}`}>
                {t('account.customer.edit')}
              </Button>
            )}
            <Button icon={Receipt} href={`/accounting/sales?customer=${id}`}>
              {t('account.customer.sales')}
            </Button>
            {hasCredit && hasDebt && can('accounting.sales.create') && (
              <Button icon={Scale} aria-haspopup="dialog" onClick={() => setUsesCredit(true)}>
                {t('account.customer.useCredit')}
              </Button>
            )}
            {sales.length > 0 && (
              <Button icon={HandCoins} href={`/accounting/sales?customer=${id}&payment=due&payment=partially_paid`}>
                {t('account.customer.unpaid')}
              </Button>
            )}
          </>
        }
      />
      <AgedDebt owed={owed} aged={aged} />
      <AccountTabs
        open={{
          label: t('account.customer.open'),
          shown:
            sales.length > 0 ? (
              <OpenSales sales={sales} />
            ) : (
              <EmptyState icon={HandCoins} title={t('account.nothingOwed')}>
                {t('account.customer.nothingOwedText')}
              </EmptyState>
            ),
        }}
        statement={
          <Statement
            key={id}
            party={{ ...customer.data, side: 'customer' }}
            statementOf={(days) => customerStatement(id, days)}
            exportPermission="accounting.sales.export"
          />
        }
      />
      {usesCredit && (
        <ActionDialog
          run={() => spendCredit(id)}
          changes={saleChanges}
          onDone={({ used }) =>
            isZero(used)
              ? t('account.customer.creditNotUsed')
              : t('account.customer.creditUsed', { used: formatMoney(used), currency: currencyWord() })
          }
          onClose={() => setUsesCredit(false)}
          icon={Scale}
          size="small"
          title={t('account.customer.useCreditTitle')}
          confirm={t('account.customer.useCredit')}
        >
          {t('account.customer.useCreditText')}
        </ActionDialog>
      )}
    </>
  );
}

type Open = CustomerAccount['sales'][number];

function OpenSales({ sales }: { sales: readonly Open[] }) {
  const { t } = useTranslation();
  const column = (head: string, cell: (sale: Open) => ReactNode, num?: 'numeric figure-column'): TableColumn<Open> => ({
    head,
    cardLabel: head,
    cell,
    num,
  });
  return (
    <Table
      className="data-table cards account-table"
      label={t('account.customer.open')}
      rows={sales}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t('sales.col.number'),
          width: 'col-document',
          className: 'card-name',
          cell: ({ id, number }) => (
            <a className="record-name" href={`/inventory/sales/view/${id}`}>
              <Code>{number}</Code>
            </a>
          ),
        },
        { head: t('sales.type.label'), cell: ({ type }) => <SaleType type={type} /> },
        column(t('sales.col.branch'), (sale) => <bdi>{nameIn(sale, 'branch')}</bdi>),
        column(t('sales.col.day'), ({ business_day }) => formatDate(business_day)),
        column(t('account.age'), ({ age }) => <Figure value={formatNumber(age)} nil />, 'numeric figure-column'),
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
