import { Store } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import type { ExpenseRecord } from '@/db/expenses.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RecordField } from '@/kit/record-field.tsx';
import { RecordFrame } from '@/kit/record-frame.tsx';
import { RecordLayout } from '@/kit/record-layout.tsx';
import { FieldNotices } from '@/kit/record-notices.tsx';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { blankValues, typedValues } from '@/kit/rules.ts';
import { useKeptTyping, useRecordDraft } from '@/kit/use-record-draft.tsx';
import type { FormBase } from '@/kit/use-saved-form.ts';
import { today } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { isAmount } from '@/lib/numerals.ts';
import { PaymentLines } from '@/parts/payments/payment-lines.tsx';
import { DateInput } from '@/ui/date-input.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Section } from '@/ui/section.tsx';
import { Select } from '@/ui/select.tsx';
import { toast } from '@/ui/toast.tsx';
import { FoundExpense } from '../found-expense.tsx';
import { DocumentPicker } from './document-picker.tsx';
import { expenseFields, type ExpenseField } from './fields.ts';
import { RepeatFields } from './repeat-fields.tsx';
import { nothingBeside, recordOf, useExpenseForm, type ExpenseValues } from './use-expense-form.ts';
import { useOpened } from './use-opened.ts';

/** The page of `/add` and of `/edit/:id`. */
export function Component() {
  const { id } = useParams();
  return id ? <Existing id={id} /> : <New />;
}

function New() {
  const { first } = useBranch();
  const [id] = useState(newId);
  return <ExpenseForm id={id} record={null} given={{ branch_id: first?.id ?? '', spent_on: today(first?.time_zone, first?.day_start) }} />;
}

function Existing({ id }: { id: string }) {
  const found = useOpened(recordOf(id));
  return <FoundExpense query={found}>{(record) => <ExpenseForm key={record.id} id={record.id} record={record} given={{}} />}</FoundExpense>;
}

interface ExpenseFormProps {
  id: string;
  /** Null: a new one. */
  record: ExpenseRecord | null;
  given: Readonly<Record<string, string>>;
}

/** Adding and changing share this form. */
function ExpenseForm({ id, record, given }: ExpenseFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { works } = useBranch();
  const { shifts } = useMe();
  const [fresh] = useState<FormBase<ExpenseValues>>(() => ({
    id, version: record?.version ?? 0, base: { ...(record ? typedValues(expenseFields(), record) : blankValues(expenseFields(), given)), ...nothingBeside },
  }));
  const draft = useRecordDraft(fresh);
  const expense = useExpenseForm({
    start: draft.start,
    typed: draft.left?.typed ?? fresh.base,
    record,
    onSaved: (saved, created, unsaved) => {
      draft.settle(true);
      guard.release();
      toast({ tone: 'ok', text: t('expenses.saved', { number: saved.number }) });
      const edit = `/accounting/expenses/edit/${saved.id}`;
      if (unsaved) draft.keepFor(edit, { ...unsaved, typed: { ...unsaved.typed, ...nothingBeside } });
      void navigate(unsaved ? edit : `/accounting/expenses/view/${saved.id}`, { replace: created });
    },
  });
  const guard = useKeptTyping(draft, expense);
  const { form, fields, values, set } = expense;

  const label = (name: string) => (name === 'payments' ? t('payments.title') : name === 'repeats' ? t('expenses.recurring.repeats') : t(`expenses.fields.${name as ExpenseField}`));
  const spentOn = String(values.spent_on ?? '');
  const field = (name: ExpenseField, input?: (value: string, change: (value: string) => void) => ReactNode) => (
    <RecordField
      name={name}
      field={fields[name]}
      label={label(name)}
      control={form.control}
      hint={name === 'tax_rate_id' ? t('expenses.taxHint') : undefined}
      input={input?.(String(values[name] ?? ''), (value) => set({ [name]: value }))}
    />
  );
  return (
    <RecordFrame record={expense} guard={guard} isNew={record === null} label={label} saveLabel={t('expenses.action.save')}>
      <PageHead title={record?.number ?? t('expenses.newTitle')} sub={record ? t('expenses.editTitle') : undefined} />
      <RecordLayout
        content={
          <>
            <section className="sec">
              <div className="notices"><FieldNotices record={expense} fields={fields} restored={draft.restored} onDiscard={guard.discard} label={label} /></div>
              <div className="grid g2">
                {field('amount')}
                {field('spent_on', (value, change) => <DateInput value={value} onChange={change} />)}
                {field('category_id')}
                {field('branch_id', (value, change) => (
                  <Select icon={Store} value={value || null} placeholder={t('kit.choose')} disabled={record !== null} options={works.map((branch) => ({ value: branch.id, label: nameOf(branch), icon: Store }))} onChange={change} />
                ))}
                {field('tax_rate_id')}
                {field('reference')}
                {field('notes')}
              </div>
            </section>
            {record === null && can('accounting.expense_payments.create') && (
              <Section title={t('payments.title')}>
                <p className="mut">{t('expenses.payHint')}</p>
                <PaymentLines payments={values.payments} remaining={isAmount(String(values.amount)) ? String(values.amount) : '0'} today={spentOn} strict={form.formState.isSubmitted} drawer={shifts.find(({ branch_id }) => branch_id === values.branch_id)?.number} onChange={(payments) => set({ payments })} />
              </Section>
            )}
            {record === null && <Section title={t('expenses.recurring.repeats')} className="grid"><RepeatFields value={values.repeats} startsOn={spentOn} onChange={(repeats) => set({ repeats })} /></Section>}
          </>
        }
        beside={t('expenses.links')}
        aside={
          <Section title={t('expenses.links')} className="grid">
            {field('supplier_id')}
            {field('customer_id')}
            {field('assigned_id', (value, change) => <RefPicker table="profiles" value={value || null} onChange={(id) => change(id ?? '')} placeholder={t('kit.choose')} />)}
            {can('accounting.sales.view') && field('sale_id', (value, change) => <DocumentPicker table="sales" value={value} onChange={change} />)}
            {can('purchasing.orders.view') && field('purchase_order_id', (value, change) => <DocumentPicker table="purchase_orders" value={value} onChange={change} />)}
          </Section>
        }
      />
    </RecordFrame>
  );
}
