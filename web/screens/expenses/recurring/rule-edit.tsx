import { Repeat } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { asAppError, errorText } from '@/db/errors.ts';
import { readRule, ruleChanges, ruleRecord, saveRule, units, type RuleRecord, type Unit } from '@/db/expenses.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Found } from '@/kit/found.tsx';
import { RecordField, type OwnInput } from '@/kit/record-field.tsx';
import { RecordFrame } from '@/kit/record-frame.tsx';
import { RecordLayout } from '@/kit/record-layout.tsx';
import { FieldNotices } from '@/kit/record-notices.tsx';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { typedValues } from '@/kit/rules.ts';
import { useStoredInput, useRecordDraft } from '@/kit/use-record-draft.tsx';
import { useFieldsForm, type FormBase } from '@/kit/use-saved-form.ts';
import { useRecordToEdit } from '@/kit/use-record-to-edit.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { Banner } from '@/ui/banner.tsx';
import { FieldGrid } from '@/ui/field.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Section } from '@/ui/section.tsx';
import { Select } from '@/ui/select.tsx';
import { toast } from '@/ui/toast.tsx';
import { ruleFields, type RuleField } from '../form/fields.ts';
import { NextDays } from '../form/repeat-fields.tsx';
import { repeatsInput } from '../form/repeats.ts';

const list = '/accounting/expenses/recurring';

export function Component() {
  const { id = '' } = useParams();
  const { t } = useTranslation();
  const query = useRecordToEdit(ruleRecord(id));
  return (
    <Found
      query={query}
      title={t('expenses.recurring.editTitle')}
      failed={t('expenses.recurring.loadFailed')}
      fields={8}
      notFound={{
        title: t('expenses.recurring.notFound.title'),
        text: t('expenses.recurring.notFound.text'),
        icon: Repeat,
        href: list,
        backLabel: t('expenses.recurring.action.back'),
      }}
    >
      {(record) => <RuleForm key={record.id} record={record} />}
    </Found>
  );
}

/** The fields that a rule copies to each future expense, and its next due day. */
function RuleForm({ record }: { record: RuleRecord }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [fields] = useState(ruleFields);
  const [initial] = useState<FormBase>(() => ({ id: record.id, version: record.version, base: typedValues(fields, record) }));
  const draft = useRecordDraft(initial);
  const rule = useFieldsForm<RuleRecord>({
    start: draft.start,
    typed: draft.restoredDraft?.typed ?? initial.base,
    row: record,
    table: 'expense_rules',
    fields,
    read: readRule,
    key: (id) => ruleRecord(id).queryKey,
    save: async (typed, { id, version }) => {
      await saveRule({ id, rule: typed, expected_version: version });
      return readRule(id);
    },
    changes: ruleChanges,
    refused: (error) => (error.code === 'changed_meanwhile' ? 'changed' : error.code === 'rule_not_found' ? 'gone' : null),
    onSaved: (_, __, unsaved) => {
      if (unsaved) return;
      draft.clear(true);
      guard.release();
      toast({ tone: 'ok', text: t('expenses.recurring.saved') });
      void navigate(list);
    },
  });
  const guard = useStoredInput(draft, rule);
  const { form, values } = rule;
  const words: Partial<Record<RuleField, string>> = {
    every: t('expenses.recurring.every'),
    unit: t('expenses.recurring.unit'),
    next_on: t('expenses.recurring.nextOn'),
    ends_on: t('expenses.recurring.endsOn'),
  };
  const label = (name: string) =>
    words[name as RuleField] ?? t(`expenses.fields.${name as Exclude<RuleField, 'every' | 'unit' | 'next_on' | 'ends_on'>}`);
  const hint = (name: RuleField) => (name === 'ends_on' ? t('expenses.recurring.endsHint') : undefined);
  const field = (name: RuleField, input?: OwnInput) => (
    <RecordField name={name} field={fields[name]} label={label(name)} hint={hint(name)} control={form.control} input={input} />
  );
  const nextOn = String(values.next_on ?? '');
  return (
    <RecordFrame record={rule} guard={guard} isNew={false} label={label} saveLabel={t('expenses.recurring.action.save')}>
      <PageHead title={t('expenses.recurring.editTitle')} sub={t('expenses.recurring.changeHint')} />
      <RecordLayout
        content={
          <>
            <section className="section">
              <div className="notices">
                {record.failure && (
                  <Banner tone="bad">
                    <b>{t('expenses.recurring.failing.title', { since: formatDateTime(record.failure.since) })}</b>
                    <p>{errorText(t, asAppError(record.failure))}</p>
                    <p>{t('expenses.recurring.failing.whatToDo')}</p>
                  </Banner>
                )}
                <FieldNotices record={rule} fields={fields} restored={draft.restored} onDiscard={guard.discard} label={label} />
              </div>
              <FieldGrid>
                {field('amount')}
                {field('category_id')}
                {field('tax_rate_id')}
                {field('notes')}
              </FieldGrid>
            </section>
            <Section title={t('expenses.recurring.repeats')} className="grid gap-3.5">
              <FieldGrid>
                {field('every')}
                {field('unit', (value, change) => (
                  <Select
                    value={value as Unit}
                    options={units.map((unit) => ({ value: unit, label: t(`expenses.recurring.units.${unit}`) }))}
                    onChange={change}
                  />
                ))}
                {field('next_on')}
                {field('ends_on')}
              </FieldGrid>
              <NextDays
                startsOn={nextOn}
                repeats={repeatsInput(
                  { every: String(values.every ?? ''), unit: values.unit as Unit, endsOn: String(values.ends_on ?? '') },
                  nextOn,
                )}
              />
            </Section>
          </>
        }
        asideLabel={t('expenses.links')}
        aside={
          <Section title={t('expenses.links')} className="grid gap-3.5">
            {field('supplier_id')}
            {field('customer_id')}
            {field('assigned_id', (value, change) => (
              <RefPicker table="profiles" value={value || null} onChange={(id) => change(id ?? '')} placeholder={t('kit.choose')} />
            ))}
          </Section>
        }
      />
    </RecordFrame>
  );
}
