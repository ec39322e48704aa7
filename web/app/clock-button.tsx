import { useMutation } from '@tanstack/react-query';
import { LogIn, Timer } from 'lucide-react';
import { clockIn, clockOut } from '@/db/attendance.ts';
import { errorText } from '@/db/errors.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatTime } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { Icon } from '@/ui/icon.tsx';
import { Menu } from '@/ui/menu.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { toast } from '@/ui/toast.tsx';

/** Clocks the user in and out from any page with one click, unless the branch must be chosen first. */
export function ClockButton() {
  const { t } = useTranslation();
  const { at_work, branches } = useMe();
  const can = useCan();
  const { workBranches, defaultBranch } = useBranch();
  const change = useMutation({
    ...write({
      run: (branch: string | null) => (branch ? clockIn({ id: newId(), branch_id: branch }) : clockOut(at_work!.id)),
      changes: ['attendance_records'],
    }),
    onSuccess: ({ clocked_in_at, clocked_out_at, forgotten }) =>
      toast(
        forgotten
          ? { text: t('attendance.clock.wasForgotten') }
          : {
              tone: 'ok',
              text: clocked_out_at
                ? t('attendance.clock.didOut', { time: formatTime(clocked_out_at) })
                : t('attendance.clock.didIn', { time: formatTime(clocked_in_at) }),
            },
      ),
    onError: (error) => toast({ tone: 'bad', text: errorText(t, error) }),
  });
  if (!can('attendance.records.create') || (workBranches.length === 0 && !at_work)) return null;
  const since = at_work && formatTime(at_work.clocked_in_at);
  const label =
    at_work && since
      ? t('attendance.clock.since', { time: since, branch: nameOf(branches.find(({ id }) => id === at_work.branch_id)) })
      : defaultBranch
        ? t('attendance.clock.inTo', { branch: nameOf(defaultBranch) })
        : t('attendance.clock.in');
  const button = (
    <button
      type="button"
      className="button quiet"
      aria-label={label}
      title={label}
      aria-busy={change.isPending || undefined}
      onClick={at_work || defaultBranch ? () => change.isPending || change.mutate(at_work ? null : (defaultBranch?.id ?? null)) : undefined}
    >
      <Icon of={Timer} />
      <span className="max-[1280px]:hidden">{since ?? t('attendance.clock.in')}</span>
    </button>
  );
  if (at_work || defaultBranch) return button;
  const items: MenuEntry[] = workBranches.map((branch) => ({
    label: t('attendance.clock.inTo', { branch: nameOf(branch) }),
    icon: LogIn,
    flip: true,
    onSelect: () => change.mutate(branch.id),
  }));
  return (
    <Menu label={label} trigger={button} items={[...items, 'line', { label: t('attendance.clock.own'), href: '/reports/attendance' }]} />
  );
}
