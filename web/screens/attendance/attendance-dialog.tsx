import { useMutation, useQuery } from '@tanstack/react-query';
import { Ban, Pencil, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { attendanceTables, saveAttendance, attendanceOf, type Correction, type AttendanceRow } from '@/db/attendance.ts';
import { errorText, type AppError } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { formatDate, formatDateTime, formatTime, wallClock } from '@/lib/dates.ts';
import { formatHours, readTime } from '@/lib/hours.ts';
import { newId } from '@/lib/id.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { DateInput } from '@/ui/date-input.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field, FieldGrid } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { Timeline } from '@/ui/timeline.tsx';
import { toast } from '@/ui/toast.tsx';
import { AttendanceStatus } from './attendance-status.tsx';

interface Typed {
  profile_id: string;
  branch_id: string;
  inDay: string;
  inTime: string;
  outDay: string;
  outTime: string;
  reason: string;
}

/** The day and time of day in the branch's time zone. */
function wall(at: string | null, zone: string): [day: string, time: string] {
  const shown = at ? wallClock(new Date(at), zone).toISOString() : '';
  return [shown.slice(0, 10), shown.slice(11, 16)];
}

const moment = (day: string, time: string) => `${day}T${readTime(time) ?? time}`;

/** The fields of an attendance, with their problems. */
function AttendanceFields({
  typed,
  set,
  error,
  person,
}: {
  typed: Typed;
  set: (next: Partial<Typed>) => void;
  error: AppError | null;
  person?: ReactNode;
}) {
  const { t } = useTranslation();
  const { workBranches } = useBranch();
  const problem = (...fields: string[]) => (error && fields.includes(error.field ?? '') ? errorText(t, error) : undefined);
  const time = (name: 'in' | 'out', day: 'inDay' | 'outDay', hour: 'inTime' | 'outTime') => (
    <>
      <Field label={t(`attendance.form.${name}Day`)} error={problem(`clocked_${name}`)}>
        <DateInput
          value={typed[day]}
          onChange={(value) =>
            set({ [day]: value, ...(day === 'inDay' && (typed.outDay === '' || typed.outDay === typed.inDay) && { outDay: value }) })
          }
        />
      </Field>
      <Field label={t(`attendance.form.${name}Time`)}>
        <TextInput
          dir="ltr"
          inputMode="numeric"
          placeholder="00:00"
          value={typed[hour]}
          onChange={(event) => set({ [hour]: event.target.value })}
          onBlur={() => set({ [hour]: readTime(typed[hour]) ?? typed[hour] })}
        />
      </Field>
    </>
  );
  return (
    <FieldGrid>
      {person}
      <Field label={t('app.branch')} error={problem('branch_id')}>
        <Select
          value={typed.branch_id || null}
          onChange={(branch_id) => set({ branch_id })}
          options={workBranches.map((branch) => ({ value: branch.id, label: nameOf(branch) }))}
          placeholder={t('attendance.form.chooseBranch')}
        />
      </Field>
      {!person && <span />}
      {time('in', 'inDay', 'inTime')}
      {time('out', 'outDay', 'outTime')}
      <Field label={t('attendance.form.reason')} error={problem('reason')} className="col-span-full">
        <TextInput value={typed.reason} maxLength={300} onChange={(event) => set({ reason: event.target.value })} />
      </Field>
    </FieldGrid>
  );
}

const inForm = new Set(['clocked_in', 'clocked_out', 'branch_id', 'profile_id', 'reason']);
const Refused = ({ error }: { error: AppError | null }) => {
  const { t } = useTranslation();
  return error && !inForm.has(error.field ?? '') ? <Banner tone="bad">{errorText(t, error)}</Banner> : null;
};

/** Adds an attendance that nobody clocked. */
export function NewAttendance({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { defaultBranch } = useBranch();
  const [id] = useState(newId);
  const [typed, setTyped] = useState<Typed>({
    profile_id: '',
    branch_id: defaultBranch?.id ?? '',
    inDay: '',
    inTime: '',
    outDay: '',
    outTime: '',
    reason: '',
  });
  const set = (next: Partial<Typed>) => setTyped((now) => ({ ...now, ...next }));
  const save = useMutation({
    ...write({
      run: () =>
        saveAttendance({
          id,
          reason: typed.reason,
          attendance: {
            profile_id: typed.profile_id || undefined,
            branch_id: typed.branch_id || undefined,
            clocked_in: typed.inDay && moment(typed.inDay, typed.inTime),
            clocked_out: typed.outDay && moment(typed.outDay, typed.outTime),
          },
        }),
      changes: attendanceTables,
    }),
    onSuccess: () => {
      toast({ tone: 'ok', text: t('attendance.added') });
      onClose();
    },
  });
  return (
    <Dialog
      title={t('attendance.addTitle')}
      sub={t('attendance.addText')}
      onClose={onClose}
      locked={save.isPending}
      onSubmit={() => save.mutate()}
      action={
        <Button type="submit" variant="primary" busy={save.isPending}>
          {t('attendance.add')}
        </Button>
      }
    >
      <AttendanceFields
        typed={typed}
        set={set}
        error={save.error}
        person={
          <Field label={t('attendance.col.person')} error={save.error?.field === 'profile_id' ? errorText(t, save.error) : undefined}>
            <RefPicker
              table="profiles"
              required
              value={typed.profile_id || null}
              onChange={(profile_id) => set({ profile_id: profile_id ?? '' })}
            />
          </Field>
        }
      />
      <Refused error={save.error} />
    </Dialog>
  );
}

interface SavedAttendanceProps {
  row: AttendanceRow;
  correcting: boolean;
  mayCorrect: boolean;
  onClose: () => void;
}

/** An attendance with its earlier versions; users with the permission can correct it. */
export function SavedAttendance({ row, correcting: begins, mayCorrect, onClose }: SavedAttendanceProps) {
  const { t } = useTranslation();
  const detail = useQuery(attendanceOf(row.id));
  const record = detail.data ?? row;
  const zone = record.time_zone;
  const [correcting, setCorrecting] = useState(begins);
  const [typed, setTyped] = useState<Typed>(() => {
    const [[inDay, inTime], [outDay, outTime]] = [wall(row.clocked_in_at, zone), wall(row.clocked_out_at, zone)];
    return { profile_id: row.profile_id, branch_id: row.branch_id, inDay, inTime, outDay, outTime, reason: '' };
  });
  const voids = record.state !== 'voided';
  const save = useMutation({
    ...write({
      run: (change: 'times' | 'void') => {
        const [clocked_in, clocked_out] = [
          moment(typed.inDay, typed.inTime),
          typed.outDay === '' && typed.outTime === '' ? undefined : moment(typed.outDay, typed.outTime),
        ];
        // Times that were not edited are not sent, so that they keep their seconds.
        const moved = {
          ...(clocked_in !== wall(row.clocked_in_at, zone).join('T') && { clocked_in }),
          ...(clocked_out !== wall(row.clocked_out_at, zone).join('T') && { clocked_out }),
        };
        return saveAttendance({
          id: row.id,
          reason: typed.reason,
          expected_version: row.version,
          attendance: change === 'void' ? { voided: voids } : { branch_id: typed.branch_id, ...moved },
        });
      },
      changes: attendanceTables,
    }),
    onSuccess: () => {
      toast({ tone: 'ok', text: t('attendance.corrected') });
      onClose();
    },
  });
  const title = t('attendance.dayOf', { name: nameOf(row.profile), day: formatDate(row.business_day) });
  if (correcting) {
    return (
      <Dialog
        title={t('attendance.correctTitle')}
        sub={title}
        onClose={onClose}
        locked={save.isPending}
        onSubmit={() => save.mutate('times')}
        footer={
          <>
            <Button onClick={onClose} disabled={save.isPending}>
              {t('ui.cancel')}
            </Button>
            <Button
              variant={voids ? 'danger' : 'secondary'}
              icon={voids ? Ban : Undo2}
              busy={save.isPending}
              onClick={() => save.mutate('void')}
            >
              {t(voids ? 'attendance.action.void' : 'attendance.action.restore')}
            </Button>
            <Button type="submit" variant="primary" busy={save.isPending}>
              {t('attendance.action.save')}
            </Button>
          </>
        }
      >
        <AttendanceFields typed={typed} set={(next) => setTyped((now) => ({ ...now, ...next }))} error={save.error} />
        <Refused error={save.error} />
      </Dialog>
    );
  }
  const span = ({ clocked_in_at, clocked_out_at }: Pick<Correction, 'clocked_in_at' | 'clocked_out_at'>) =>
    t('attendance.span', {
      from: clocked_in_at ? formatTime(clocked_in_at, zone) : '–',
      to: clocked_out_at ? formatTime(clocked_out_at, zone) : '–',
    });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {mayCorrect && (
            <Button icon={Pencil} onClick={() => setCorrecting(true)}>
              {t('attendance.action.correct')}
            </Button>
          )}
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('kit.close')}
          </Button>
        </>
      }
    >
      <dl className="key-values">
        <dt>{t('app.branch')}</dt>
        <dd>
          <bdi>{nameIn(record, 'branch')}</bdi>
        </dd>
        <dt>{t('attendance.col.in')}</dt>
        <dd>
          <bdi>{formatTime(record.clocked_in_at, zone)}</bdi>
        </dd>
        <dt>{t('attendance.col.out')}</dt>
        <dd>{record.clocked_out_at ? <bdi>{formatTime(record.clocked_out_at, zone)}</bdi> : '–'}</dd>
        <dt>{t('attendance.col.hours')}</dt>
        <dd>
          <bdi>{formatHours(record.minutes)}</bdi>
        </dd>
        <dt>{t('attendance.col.state')}</dt>
        <dd>
          <AttendanceStatus state={record.state} />
        </dd>
      </dl>
      {detail.error && <LoadFailed error={detail.error} onRetry={() => void detail.refetch()} />}
      {detail.data && detail.data.corrections.length > 0 && (
        <section>
          <h3>{t('attendance.corrections')}</h3>
          <Timeline
            entries={detail.data.corrections.map((correction) => ({
              id: correction.id,
              icon: Pencil,
              title:
                correction.clocked_in_at === null
                  ? t('attendance.byHand')
                  : t('attendance.was', { span: span(correction), branch: nameIn(correction, 'branch') }),
              note: (
                <>
                  {t('document.byAt', { name: nameOf(correction.made_by), at: formatDateTime(correction.at) })}
                  <span className="block text-ink-2">
                    <bdi>{correction.reason}</bdi>
                  </span>
                </>
              ),
            }))}
          />
        </section>
      )}
    </Dialog>
  );
}
