import { ArrowDownToLine, ArrowUpFromLine, ChevronsUpDown, Clock, Eye, Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import type { OwnShift as Shift } from '@/db/me-types.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { businessDay, formatDateTime, formatTime, today } from '@/lib/dates.ts';
import { Icon } from '@/ui/icon.tsx';
import { Menu } from '@/ui/menu.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { ShiftActionDialog, type ShiftAction } from './shift-actions.tsx';

const buttonClass =
  'shift ms-2 me-3.5 mb-2.5 flex cursor-pointer items-center gap-2.5 border-t border-rule-2 px-2.5 py-2 text-start hover:bg-paper-3';

/** At the bottom of the menu: the user's own shift in the current branch, else the oldest one, with its actions. */
export function OwnShift() {
  const { t } = useTranslation();
  const can = useCan();
  const { shifts } = useMe();
  const { branchId, workBranches } = useBranch();
  const [action, setAction] = useState<ShiftAction | null>(null);
  const shift = shifts.find(({ branch_id }) => branch_id === branchId) ?? shifts[0];
  const free = workBranches.filter(({ id }) => !shifts.some(({ branch_id }) => branch_id === id));
  const opens = can('attendance.shifts.open') && free.length > 0;
  const open = () => setAction({ kind: 'open', branchId: free.find(({ id }) => id === branchId)?.id });
  const items = (ownShift: Shift): MenuEntry[] => [
    ...(can('attendance.shifts.close')
      ? [{ label: t('shifts.action.close'), icon: Lock, onSelect: () => setAction({ kind: 'close', shift: ownShift }) }]
      : []),
    ...(can('attendance.shifts.open')
      ? [
          { label: t('shifts.action.payIn'), icon: ArrowDownToLine, onSelect: () => setAction({ kind: 'pay_in', shift: ownShift }) },
          { label: t('shifts.action.payOut'), icon: ArrowUpFromLine, onSelect: () => setAction({ kind: 'pay_out', shift: ownShift }) },
        ]
      : []),
    ...(can('attendance.shifts.view')
      ? [{ label: t('shifts.action.details'), hint: ownShift.number, icon: Eye, href: `/reports/shifts/view/${ownShift.id}` }]
      : []),
    ...(opens ? ['line' as const, { label: t('shifts.action.open'), icon: LockOpen, onSelect: open }] : []),
  ];
  if (!shift && !opens) return null;
  return (
    <>
      {shift ? (
        <Menu label={t('shifts.own.menu')} align="start" trigger={<Open shift={shift} />} items={items(shift)} />
      ) : (
        <button type="button" className={buttonClass} onClick={open} aria-haspopup="dialog">
          <Icon of={LockOpen} className="text-ink-3" />
          <span className="min-w-0 flex-1">
            <b className="block leading-[1.4] font-medium">{t('shifts.own.none')}</b>
            <small className="block text-xs leading-[1.4] text-ink-3">{t('shifts.own.noneText')}</small>
          </span>
        </button>
      )}
      <ShiftActionDialog action={action} onClose={() => setAction(null)} />
    </>
  );
}

function Open({ shift, ...button }: { shift: Shift }) {
  const { t } = useTranslation();
  const branch = useMe().branches.find(({ id }) => id === shift.branch_id);
  const time = (businessDay(shift.opened_at, branch?.time_zone) === today(branch?.time_zone) ? formatTime : formatDateTime)(
    shift.opened_at,
  );
  return (
    <button type="button" className={buttonClass} {...button}>
      <Icon of={Clock} className={shift.overdue ? 'text-bad' : 'text-ok'} />
      <span className="min-w-0 flex-1">
        <b className={`block leading-[1.4] font-medium ${shift.overdue ? 'text-bad' : ''}`}>
          {t(shift.overdue ? 'shifts.own.overdue' : 'shifts.own.open')}
        </b>
        <small className="block text-xs leading-[1.4] text-ink-3">{t('shifts.own.where', { branch: nameOf(branch), time })}</small>
      </span>
      <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
    </button>
  );
}
