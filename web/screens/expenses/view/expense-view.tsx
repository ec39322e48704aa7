import { useQuery } from '@tanstack/react-query';
import { Ban, Copy, Download, HandCoins, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Trans } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { expenseChanges, expenseDetail, payExpense, voidExpensePayment, type ExpenseDetail } from '@/db/expenses.ts';
import { useCan, useMe } from '@/db/me.ts';
import type { PurchasePayment } from '@/db/purchases.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, today } from '@/lib/dates.ts';
import { formatMoney, minus, plus } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Attachments } from '@/parts/attachments/attachments.tsx';
import { ActionDialog } from '@/parts/document/action-dialog.tsx';
import { DocumentPage, Notes } from '@/parts/document/document-page.tsx';
import { History } from '@/parts/document/history.tsx';
import { useAskedStep } from '@/parts/document/use-asked-step.ts';
import { usePaper } from '@/parts/document/use-paper.ts';
import { PaidList } from '@/parts/payments/paid-list.tsx';
import { Button } from '@/ui/button.tsx';
import { Code, Figure } from '@/ui/figure.tsx';
import { Menu } from '@/ui/menu.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { Section } from '@/ui/section.tsx';
import { DeleteExpense } from '../delete-expense.tsx';
import { FoundExpense } from '../found-expense.tsx';
import { ExpenseStatus, intervalWord } from '@/parts/statuses/expenses.tsx';
import { actionsOf } from './actions.ts';
import { expensePaper } from './paper.ts';

const PayDialog = lazy(() => import('@/parts/payments/pay-dialog.tsx').then(({ PayDialog: Shown }) => ({ default: Shown })));

export function Component() {
  const { id = '' } = useParams();
  const query = useQuery(expenseDetail(id));
  return <FoundExpense query={query}>{(detail) => <Expense key={id} detail={detail} />}</FoundExpense>;
}

function Expense({ detail }: { detail: ExpenseDetail }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { branches, shifts } = useMe();
  const can = useCan();
  const [doing, setDoing] = useState<'pay' | 'delete' | null>(null);
  const [voiding, setVoiding] = useState<PurchasePayment | null>(null);
  const { expense, payments, files, timeline } = detail;
  const { printing, print } = usePaper(() => expensePaper(t, detail));
  const branch = branches.find(({ id }) => id === expense.branch_id);
  const worksInBranch = branch?.access === 'work';
  const may = actionsOf(detail, { can, worksInBranch });
  const disabledReason = (availability: (typeof may)[keyof typeof may]) =>
    availability === 'on' || availability === 'hidden' ? undefined : t(`errors.${availability}`, { branch: nameIn(expense, 'branch') });
  useAskedStep({ pay: may.pay === 'on' ? () => setDoing('pay') : disabledReason(may.pay) });
  const currency = currencyWord();
  const menuItems: MenuEntry[] = [
    ...(may.copy === 'hidden'
      ? []
      : [
          {
            label: t('expenses.action.copy'),
            icon: Copy,
            href: `/accounting/expenses/add?copy=${expense.id}`,
            reason: disabledReason(may.copy),
          },
        ]),
    ...(may.delete === 'hidden'
      ? []
      : [
          {
            label: t('expenses.action.delete'),
            icon: Trash2,
            danger: true,
            reason: disabledReason(may.delete),
            onSelect: () => setDoing('delete'),
          },
        ]),
  ];
  const link = (word: string, href: string | false) =>
    href ? (
      <a className="link" href={href}>
        <bdi>{word}</bdi>
      </a>
    ) : (
      <bdi>{word}</bdi>
    );

  return (
    <>
      <DocumentPage
        title={expense.number}
        stamp={<ExpenseStatus status={expense.payment_status} stamp />}
        actions={
          <>
            <Button icon={Download} busy={printing !== null} onClick={() => void print('voucher')}>
              {t('expenses.action.pdf')}
            </Button>
            {may.edit !== 'hidden' && (
              <Button icon={Pencil} href={`/accounting/expenses/edit/${expense.id}`} reason={disabledReason(may.edit)}>
                {t('expenses.action.edit')}
              </Button>
            )}
            {menuItems.length > 0 && <Menu label={t('expenses.action.more')} items={menuItems} />}
            {may.pay !== 'hidden' && (
              <Button variant="primary" icon={HandCoins} reason={disabledReason(may.pay)} onClick={() => setDoing('pay')}>
                {t('expenses.action.pay')}
              </Button>
            )}
          </>
        }
        facts={[
          [t('expenses.col.category'), <bdi>{nameIn(expense, 'category') || '–'}</bdi>],
          [t('expenses.col.spentOn'), formatDate(expense.spent_on)],
          [t('expenses.col.day'), formatDate(expense.business_day)],
          [t('expenses.col.branch'), <bdi>{nameIn(expense, 'branch')}</bdi>],
          expense.reference !== null && [t('expenses.col.reference'), <Code>{expense.reference}</Code>],
          expense.supplier_id !== null && [
            t('expenses.col.supplier'),
            link(nameIn(expense, 'supplier') || '–', can('contacts.suppliers.view') && `/purchase/suppliers/${expense.supplier_id}`),
          ],
          expense.customer_id !== null && [
            t('expenses.col.customer'),
            link(nameIn(expense, 'customer') || '–', can('contacts.customers.view') && `/contacts/customers/edit/${expense.customer_id}`),
          ],
          expense.assigned && [t('expenses.col.assigned'), <bdi>{nameOf(expense.assigned)}</bdi>],
          expense.rule && [
            t('expenses.recurring.repeats'),
            link(
              intervalWord(t, expense.rule),
              can('accounting.expenses.update') && `/accounting/expenses/recurring/edit/${expense.rule.id}`,
            ),
          ],
          expense.sale_number !== null && [
            t('expenses.fields.sale_id'),
            link(expense.sale_number, `/inventory/sales/view/${expense.sale_id}`),
          ],
          expense.purchase_number !== null && [
            t('expenses.fields.purchase_order_id'),
            link(expense.purchase_number, `/purchase/orders/${expense.purchase_order_id}`),
          ],
        ]}
        asideLabel={t('expenses.beside')}
        aside={
          <>
            {payments && (
              <Section title={t('payments.title')}>
                <PaidList
                  payments={payments}
                  mayVoid={may.void !== 'hidden'}
                  voidDisabledReason={disabledReason(may.void)}
                  onVoid={setVoiding}
                />
              </Section>
            )}
            {files && (
              <Section title={t('expenses.files.title')}>
                <Attachments
                  kind="expenses"
                  documentId={expense.id}
                  branchId={expense.branch_id}
                  files={files}
                  worksInBranch={worksInBranch}
                  addLabel={t('expenses.files.add')}
                />
              </Section>
            )}
            <History events={timeline} of={{ table: 'expenses', id: expense.id, number: expense.number }} />
          </>
        }
      >
        <Section title={t('document.totals.title')}>
          <div className="totals document-totals">
            <span className="sum-line">{t('expenses.col.amount', { currency })}</span>
            <span className="sum-line grand-total">
              <Figure value={formatMoney(expense.amount)} />
            </span>
            {expense.tax_percentage !== null && (
              <>
                <span>
                  {t('document.rate', {
                    name: nameIn(expense, 'tax_rate') || t('expenses.taxWithin'),
                    percent: formatNumber(expense.tax_percentage),
                  })}
                </span>
                <span>
                  <Figure value={formatMoney(expense.tax)} />
                </span>
              </>
            )}
            <span>{t('expenses.col.paid')}</span>
            <span>
              <Figure value={formatMoney(expense.paid)} />
            </span>
            <b>{t('expenses.col.remaining')}</b>
            <b>
              <Figure value={formatMoney(expense.remaining)} />
            </b>
          </div>
        </Section>
        <Notes notes={[[t('expenses.col.notes'), expense.notes]]} />
      </DocumentPage>
      <Suspense>
        {doing === 'pay' && (
          <PayDialog
            number={expense.number}
            today={today(branch?.time_zone, branch?.day_start)}
            branchId={expense.branch_id}
            remaining={expense.remaining}
            drawer={shifts.find(({ branch_id }) => branch_id === expense.branch_id)?.number}
            pay={(sent) => payExpense({ id: expense.id, payments: sent })}
            changes={expenseChanges}
            onClose={() => setDoing(null)}
          />
        )}
      </Suspense>
      {doing === 'delete' && (
        <DeleteExpense expense={expense} onClose={() => setDoing(null)} onDone={() => void navigate('/accounting/expenses')} />
      )}
      {voiding && (
        <ActionDialog
          run={(reason) => voidExpensePayment({ id: voiding.id, reason })}
          changes={expenseChanges}
          onDone={() => t('expenses.void.done', { number: expense.number })}
          onClose={() => setVoiding(null)}
          title={t('expenses.void.title')}
          number={expense.number}
          icon={Ban}
          danger
          irreversible
          confirm={t('expenses.void.confirm', { amount: formatMoney(voiding.amount), currency })}
          reason={{ label: t('expenses.void.reason'), required: true }}
        >
          <p>
            <Trans
              t={t}
              i18nKey="expenses.void.text"
              values={{
                before: formatMoney(expense.remaining),
                after: formatMoney(minus(plus(expense.remaining, voiding.amount), 0)),
                currency,
              }}
              components={{ b: <b /> }}
            />
          </p>
        </ActionDialog>
      )}
    </>
  );
}
