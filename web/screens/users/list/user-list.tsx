import { Ban, CircleCheck, Eye, KeyRound, MailPlus, Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import type { Args } from '@/db/calls.ts';
import { useCan, useMe } from '@/db/me.ts';
import { queryClient } from '@/db/query.ts';
import { allUsers, userCount, userOf, userPage, type UserRow } from '@/db/users.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { choices } from '@/list/choices.ts';
import type { Filter } from '@/list/column.ts';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules, ListState } from '@/list/list-state.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { orderOf, useListRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { DeleteUser } from '../delete-user.tsx';
import { ResetPassword } from '../reset-password.tsx';
import { useInvitation } from '../use-invitation.ts';
import { useSwitchUser } from '../use-switch-user.ts';
import { useUserColumns } from './columns.tsx';

const RULES: ListRules = {
  sort: { by: 'name', descending: false },
  sortable: ['name', 'email', 'created_at'],
  filters: ['role', 'branch', 'active'],
};
const hrefOf = ({ id }: UserRow) => `/managment/users/edit/${id}`;

const questionOf = ({ search, filters: { role = [], branch = [], active = [] } }: ListState): Args<'user_count'> => ({
  words: search,
  role_ids: [...role],
  at_branch_ids: [...branch],
  is_active: active.length === 1 ? active[0] === 'true' : undefined,
});

export function Component() {
  const { t } = useTranslation();
  const { branches } = useMe();
  const can = useCan();
  const text = useCountText();
  const list = useListState(RULES);
  const { state } = list;
  const question = questionOf(state);
  const result = useListRows(state, (page) => userPage({ ...question, ...orderOf(state) }, page, state.size), userCount(question));
  const columns = useUserColumns();
  const switched = useSwitchUser();
  const [dialog, setDialog] = useState<{ kind: 'password' | 'delete'; user: UserRow } | null>(null);
  const invited = useInvitation();
  const actions = useUserActions(
    (kind, user) => setDialog({ kind, user }),
    (user) => switched.mutate(user),
    (user) => invited.mutate(user),
  );

  const filters: Filter[] = [
    refFilter('roles', 'role', t('users.fields.role_id')),
    branchFilter(t('app.branch'), branches),
    {
      name: 'active',
      label: t('users.fields.active'),
      options: choices(['true', 'false'], (value) => t(value === 'true' ? 'kit.active' : 'kit.inactive')),
    },
  ];
  return (
    <>
      <ListPage<UserRow>
        name="users"
        title={t('users.title')}
        summary={result.count === undefined ? undefined : t('users.summary', { count: result.count, shown: text.capped(result.count) })}
        list={list}
        result={result}
        columns={columns}
        rowLabel={nameOf}
        rowHref={hrefOf}
        rowMenu={actions}
        onRowHover={({ id }) => void queryClient.prefetchQuery(userOf(id))}
        filters={filters}
        views={[{ name: t('users.view.inactive'), query: 'active=false' }]}
        searchHint={t('users.search')}
        add={can('management.users.create') && { href: '/managment/users/add', label: t('users.add') }}
        exported={{ name: t('users.title'), rows: (signal) => allUsers(question, signal) }}
        empty={{ icon: Users, title: t('users.empty.title'), text: t('users.empty.text') }}
      />
      {dialog?.kind === 'password' && <ResetPassword user={dialog.user} onClose={() => setDialog(null)} />}
      {dialog?.kind === 'delete' && <DeleteUser user={dialog.user} onDone={() => setDialog(null)} onClose={() => setDialog(null)} />}
    </>
  );
}

function useUserActions(
  ask: (kind: 'password' | 'delete', user: UserRow) => void,
  onSwitch: (user: UserRow) => void,
  onInvite: (user: UserRow) => void,
) {
  const { t } = useTranslation();
  const can = useCan();
  const me = useMe().profile.id;
  return (user: UserRow) => {
    const reason = user.id === me ? t('errors.access_is_own') : user.manageable ? undefined : t('errors.person_above');
    const disabledProps = { disabled: reason !== undefined, reason };
    const mayUpdate = can('management.users.update');
    return [
      { label: t(mayUpdate ? 'users.action.edit' : 'users.action.open'), icon: mayUpdate ? Pencil : Eye, href: hrefOf(user) },
      ...(mayUpdate && user.invited_at
        ? [
            {
              label: t('users.action.invite'),
              icon: MailPlus,
              onSelect: () => onInvite(user),
              ...(user.active ? disabledProps : { disabled: true, reason: reason ?? t('errors.user_inactive') }),
            },
          ]
        : []),
      ...(mayUpdate
        ? [
            { label: t('users.action.password'), icon: KeyRound, onSelect: () => ask('password', user), ...disabledProps },
            {
              label: t(user.active ? 'users.action.deactivate' : 'users.action.activate'),
              icon: user.active ? Ban : CircleCheck,
              onSelect: () => onSwitch(user),
              ...disabledProps,
            },
          ]
        : []),
      ...(can('management.users.delete')
        ? ['line' as const, { label: t('kit.delete'), icon: Trash2, danger: true, onSelect: () => ask('delete', user), ...disabledProps }]
        : []),
    ];
  };
}
