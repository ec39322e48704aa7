import { useState } from 'react';
import { readOwnProfile, saveOwnProfile, type OwnProfile } from '@/db/account.ts';
import { useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { phone, shortName, shortText } from '@/kit/fields.ts';
import { RecordField } from '@/kit/record-field.tsx';
import type { TypedRecord } from '@/kit/schema.ts';
import { RecordLayout } from '@/kit/record-layout.tsx';
import { FieldNotices } from '@/kit/record-notices.tsx';
import { typedValues } from '@/kit/rules.ts';
import { SaveBar } from '@/kit/save-bar.tsx';
import { useStoredInput, useRecordDraft } from '@/kit/use-record-draft.tsx';
import { useFieldsForm } from '@/kit/use-saved-form.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { DeviceSettings } from '@/parts/device-settings.tsx';
import { FieldGrid } from '@/ui/field.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Section } from '@/ui/section.tsx';
import { toast } from '@/ui/toast.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import './profile.css';

const fields = { name: shortName({ required: true }), name_ar: shortName(), phone: phone(), address: shortText({ wide: true }) };
type FieldName = keyof typeof fields;
const typedOf = (profile: OwnProfile): TypedRecord => typedValues(fields, { ...profile });

/** The user's own profile; role and branches can only be changed by others. */
export function Component() {
  const { t } = useTranslation();
  const { profile, role, branches, previewing } = useMe();
  const online = useOnline();
  const text = useCountText();
  const [initial] = useState(() => ({ id: profile.id, version: profile.version, base: typedOf(profile) }));
  const draft = useRecordDraft(initial);
  const record = useFieldsForm<OwnProfile>({
    start: draft.start,
    typed: draft.restoredDraft?.typed ?? initial.base,
    row: profile,
    table: 'profiles',
    fields,
    read: readOwnProfile,
    key: () => ['own_profile'],
    save: async (parsed, { version }, changed) => {
      await saveOwnProfile({
        profile: Object.fromEntries(Object.entries(parsed).filter(([name]) => changed.includes(name))),
        expected_version: version,
      });
      return readOwnProfile();
    },
    changes: ['profiles', 'profile_contacts'],
    refused: (error) => (error.code === 'changed_meanwhile' ? 'changed' : null),
    onSaved: () => {
      draft.clear();
      toast({ tone: 'ok', text: t('profile.saved') });
    },
  });
  const { changed, form } = record;
  const guard = useStoredInput(draft, record);
  const label = (name: string) => t(`users.fields.${name as FieldName}`);
  const field = (name: FieldName) => (
    <RecordField name={name} field={fields[name]} label={label(name)} control={form.control} disabled={previewing} />
  );
  return (
    <>
      <PageHead title={nameOf(profile)} tab={t('profile.title')} sub={<bdi dir="ltr">{profile.email}</bdi>} />
      <RecordLayout
        content={
          <>
            <form
              ref={record.formElement}
              className="section"
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                record.submit();
              }}
            >
              <div className="notices">
                <FieldNotices record={record} fields={fields} restored={draft.restored} onDiscard={guard.discard} label={label} />
              </div>
              <FieldGrid>
                {field('name')}
                {field('name_ar')}
                {field('phone')}
                {field('address')}
              </FieldGrid>
              {/* Lets Enter submit, because the save bar's button is outside the form. */}
              <button type="submit" hidden />
            </form>
            <DeviceSettings />
            <PasswordForm />
            <Sessions />
          </>
        }
        aside={
          <Section title={t('users.accessTitle')}>
            <dl className="key-values">
              <dt>{t('users.fields.role_id')}</dt>
              <dd>
                <bdi>{nameOf(role)}</bdi>
              </dd>
              {!role.is_owner &&
                branches.map((branch) => (
                  <div key={branch.id} className="place">
                    <dt>
                      <bdi>{nameOf(branch)}</bdi>
                    </dt>
                    <dd>{t(`users.access.${branch.access}`)}</dd>
                  </div>
                ))}
            </dl>
            <p className="hint">{t(role.is_owner ? 'users.ownerEverywhere' : 'profile.accessHint')}</p>
          </Section>
        }
      />
      <SaveBar
        changed={changed.length > 0 ? t('kit.changedFields', { count: changed.length, shown: text.number(changed.length) }) : undefined}
        busy={record.busy}
        problem={online ? undefined : t('kit.offline')}
        saveLabel={t('kit.save')}
        onSave={record.submit}
        onDiscard={guard.discard}
      />
      {guard.question}
    </>
  );
}
