import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Save, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { deleteTemplate, labelTemplates, saveTemplate, type LabelTemplate, type TemplateOptions } from '@/db/labels.ts';
import { useCan } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { newId } from '@/lib/id.ts';
import { changeDevice, useDevice } from '@/parts/printing/device.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { Checkbox } from '@/ui/checkbox.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Section } from '@/ui/section.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { usualOptions } from './wording.ts';

const shown = [
  'shows_business',
  'shows_variant',
  'shows_second_name',
  'shows_price',
  'shows_old_price',
  'shows_sku',
  'shows_digits',
] as const;
const taxes = ['kept', 'with', 'without'] as const;

export const optionsOf = (template: TemplateOptions): TemplateOptions =>
  Object.fromEntries(Object.keys(usualOptions).map((key) => [key, template[key as keyof TemplateOptions]])) as unknown as TemplateOptions;
const same = (a: TemplateOptions, b: TemplateOptions) =>
  (Object.keys(usualOptions) as (keyof TemplateOptions)[]).every((key) => a[key] === b[key]);

interface TemplatePanelProps {
  options: TemplateOptions;
  onChange: (options: TemplateOptions) => void;
}

/** The content of the labels: a template of the business, or the user's own choice. */
export function TemplatePanel({ options, onChange }: TemplatePanelProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { template: chosenId } = useDevice();
  const { data } = useQuery(labelTemplates());
  const templates = data?.rows ?? [];
  const chosen = templates.find(({ id }) => id === chosenId);
  const changed = !same(options, chosen ?? usualOptions);
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null);
  const choose = (id: string) => {
    changeDevice({ template: id || null });
    onChange(optionsOf(templates.find((candidate) => candidate.id === id) ?? usualOptions));
  };
  const set = (changes: Partial<TemplateOptions>) => onChange({ ...options, ...changes });
  const save = useMutation(
    write({
      run: ({ id, name, version }: { id: string; name: string; version: number | null }) => saveTemplate({ ...options, id, name }, version),
      changes: ['label_templates'],
    }),
  );
  const remove = useMutation(write({ run: deleteTemplate, changes: ['label_templates'] }));
  const mayChange = can('settings.business.update');
  return (
    <Section title={t('labels.template.title')}>
      <div className="label-template">
        <Select
          label={t('labels.template.choose')}
          value={chosen?.id ?? ''}
          onChange={choose}
          options={[{ value: '', label: t('labels.template.usual') }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        {mayChange && (
          <>
            {chosen && changed && (
              <IconButton
                icon={Save}
                label={t('labels.template.save', { name: chosen.name })}
                busy={save.isPending}
                onClick={() => save.mutate({ id: chosen.id, name: chosen.name, version: chosen.version })}
              />
            )}
            {changed && <IconButton icon={Plus} label={t('labels.template.add')} onClick={() => setDialog('save')} />}
            {chosen && !changed && (
              <IconButton icon={Trash2} label={t('labels.template.delete', { name: chosen.name })} onClick={() => setDialog('delete')} />
            )}
          </>
        )}
      </div>
      {save.error && dialog === null && <Banner tone="bad">{errorText(t, save.error)}</Banner>}
      <div className="label-shown">
        {shown.map((field) => (
          <Checkbox
            key={field}
            label={t(`labels.template.${field}`)}
            checked={options[field]}
            disabled={field === 'shows_old_price' && !options.shows_price}
            onChange={(on) => set({ [field]: on })}
          />
        ))}
      </div>
      {options.shows_price && (
        <div className="label-prices">
          {can('inventory.price_groups.view') && (
            <Field label={t('labels.template.group')} optional>
              <RefPicker
                table="price_groups"
                value={options.price_group_id}
                onChange={(id) => set({ price_group_id: id })}
                placeholder={t('labels.template.defaultGroup')}
              />
            </Field>
          )}
          <Field label={t('labels.template.tax')}>
            <Select
              value={options.with_tax === null ? 'kept' : options.with_tax ? 'with' : 'without'}
              onChange={(value) => set({ with_tax: value === 'kept' ? null : value === 'with' })}
              options={taxes.map((value) => ({ value, label: t(`labels.template.taxes.${value}`) }))}
            />
          </Field>
        </div>
      )}
      {dialog === 'save' && <NewTemplate onClose={() => setDialog(null)} save={save} />}
      {dialog === 'delete' && chosen && (
        <DeleteTemplate
          template={chosen}
          onClose={() => setDialog(null)}
          onDelete={() => remove.mutateAsync(chosen.id).then(() => choose(''))}
        />
      )}
    </Section>
  );
}

function NewTemplate({
  onClose,
  save,
}: {
  onClose: () => void;
  save: { isPending: boolean; error: unknown; mutateAsync: (made: { id: string; name: string; version: null }) => Promise<unknown> };
}) {
  const { t } = useTranslation();
  const [id] = useState(newId);
  const [name, setName] = useState('');
  const submit = async () => {
    if (
      name.trim() === '' ||
      !(await save.mutateAsync({ id, name: name.trim(), version: null }).then(
        () => true,
        () => false,
      ))
    )
      return;
    changeDevice({ template: id });
    onClose();
  };
  return (
    <Dialog
      size="small"
      onClose={onClose}
      onSubmit={() => void submit()}
      title={t('labels.template.addTitle')}
      sub={t('labels.template.addSub')}
      locked={save.isPending}
      action={
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t('labels.template.saveNew')}
        </Button>
      }
    >
      {save.error ? <Banner tone="bad">{errorText(t, save.error)}</Banner> : null}
      <Field label={t('labels.template.name')}>
        <TextInput value={name} maxLength={120} data-autofocus onChange={(event) => setName(event.target.value)} />
      </Field>
    </Dialog>
  );
}

function DeleteTemplate({
  template,
  onClose,
  onDelete,
}: {
  template: LabelTemplate;
  onClose: () => void;
  onDelete: () => Promise<unknown>;
}) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      size="small"
      danger
      onClose={onClose}
      title={t('labels.template.deleteTitle', { name: template.name })}
      confirm={t('labels.template.deleteIt')}
      onConfirm={onDelete}
    >
      <p>{t('labels.template.deleteText')}</p>
    </ConfirmDialog>
  );
}
