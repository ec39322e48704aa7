import { useQuery } from '@tanstack/react-query';
import { HandCoins, Pencil, Receipt, Scale } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { useCan } from '@/db/me.ts';
import { customerAccount, customerStatement, saleChanges, spendCredit } from '@/db/sales.ts';
import { oneOf } from '@/db/tables.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate } from '@/lib/dates.ts';
import { compare, formatMoney, isZero } from '@/lib/money.ts';
import { AccountPage } from '@/parts/account/account-page.tsx';
import { OpenDocuments } from '@/parts/account/account-table.tsx';
import { OpeningButton } from '@/parts/account/opening-button.tsx';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import { AgedDebt } from '@/resources/aged-debt.tsx';
import { Button } from '@/ui/button.tsx';
import { SaleType } from '@/parts/statuses/sales.tsx';

export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const can = useCan();
  const [usesCredit, setUsesCredit] = useState(false);
  const customerQuery = useQuery(oneOf<'customers'>('customers', id));
  const accountQuery = useQuery({ ...customerAccount(id), enabled: Boolean(customerQuery.data) });
  return (
    <Found
      query={customerQuery}
      title={t('account.customer.title')}
      notFound={{
        title: t('kit.notFound'),
        text: t('kit.gone'),
        href: '/contacts/customers',
        backLabel: t('account.customer.all'),
      }}
    >
      {(customer) => (
        <Found query={accountQuery} title={nameOf(customer)}>
          {({ open_sales, owed, aged, sales }) => (
            <>
              <AccountPage
                party={{ ...customer, side: 'customer' }}
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
                    {can('accounting.sales.create') &&
                      sales.some(({ remaining }) => compare(remaining, 0) < 0) &&
                      sales.some(({ remaining }) => compare(remaining, 0) > 0) && (
                        <Button icon={Scale} aria-haspopup="dialog" onClick={() => setUsesCredit(true)}>
                          {t('account.customer.useCredit')}
                        </Button>
                      )}
                    <OpeningButton contact="customer" contactId={id} name={nameOf(customer)} />
                    {sales.length > 0 && (
                      <Button icon={HandCoins} href={`/accounting/sales?customer=${id}&payment=due&payment=partially_paid`}>
                        {t('account.customer.unpaid')}
                      </Button>
                    )}
                  </>
                }
                debt={<AgedDebt owed={owed} aged={aged} />}
                open={{
                  label: t('account.customer.open'),
                  shown: (
                    <OpenDocuments
                      label={t('account.customer.open')}
                      rows={sales}
                      nothingOwed={t('account.customer.nothingOwedText')}
                      number={t('sales.col.number')}
                      hrefOf={(sale) => `/inventory/sales/view/${sale}`}
                      columns={[
                        [t('sales.type.label'), ({ type }) => <SaleType type={type} />, 'unlabelled'],
                        [t('sales.col.branch'), (sale) => <bdi>{nameIn(sale, 'branch')}</bdi>],
                        [t('sales.col.day'), ({ business_day }) => formatDate(business_day)],
                      ]}
                    />
                  ),
                }}
                statement={{ statementOf: (days) => customerStatement(id, days), exportPermission: 'accounting.sales.export' }}
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
          )}
        </Found>
      )}
    </Found>
  );
}
