import { Copy, Lock, ScanEye, Trash2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan, useMe } from '@/db/me.ts';
import { preview } from '@/db/preview.ts';
import type { Role } from '@/db/roles.ts';
import type { PermissionName } from '@/db/types.gen.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { AllChanges } from '@/kit/changes/all-changes.tsx';
import { RecordField } from '@/kit/record-field.tsx';
import { RecordFrame } from '@/kit/record-frame.tsx';
import { FieldNotices } from '@/kit/record-notices.tsx';
import { useStoredInput, useRecordDraft } from '@/kit/use-record-draft.tsx';
import type { FormBase } from '@/kit/use-saved-form.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { useFirstField } from '@/ui/first-field.ts';
import { Icon } from '@/ui/icon.tsx';
import { Menu } from '@/ui/menu.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { toast } from '@/ui/toast.tsx';
import { GridTools, useGridView } from './grid-tools.tsx';
import { PermissionGrid } from './permission-grid.tsx';
import { changeOf, toggled } from './permissions.ts';
import { usePermissionChangeSummary } from './use-permission-change-summary.ts';
import { blankRole, roleFields, toValues, useRoleForm, type RoleValues } from './use-role-form.ts';

const DeleteRole = lazy(async () => ({ default: (await import('../delete-role.tsx')).DeleteRole }));

const LIST = '/managment/roles';

interface RoleFormProps {
  id: string;
  /** Null for a new role. */
  role: Role | null;
  /** The role a new one is copied from, limited to the editing user's own permissions. */
  from: Role | null;
  catalogue: readonly PermissionName[];
}

/** The form for both new and existing roles. */
export function RoleForm({ id, role, from, catalogue }: RoleFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const can = useCan();
  const text = useCountText();
  const { permissions } = useMe();
  const own = useMemo(() => new Set(permissions), [permissions]);
  const [deleting, setDeleting] = useState(false);

  const [unedited] = useState<FormBase<RoleValues>>(() =>
    role ? { id, version: role.version, base: toValues(role) } : { id, version: 0, base: blankRole },
  );
  const draft = useRecordDraft(unedited, from ? `copy of ${from.id}` : undefined);
  const initial = from ? { ...blankRole, permissions: from.permissions.filter((permission) => own.has(permission)) } : unedited.base;
  const record = useRoleForm({
    start: draft.start,
    typed: draft.restoredDraft?.typed ?? initial,
    role,
    onSaved: (saved, created, unsaved) => {
      draft.clear(created);
      toast({ tone: 'ok', text: t('kit.saved', { name: nameOf(saved) }) });
      if (!created) return;
      guard.release();
      const edit = `${LIST}/edit/${saved.id}`;
      if (unsaved) draft.storeFor(edit, unsaved);
      void navigate(edit, { replace: true });
    },
  });
  const { form, values, changed, agreed, set } = record;
  const guard = useStoredInput(draft, record);
  useFirstField(record.formElement, role === null);
  const given = useMemo(() => new Set(values.permissions), [values.permissions]);
  const before = useMemo(() => new Set(agreed.base.permissions), [agreed.base.permissions]);
  const change = changeOf(agreed.base.permissions, values.permissions);
  const view = useGridView({ id, catalogue, given, before });

  const readOnlyReason = role?.is_owner
    ? 'errors.role_is_owners'
    : role?.is_own
      ? 'errors.role_is_own'
      : role && !can('management.roles.update')
        ? 'kit.readOnly'
        : null;
  const readOnly = readOnlyReason !== null;
  const name = role ? nameOf(role) : t('roles.new');
  const label = (field: string) => t(`roles.fields.${field as keyof RoleValues}`);
  const field = (of: keyof typeof roleFields) => (
    <RecordField
      name={of}
      field={roleFields[of]}
      label={label(of)}
      hint={of === 'active' ? t('roles.activeHint') : undefined}
      control={form.control}
      disabled={readOnly}
    />
  );
  const words = usePermissionChangeSummary(change, changed.filter((field) => field !== 'permissions').length);
  const usersText = role ? t('roles.heldBy', { count: role.users, shown: text.number(role.users) }) : '';

  return (
    <RecordFrame
      className="role-form"
      record={record}
      guard={guard}
      isNew={role === null}
      label={label}
      changed={words}
      saveLabel={role && role.users > 0 ? t('roles.saveFor', { count: role.users, shown: text.number(role.users) }) : t('kit.save')}
    >
      <PageHead
        title={name}
        sub={
          <>
            {t('roles.holds', { given: text.number(given.size), all: text.number(catalogue.length) })}
            {role && (
              <>
                {' · '}
                {can('management.users.view') && role.users > 0 ? (
                  <a className="link" href={`/managment/users?role=${id}`}>
                    {usersText}
                  </a>
                ) : (
                  usersText
                )}
              </>
            )}
          </>
        }
        actions={
          role && (
            <>
              <AllChanges table="roles" id={id} name={name} />
              {can('management.roles.create') && (
                <Button icon={Copy} href={`${LIST}/add?copy=${id}`}>
                  {t('roles.action.copy')}
                </Button>
              )}
              <Button
                icon={ScanEye}
                onClick={() => preview(id, '/dashboard')}
                reason={changed.length > 0 ? t('users.saveFirst') : undefined}
              >
                {t('roles.action.preview')}
              </Button>
              {can('management.roles.delete') && !role.is_owner && !role.is_own && (
                <Menu
                  label={t('kit.rowActions', { name })}
                  items={[{ label: t('kit.delete'), icon: Trash2, danger: true, onSelect: () => setDeleting(true) }]}
                />
              )}
            </>
          )
        }
      />
      <div className="scroll">
        <section className="section">
          <div className="notices">
            {readOnlyReason && <Banner tone="off">{t(readOnlyReason)}</Banner>}
            {from && !draft.restored && <Banner tone="off">{t('roles.copied', { name: nameOf(from) })}</Banner>}
            <FieldNotices
              record={record}
              fields={roleFields}
              restored={draft.restored}
              onDiscard={guard.discard}
              label={label}
              other={(_, value) =>
                t('roles.countOf', { count: (value as unknown[]).length, shown: text.number((value as unknown[]).length) })
              }
            />
          </div>
          <div className="grid grid-cols-1 gap-x-4 gap-y-3.5 min-[421px]:grid-cols-2 lg:grid-cols-3">
            {field('name')}
            {field('name_ar')}
            {field('active')}
          </div>
        </section>
        <GridTools view={view} id={id} counts={{ given: given.size, changed: change.added.length + change.removed.length }} />
        {own.size < catalogue.length && !readOnly && (
          <p className="permission-note">
            <Icon of={Lock} size={14} />
            {t('roles.locked')}
          </p>
        )}
        <div className="permission-scroll">
          <PermissionGrid
            areas={view.areas}
            held={given}
            before={before}
            other={view.other}
            ownPermissions={own}
            readOnly={readOnly}
            onToggle={(list, on) => set({ permissions: toggled(catalogue, values.permissions, list, on) })}
          />
        </div>
        {view.areas.length === 0 && <p className="in-page muted">{t('roles.nothingFound')}</p>}
      </div>
      <Suspense>
        {deleting && role && (
          <DeleteRole
            role={role}
            onDone={() => {
              guard.release();
              draft.drop();
              void navigate(LIST);
            }}
            onClose={() => setDeleting(false)}
          />
        )}
      </Suspense>
    </RecordFrame>
  );
}
