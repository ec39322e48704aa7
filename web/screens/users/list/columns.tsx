import { CircleDot } from 'lucide-react';
import type { UserBranch, UserRow } from '@/db/users.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ActiveStatus } from '@/kit/active-status.tsx';
import { formatDateTime, timeAgo } from '@/lib/dates.ts';
import type { Column } from '@/list/column.ts';
import { Nil } from '@/ui/figure.tsx';
import { Status } from '@/ui/status.tsx';

export function useUserColumns(): Column<UserRow>[] {
  const { t, i18n } = useTranslation();
  const place = (branch: UserBranch) => (branch.access === 'view' ? t('users.viewsBranch', { branch: nameIn(branch, 'branch') }) : nameIn(branch, 'branch'));
  const places = ({ is_owner, branches }: UserRow) => (is_owner ? t('users.everywhere') : new Intl.ListFormat(i18n.language, { type: 'unit' }).format(branches.map(place)));
  const ltr = (value: string | null) => (value ? <bdi dir="ltr" className="clip">{value}</bdi> : <Nil />);
  return [
    { id: 'name', label: t('users.fields.name'), sort: 'name', pinned: true, least: 150, cell: (row) => <bdi className="nm">{nameOf(row)}</bdi>, card: 'title', sheet: { value: nameOf, kind: 'text' } },
    { id: 'email', label: t('users.fields.email'), sort: 'email', least: 190, cell: ({ email }) => ltr(email), card: 'sub', sheet: { value: ({ email }) => email, kind: 'text' } },
    { id: 'phone', label: t('users.fields.phone'), width: '140px', shown: false, cell: ({ phone }) => ltr(phone), card: 'none', sheet: { value: ({ phone }) => phone, kind: 'code' } },
    { id: 'role', label: t('users.fields.role_id'), width: '140px', cell: (row) => <bdi className="clip">{nameIn(row, 'role')}</bdi>, card: 'end', sheet: { value: (row) => nameIn(row, 'role'), kind: 'text' } },
    { id: 'branches', label: t('users.fields.branches'), least: 180, cell: (row) => (places(row) ? <bdi className="clip" title={places(row)}>{places(row)}</bdi> : <Nil />), card: 'sub', sheet: { value: places, kind: 'text' } },
    {
      id: 'status', label: t('users.fields.active'), width: '120px', card: 'status',
      cell: (row) => <ActiveStatus active={row.active} />, sheet: { value: ({ active }) => t(active ? 'kit.active' : 'kit.inactive'), kind: 'text' },
    },
    {
      id: 'seen', label: t('users.lastSeen'), width: '150px', card: 'sub',
      cell: ({ last_seen_at: at, sessions_online, password_temporary, invited_at }) => (password_temporary ? t('users.passwordWaits')
        : invited_at ? <span title={formatDateTime(invited_at)}>{t('users.invitedAgo', { ago: timeAgo(invited_at) })}</span>
          : sessions_online ? <Status tone="ok" icon={CircleDot}>{t('users.signedInNow')}</Status> : at ? <bdi title={formatDateTime(at)}>{timeAgo(at)}</bdi> : <Nil />),
      sheet: { value: ({ last_seen_at }) => last_seen_at && new Date(last_seen_at), kind: 'date' },
    },
    { id: 'signedIn', label: t('users.lastSignIn'), width: '166px', shown: false, card: 'none', cell: ({ signed_in_at: at }) => (at ? <bdi>{formatDateTime(at)}</bdi> : <Nil />), sheet: { value: ({ signed_in_at }) => signed_in_at && new Date(signed_in_at), kind: 'date' } },
    { id: 'created', label: t('kit.createdOn'), sort: 'created_at', width: '166px', shown: false, card: 'none', cell: ({ created_at }) => <bdi>{formatDateTime(created_at)}</bdi>, sheet: { value: ({ created_at }) => new Date(created_at), kind: 'date' } },
  ];
}
