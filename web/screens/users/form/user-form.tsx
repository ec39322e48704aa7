import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, KeyRound, MailPlus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan, useMe } from '@/db/me.ts';
import { roleList } from '@/db/roles.ts';
import type { UserDetail } from '@/db/users.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ActiveStatus } from '@/kit/active-status.tsx';
import { RecordField } from '@/kit/record-field.tsx';
import { RecordFrame } from '@/kit/record-frame.tsx';
import { RecordLayout } from '@/kit/record-layout.tsx';
import { FieldNotices } from '@/kit/record-notices.tsx';
import { useStoredInput, useRecordDraft } from '@/kit/use-record-draft.tsx';
import type { FormBase } from '@/kit/use-saved-form.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { RolePicker } from '@/parts/people/role-picker.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { FieldGrid } from '@/ui/field.tsx';
import { useFirstField } from '@/ui/first-field.ts';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { Menu } from '@/ui/menu.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Section } from '@/ui/section.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { toast } from '@/ui/toast.tsx';
import { PasswordField } from '../password-field.tsx';
import { temporaryPassword } from '../temporary-password.ts';
import { useInvitation } from '../use-invitation.ts';
import { useSwitchUser } from '../use-switch-user.ts';
import { BranchAccess } from './branch-access.tsx';
import { UserFacts } from './user-facts.tsx';
import { blankUser, toValues, userFields, type FieldName, type UserValues } from './user-values.ts';
import { useUserForm } from './use-user-form.ts';

const HandOver = lazy(async () => ({ default: (await import('../hand-over.tsx')).HandOver }));
const ResetPassword = lazy(async () => ({ default: (await import('../reset-password.tsx')).ResetPassword }));
const DeleteUser = lazy(async () => ({ default: (await import('../delete-user.tsx')).DeleteUser }));

const LIST = '/managment/users';

type FirstSignIn = 'password' | 'invitation';

/** The form for both new and existing users. */
export function UserForm({ id, user }: { id: string; user: UserDetail | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const text = useCountText();
  const isOwn = useMe().profile.id === id;
  const switched = useSwitchUser();
  const invited = useInvitation();
  const [first, setFirst] = useState<FirstSignIn>('password');
  const [password, setPassword] = useState(temporaryPassword);
  const [over, setOver] = useState<'password' | 'delete' | 'noBranch' | { email: string; name: string } | null>(null);

  const [initial] = useState<FormBase<UserValues>>(() =>
    user ? { id, version: user.version, base: toValues(user) } : { id, version: 0, base: blankUser },
  );
  const draft = useRecordDraft(initial);
  const record = useUserForm({
    start: draft.start,
    typed: draft.restoredDraft?.typed ?? initial.base,
    user,
    password: first === 'password' ? password : null,
    onSaved: (saved, created) => {
      draft.clear(created);
      if (!created) return void toast({ tone: 'ok', text: t('kit.saved', { name: nameOf(saved) }) });
      if (first === 'invitation') {
        // Inactive users are not invited.
        if (!saved.active) toast({ tone: 'ok', text: t('kit.saved', { name: nameOf(saved) }) });
        return goBack();
      }
      guard.release();
      setOver({ email: saved.email ?? '', name: nameOf(saved) });
    },
  });
  const { form, values, changed, set } = record;
  const guard = useStoredInput(draft, record);
  useFirstField(record.formElement, user === null);

  const mayUpdate = can('management.users.update');
  const above = user !== null && !isOwn && !user.manageable;
  const readOnly = user !== null && (!mayUpdate || above);
  const isReadOnly = readOnly || isOwn;
  const label = (name: string) => t(`users.fields.${name as FieldName}`);
  const field = (name: FieldName) => (
    <RecordField
      name={name}
      field={userFields[name]}
      label={label(name)}
      hint={t(`users.hints.${name}` as 'users.hints.name', { defaultValue: '' }) || undefined}
      control={form.control}
      disabled={readOnly || (name === 'active' && isOwn)}
    />
  );
  const goBack = () => {
    guard.release();
    draft.drop();
    void navigate(LIST);
  };
  const name = user ? nameOf(user) : t('users.new');
  const inactive = { disabled: true, reason: t('errors.user_inactive') };
  const disabledUntilSaved = changed.length > 0 ? { disabled: true, reason: t('users.saveFirst') } : {};
  const owns = user?.is_owner === true && values.role_id === user.role_id;
  const roles = useQuery(roleList({ sort: [['name']], limit: 1000 })).data?.rows ?? [];
  const role = roles.find((candidate) => candidate.id === values.role_id);
  // Without a branch they sign in and see almost nothing.
  const hasNoBranch = role !== undefined && !role.is_owner && Object.keys(values.branches).length === 0;
  const submit = () => void (hasNoBranch && values.active ? setOver('noBranch') : record.submit());

  return (
    <RecordFrame
      record={{ ...record, submit }}
      guard={guard}
      isNew={user === null}
      label={label}
      saveLabel={t(user ? 'kit.save' : 'users.create')}
    >
      <PageHead
        title={name}
        sub={user ? user.email : t('users.newHint')}
        stamp={user && <ActiveStatus active={user.active} stamp />}
        actions={
          user &&
          !isReadOnly && (
            <>
              <Button icon={KeyRound} onClick={() => setOver('password')} {...disabledUntilSaved}>
                {t('users.action.password')}
              </Button>
              <Menu
                label={t('kit.rowActions', { name })}
                items={[
                  ...(user.invited_at
                    ? [
                        {
                          label: t('users.action.invite'),
                          icon: MailPlus,
                          onSelect: () => invited.mutate(user),
                          ...(user.active ? disabledUntilSaved : inactive),
                        },
                      ]
                    : []),
                  {
                    label: t(user.active ? 'users.action.deactivate' : 'users.action.activate'),
                    icon: user.active ? Ban : CircleCheck,
                    onSelect: () => switched.mutate(user),
                    ...disabledUntilSaved,
                  },
                  ...(can('management.users.delete')
                    ? ['line' as const, { label: t('kit.delete'), icon: Trash2, danger: true, onSelect: () => setOver('delete') }]
                    : []),
                ]}
              />
            </>
          )
        }
      />
      <RecordLayout
        content={
          <>
            <section className="section">
              <div className="notices">
                {above && <Banner tone="off">{t('errors.person_above')}</Banner>}
                {user && !mayUpdate && !above && <Banner tone="off">{t('kit.readOnly')}</Banner>}
                <FieldNotices
                  record={record}
                  fields={userFields}
                  restored={draft.restored}
                  onDiscard={guard.discard}
                  label={label}
                  other={(_, value) => text.number(Object.keys(value as object).length)}
                />
              </div>
              <FieldGrid>
                {field('name')}
                {field('name_ar')}
                {field('email')}
                {field('phone')}
                {field('address')}
              </FieldGrid>
            </section>
            <Section title={t('users.accessTitle')} className="grid gap-3.5">
              {isOwn && <Banner tone="off">{t('errors.access_is_own')}</Banner>}
              <FieldGrid>
                <RecordField
                  name="role_id"
                  field={userFields.role_id}
                  label={label('role_id')}
                  control={form.control}
                  input={(value, change) => <RolePicker value={value} onChange={change} disabled={isReadOnly} />}
                />
              </FieldGrid>
              {!user && (
                <FieldGrid>
                  <div className="field">
                    <span className="label">{t('users.firstSignIn.label')}</span>
                    <Segmented
                      label={t('users.firstSignIn.label')}
                      value={first}
                      onChange={setFirst}
                      options={(['password', 'invitation'] as const).map((value) => ({ value, label: t(`users.firstSignIn.${value}`) }))}
                    />
                    {first === 'invitation' && <p className="hint">{t('users.firstSignIn.hint')}</p>}
                  </div>
                  {first === 'password' && <PasswordField value={password} onChange={setPassword} />}
                </FieldGrid>
              )}
              <div className="field">
                <span className="label">{t('users.fields.branches')}</span>
                {owns ? (
                  <p>{t('users.ownerEverywhere')}</p>
                ) : (
                  <BranchAccess
                    value={values.branches}
                    onChange={(branches) => set({ branches })}
                    known={user?.branches ?? []}
                    disabled={isReadOnly}
                  />
                )}
              </div>
            </Section>
          </>
        }
        aside={
          <>
            <section className="section grid gap-3.5">{field('active')}</section>
            {user && <UserFacts user={user} />}
          </>
        }
      />
      <Suspense>
        {over && typeof over === 'object' && (
          <HandOver title={t('users.handOver.created', { name: over.name })} email={over.email} password={password} onClose={goBack} />
        )}
        {over === 'noBranch' && (
          <ConfirmDialog
            title={t('users.noBranch.title')}
            confirm={t(user ? 'kit.save' : 'users.create')}
            keep={t('users.noBranch.back')}
            onConfirm={record.submit}
            onClose={() => setOver(null)}
          >
            <p>{t('users.noBranch.text', { role: nameOf(role) })}</p>
          </ConfirmDialog>
        )}
        {over === 'password' && user && <ResetPassword user={user} onClose={() => setOver(null)} />}
        {over === 'delete' && user && <DeleteUser user={user} onDone={goBack} onClose={() => setOver(null)} />}
      </Suspense>
    </RecordFrame>
  );
}
