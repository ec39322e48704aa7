import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { FieldErrors, Resolver } from 'react-hook-form';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { AppError } from '@/db/errors.ts';
import { expenseChanges, expenseRecord, readExpense, saveExpense, type ExpenseRecord } from '@/db/expenses.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RecordField, type OwnInput } from '@/kit/record-field.tsx';
import type { TypedRecord } from '@/kit/schema.ts';
import { RecordFrame } from '@/kit/record-frame.tsx';
import { RecordLayout } from '@/kit/record-layout.tsx';
import { FieldNotices } from '@/kit/record-notices.tsx';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { blankValues, schemaOf, typedValues } from '@/kit/rules.ts';
import { useStoredInput, useRecordDraft } from '@/kit/use-record-draft.tsx';
import { useRecordToEdit } from '@/kit/use-record-to-edit.ts';
import { useSavedForm, type FormBase } from '@/kit/use-saved-form.ts';
import { today } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { isAmount } from '@/lib/numerals.ts';
import { tabStorage } from '@/lib/stored.ts';
import { PendingFiles } from '@/parts/attachments/pending-files.tsx';
import { useSendFiles, useStoredFiles } from '@/parts/attachments/stored-files.ts';
import { makeCreateOrUpdate } from '@/parts/document/create-or-update.ts';
import { arePayable, inputOf, type PaymentDraft } from '@/parts/payments/payment-draft.ts';
import { PaymentLines } from '@/parts/payments/payment-lines.tsx';
import { FieldGrid } from '@/ui/field.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Section } from '@/ui/section.tsx';
import { Select } from '@/ui/select.tsx';
import { toast } from '@/ui/toast.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { FoundExpense } from '../found-expense.tsx';
import { DocumentPicker } from './document-picker.tsx';
import { expenseFields, type ExpenseField } from './fields.ts';
import { RepeatFields } from './repeat-fields.tsx';
import { repeatsInput, type TypedRepeats } from './repeats.ts';

type ExpenseValues = TypedRecord & { payments: readonly PaymentDraft[]; repeats: TypedRepeats | null };

/** A saved expense's payments and rule are edited on other pages. */
const nothingBeside = { payments: [], repeats: null } as const;

const amountOf = ({ amount }: TypedRecord) => (isAmount(String(amount)) ? String(amount) : '0');

/** Validates the fields. Invalid payments and an invalid recurrence only block the save; they show their own messages. */
function resolverOf(fields: ReturnType<typeof expenseFields>): Resolver<TypedRecord> {
  const checked = zodResolver(schemaOf(fields)) as Resolver<TypedRecord>;
  return async (values, ...rest) => {
    const answer = await checked(values, ...rest);
    const { payments, repeats: typed } = values as ExpenseValues;
    const repeats = typed && repeatsInput(typed, String(values.spent_on));
    const wrong = {
      ...(arePayable(payments, amountOf(values)) ? {} : { payments: { type: 'custom' } }),
      ...(typed && !repeats ? { repeats: { type: 'custom' } } : {}),
    };
    if (Object.keys(wrong).length > 0) return { values: {}, errors: { ...answer.errors, ...wrong } as FieldErrors };
    return Object.keys(answer.errors).length > 0
      ? answer
      : { values: { ...answer.values, payments, ...(repeats ? { repeats } : {}) }, errors: {} };
  };
}

/** A draft stored by an earlier release marks cash that is not from the drawer as `elsewhere`. */
const withFromDrawer = (typed: ExpenseValues): ExpenseValues => ({
  ...typed,
  payments: typed.payments.map(({ elsewhere, ...payment }: PaymentDraft & { elsewhere?: boolean }) =>
    elsewhere ? { ...payment, fromDrawer: false } : payment,
  ),
});

/** What differs in the next expense of its kind is left as in a new one. */
function copyOf(from: ExpenseRecord, blank: ExpenseValues): ExpenseValues {
  const { spent_on, reference, sale_id, purchase_order_id } = blank;
  return { ...blank, ...typedValues(expenseFields(), from), spent_on, reference, sale_id, purchase_order_id };
}

/** The page of `/add` and of `/edit/:id`. */
export function Component() {
  const { id } = useParams();
  const copy = useSearchParams()[0].get('copy');
  if (id) return <Existing id={id} />;
  return copy ? <Copied key={copy} id={copy} /> : <ExpenseForm key="new" record={null} />;
}

function Copied({ id }: { id: string }) {
  return <FoundExpense query={useRecordToEdit(expenseRecord(id))}>{(from) => <ExpenseForm record={null} from={from} />}</FoundExpense>;
}

function Existing({ id }: { id: string }) {
  return (
    <FoundExpense query={useRecordToEdit(expenseRecord(id))}>{(record) => <ExpenseForm key={record.id} record={record} />}</FoundExpense>
  );
}

/** The form for both new and existing expenses; null: a new one, with the values of `from` where it is a copy. */
function ExpenseForm({ record, from }: { record: ExpenseRecord | null; from?: ExpenseRecord }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const { workBranches, defaultBranch } = useBranch();
  const { profile, shifts } = useMe();
  const [fields] = useState(expenseFields);
  const [createOrUpdate] = useState(makeCreateOrUpdate);
  const resolver = useMemo(() => resolverOf(fields), [fields]);
  const [initial] = useState<FormBase<ExpenseValues>>(() => {
    const blank = () =>
      blankValues(fields, { branch_id: defaultBranch?.id ?? '', spent_on: today(defaultBranch?.time_zone, defaultBranch?.day_start) });
    return {
      id: record?.id ?? newId(),
      version: record?.version ?? 0,
      base: { ...(record ? typedValues(fields, record) : blank()), ...nothingBeside },
    };
  });
  // A copy is stored apart from other drafts.
  const { pathname } = useLocation();
  const draft = useRecordDraft(initial, from && `${pathname}?copy=${from.id}`);
  // Files are stored on the device, but belong to the draft, which is its tab's: another tab would attach them to another expense.
  const [filesId] = useState(() => tabStorage.read('expense-files', newId()));
  useEffect(() => void tabStorage.write('expense-files', filesId), [filesId]);
  const { files, change: changeFiles, drop: dropFiles } = useStoredFiles(`expense:${from ? `copy:${from.id}:` : ''}${filesId}`);
  const sendFiles = useSendFiles();
  const chosenFiles = useStableCallback(() => files);
  const sending = useMutation<unknown, AppError, ExpenseRecord>(
    write({
      run: ({ id: documentId, branch_id: branchId }) => sendFiles([{ kind: 'expenses', documentId, branchId, files: chosenFiles }]),
      changes: ['attachments'],
    }),
  );
  const expense = useSavedForm<ExpenseValues, ExpenseRecord>({
    start: draft.start,
    typed: draft.restoredDraft ? withFromDrawer(draft.restoredDraft.typed) : from ? copyOf(from, initial.base) : initial.base,
    row: record,
    table: 'expenses',
    fields,
    resolver,
    typedOf: (saved) => ({ ...typedValues(fields, saved), ...nothingBeside }),
    read: readExpense,
    key: (of) => expenseRecord(of).queryKey,
    save: async ({ payments, ...written }, { id, version }) => {
      const send = (expected: number | null) =>
        saveExpense({
          id,
          expense: written,
          payments: inputOf(payments as readonly PaymentDraft[]),
          ...(expected === null ? {} : { expected_version: expected }),
        });
      await (version > 0 ? send(version) : createOrUpdate(id, send, async () => (await readExpense(id)).updated_by === profile.id));
      return readExpense(id);
    },
    changes: expenseChanges,
    refused: (error, { version }) =>
      error.code === 'changed_meanwhile' ? 'changed' : version > 0 && error.code === 'expense_not_found' ? 'gone' : null,
    onSaved: (saved, created, unsaved) => {
      draft.clear(true);
      guard.release();
      toast({ tone: 'ok', text: t('expenses.saved', { number: saved.number }) });
      const edit = `/accounting/expenses/edit/${saved.id}`;
      if (unsaved) draft.storeFor(edit, { ...unsaved, typed: { ...unsaved.typed, ...nothingBeside } });
      const open = () => void navigate(unsaved ? edit : `/accounting/expenses/view/${saved.id}`, { replace: created });
      if (!created || files.length === 0) return open();
      dropFiles(saved.id);
      sending.mutate(saved, { onError: () => void toast({ tone: 'bad', text: t('expenses.files.failed') }), onSettled: open });
    },
  });
  const stored = useStoredInput(draft, expense, { hasMore: files.length > 0, onLeave: () => dropFiles() });
  const guard = {
    ...stored,
    discard: () => {
      changeFiles([]);
      stored.discard();
    },
  };
  const { form, values, set } = expense;

  const label = (name: string) =>
    name === 'payments'
      ? t('payments.title')
      : name === 'repeats'
        ? t('expenses.recurring.repeats')
        : t(`expenses.fields.${name as ExpenseField}`);
  const spentOn = String(values.spent_on ?? '');
  const hint = (name: ExpenseField) => (name === 'tax_rate_id' ? t('expenses.taxHint') : undefined);
  const field = (name: ExpenseField, input?: OwnInput) => (
    <RecordField name={name} field={fields[name]} label={label(name)} hint={hint(name)} control={form.control} input={input} />
  );
  return (
    <RecordFrame record={expense} guard={guard} isNew={record === null} label={label} saveLabel={t('expenses.action.save')}>
      <PageHead title={record?.number ?? t('expenses.newTitle')} sub={record ? t('expenses.editTitle') : undefined} />
      <RecordLayout
        content={
          <>
            <section className="section">
              <div className="notices">
                <FieldNotices record={expense} fields={fields} restored={draft.restored} onDiscard={guard.discard} label={label} />
              </div>
              <FieldGrid>
                {field('amount')}
                {field('spent_on')}
                {field('category_id')}
                {field('branch_id', (value, change) => (
                  <Select
                    icon={Store}
                    value={value || null}
                    placeholder={t('kit.choose')}
                    disabled={record !== null}
                    options={workBranches.map((branch) => ({ value: branch.id, label: nameOf(branch), icon: Store }))}
                    onChange={change}
                  />
                ))}
                {field('tax_rate_id')}
                {field('reference')}
                {field('notes')}
              </FieldGrid>
            </section>
            {record === null && can('accounting.expense_payments.create') && (
              <Section title={t('payments.title')}>
                <p className="muted">{t('expenses.payHint')}</p>
                <PaymentLines
                  payments={values.payments}
                  remaining={amountOf(values)}
                  today={spentOn}
                  strict={form.formState.isSubmitted}
                  drawer={shifts.find(({ branch_id }) => branch_id === values.branch_id)?.number}
                  onChange={(payments) => set({ payments })}
                />
              </Section>
            )}
            {record === null && (
              <Section title={t('expenses.recurring.repeats')} className="grid gap-3.5">
                <RepeatFields value={values.repeats} startsOn={spentOn} onChange={(repeats) => set({ repeats })} />
              </Section>
            )}
          </>
        }
        asideLabel={t('expenses.links')}
        aside={
          <>
            {record === null && can('documents.files.create') && (
              <Section title={t('expenses.files.title')}>
                <PendingFiles files={files} onChange={changeFiles} addLabel={t('expenses.files.add')} />
              </Section>
            )}
            <Section title={t('expenses.links')} className="grid gap-3.5">
              {field('supplier_id')}
              {field('customer_id')}
              {field('assigned_id', (value, change) => (
                <RefPicker table="profiles" value={value || null} onChange={(id) => change(id ?? '')} placeholder={t('kit.choose')} />
              ))}
              {can('accounting.sales.view') &&
                field('sale_id', (value, change) => <DocumentPicker table="sales" value={value} onChange={change} />)}
              {can('purchasing.orders.view') &&
                field('purchase_order_id', (value, change) => <DocumentPicker table="purchase_orders" value={value} onChange={change} />)}
            </Section>
          </>
        }
      />
    </RecordFrame>
  );
}
