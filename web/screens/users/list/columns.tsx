import { CircleDot } from 'lucide-react';
import type { UserBranch, UserRow } from '@/db/users.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ActiveStatus } from '@/kit/active-status.tsx';
import { formatDateTime, timeAgo } from '@/lib/dates.ts';
import type { Column } from '@/list/column.ts';
import { hiddenAtFirst, momentColumn, nameColumn, statusColumn, textColumn } from '@/list/columns.tsx';
import { Nil } from '@/ui/figure.tsx';
import { Status } from '@/ui/status.tsx';

export function useUserColumns(): Column<UserRow>[] {
  const { t, i18n } = useTranslation();
  const place = (branch: UserBranch) =>
    branch.access === 'view' ? t('users.viewsBranch', { branch: nameIn(branch, 'branch') }) : nameIn(branch, 'branch');
  const places = ({ is_owner, branches }: UserRow) =>
    is_owner ? t('users.everywhere') : new Intl.ListFormat(i18n.language, { type: 'unit' }).format(branches.map(place));
  const ltr = (value: string | null) =>
    value ? (
      <bdi dir="ltr" className="clip">
        {value}
      </bdi>
    ) : (
      <Nil />
    );
  return [
    nameColumn('name', t('users.fields.name'), nameOf, { sort: 'name', minWidth: 150 }),
    {
      id: 'email',
      label: t('users.fields.email'),
      sort: 'email',
      minWidth: 190,
      cell: ({ email }) => ltr(email),
      card: 'sub',
      sheet: { value: ({ email }) => email, kind: 'text' },
    },
    {
      id: 'phone',
      label: t('users.fields.phone'),
      width: '140px',
      shown: false,
      cell: ({ phone }) => ltr(phone),
      card: 'none',
      sheet: { value: ({ phone }) => phone, kind: 'code' },
    },
    textColumn('role', t('users.fields.role_id'), (row) => nameIn(row, 'role'), { width: '140px', card: 'end' }),
    {
      id: 'branches',
      label: t('users.fields.branches'),
      minWidth: 180,
      cell: (row) =>
        places(row) ? (
          <bdi className="clip" title={places(row)}>
            {places(row)}
          </bdi>
        ) : (
          <Nil />
        ),
      card: 'sub',
      sheet: { value: places, kind: 'text' },
    },
    statusColumn(
      'status',
      t('users.fields.active'),
      ({ active }) => <ActiveStatus active={active} />,
      ({ active }) => t(active ? 'kit.active' : 'kit.inactive'),
      { width: '120px' },
    ),
    {
      id: 'seen',
      label: t('users.lastSeen'),
      width: '150px',
      card: 'sub',
      cell: ({ last_seen_at: at, sessions_online, password_temporary, invited_at }) =>
        password_temporary ? (
          t('users.passwordWaits')
        ) : invited_at ? (
          <span title={formatDateTime(invited_at)}>{t('users.invitedAgo', { ago: timeAgo(invited_at) })}</span>
        ) : sessions_online ? (
          <Status tone="ok" icon={CircleDot}>
            {t('users.signedInNow')}
          </Status>
        ) : at ? (
          <bdi title={formatDateTime(at)}>{timeAgo(at)}</bdi>
        ) : (
          <Nil />
        ),
      sheet: { value: ({ last_seen_at }) => last_seen_at && new Date(last_seen_at), kind: 'date' },
    },
    momentColumn('signedIn', t('users.lastSignIn'), (row) => row.signed_in_at, hiddenAtFirst),
    momentColumn('created', t('kit.createdOn'), (row) => row.created_at, { sort: 'created_at', ...hiddenAtFirst }),
  ];
}
