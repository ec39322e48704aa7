import { useQuery } from '@tanstack/react-query';
import { Copy, Eye, Pencil, ScanEye, ShieldCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '@/db/me.ts';
import { pageParams } from '@/db/plain-rows.ts';
import { preview } from '@/db/preview.ts';
import { queryClient } from '@/db/query.ts';
import { roleList, roleOf, type RoleRow } from '@/db/roles.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ActiveStatus } from '@/kit/active-status.tsx';
import { formatNumber } from '@/lib/numerals.ts';
import { choices } from '@/list/choices.ts';
import type { Column } from '@/list/column.ts';
import { countColumn, momentColumn, nameColumn, statusColumn } from '@/list/columns.tsx';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules } from '@/list/list-state.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { usePagedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { Figure } from '@/ui/figure.tsx';
import { DeleteRole } from '../delete-role.tsx';

const RULES: ListRules = {
  sort: { by: 'name', descending: false },
  sortable: ['name', 'permissions', 'users', 'updated_at'],
  filters: ['active'],
};
const hrefOf = ({ id }: RoleRow) => `/managment/roles/edit/${id}`;

export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const text = useCountText();
  const list = useListState(RULES);
  const result = usePagedRows(list.state, (state) => roleList(pageParams(state)));
  const all = useQuery(roleOf()).data?.catalogue.length ?? 0;
  const columns = useRoleColumns(all);
  const [deleting, setDeleting] = useState<RoleRow | null>(null);

  const rowMenu = (role: RoleRow) => {
    const readOnlyReason = role.is_owner ? t('errors.role_is_owners') : role.is_own ? t('errors.role_is_own') : undefined;
    const mayUpdate = can('management.roles.update') && !readOnlyReason;
    return [
      { label: t(mayUpdate ? 'roles.action.edit' : 'roles.action.open'), icon: mayUpdate ? Pencil : Eye, href: hrefOf(role) },
      ...(can('management.roles.create')
        ? [{ label: t('roles.action.copy'), icon: Copy, href: `/managment/roles/add?copy=${role.id}` }]
        : []),
      { label: t('roles.action.preview'), icon: ScanEye, onSelect: () => preview(role.id, '/dashboard') },
      ...(can('management.roles.delete')
        ? [
            'line' as const,
            {
              label: t('kit.delete'),
              icon: Trash2,
              danger: true,
              onSelect: () => setDeleting(role),
              disabled: Boolean(readOnlyReason),
              reason: readOnlyReason,
            },
          ]
        : []),
    ];
  };
  return (
    <>
      <ListPage<RoleRow>
        name="roles"
        title={t('roles.title')}
        summary={result.count === undefined ? undefined : t('roles.summary', { count: result.count, shown: text.number(result.count) })}
        list={list}
        result={result}
        columns={columns}
        rowLabel={nameOf}
        rowHref={hrefOf}
        rowMenu={rowMenu}
        onRowHover={({ id }) => void queryClient.prefetchQuery(roleOf(id))}
        filters={[
          {
            name: 'active',
            label: t('users.fields.active'),
            options: choices(['true', 'false'], (value) => t(value === 'true' ? 'kit.active' : 'kit.inactive')),
          },
        ]}
        searchHint={t('roles.search')}
        add={can('management.roles.create') && { href: '/managment/roles/add', label: t('roles.add') }}
        empty={{ icon: ShieldCheck, title: t('roles.empty.title'), text: t('roles.empty.text') }}
      />
      {deleting && <DeleteRole role={deleting} onDone={() => setDeleting(null)} onClose={() => setDeleting(null)} />}
    </>
  );
}

function useRoleColumns(all: number): Column<RoleRow>[] {
  const { t } = useTranslation();
  const can = useCan();
  const users = ({ id, users: count }: RoleRow) =>
    can('management.users.view') && count > 0 ? (
      <a className="link" href={`/managment/users?role=${id}`}>
        <Figure value={formatNumber(count)} />
      </a>
    ) : (
      <Figure value={formatNumber(count)} nil />
    );
  return [
    nameColumn('name', t('roles.fields.name'), nameOf, { sort: 'name', minWidth: 180 }),
    countColumn('permissions', t('roles.permissionsOf', { all: formatNumber(all) }), ({ permissions }) => permissions, {
      nil: true,
      sort: 'permissions',
      width: '180px',
    }),
    {
      id: 'users',
      label: t('users.title'),
      num: true,
      sort: 'users',
      width: '130px',
      card: 'figure',
      cell: users,
      sheet: { value: ({ users: count }) => count, kind: 'number' },
    },
    statusColumn(
      'status',
      t('users.fields.active'),
      ({ active }) => <ActiveStatus active={active} />,
      ({ active }) => t(active ? 'kit.active' : 'kit.inactive'),
    ),
    momentColumn('updated', t('kit.updatedOn'), ({ updated_at }) => updated_at, { sort: 'updated_at', width: '180px', card: 'none' }),
  ];
}
