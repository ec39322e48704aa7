import { useMutation, useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { useBranch, useCan } from '@/db/me.ts';
import { write } from '@/db/query.ts';
import { saveTill, tillsOf, type Till } from '@/db/tills.ts';
import { inReaderOrder, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { timeAgo } from '@/lib/dates.ts';
import { deviceName, isPhone } from '@/lib/device.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Section } from '@/ui/section.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';

/** The tills of a branch: their devices, their names, and whether they may sell. */
export function BranchTills({ id }: { id: string }) {
  const { t } = useTranslation();
  const can = useCan();
  const { workBranches } = useBranch();
  const tills = useQuery(tillsOf(id));
  const [editing, setEditing] = useState<Till | null>(null);
  const mayChange = can('settings.branches.update') && workBranches.some((branch) => branch.id === id);
  const rows = tills.data?.rows ?? [];
  return (
    <Section title={t('counter.tills.title')}>
      {tills.error && <LoadFailed error={tills.error} onRetry={() => void tills.refetch()} />}
      {tills.data && rows.length === 0 && <p className="muted">{t('counter.tills.none')}</p>}
      <ul className="document-events">
        {rows.map((till) => (
          <li key={till.id} className={till.closed_at ? 'gone' : undefined}>
            <Icon of={isPhone(till.browser) ? Smartphone : Monitor} />
            <span className="person">
              <b>
                <bdi>
                  {till.name ? `${nameOf({ ...till, name: till.name })} · ${till.code}` : t('counter.tillNamed', { till: till.code })}
                </bdi>
              </b>
              <small>
                <bdi>{deviceName(till.browser) || t('profile.unknownDevice')}</bdi> · <bdi className="number">{till.device}</bdi>
              </small>
              <small>
                {till.closed_at
                  ? t('counter.tills.closed', { when: timeAgo(till.closed_at) })
                  : t('counter.tills.used', { when: timeAgo(till.last_used_at) })}
              </small>
            </span>
            {mayChange && (
              <Button small onClick={() => setEditing(till)}>
                {t('counter.tills.edit')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {editing && <EditTill till={editing} onClose={() => setEditing(null)} />}
    </Section>
  );
}

function EditTill({ till, onClose }: { till: Till; onClose: () => void }) {
  const { t } = useTranslation();
  const [[first, second], setNames] = useState(() => inReaderOrder([till.name ?? '', till.name_ar ?? '']));
  const [name, nameAr] = inReaderOrder([first, second]);
  const save = useMutation<unknown, AppError, boolean>({
    ...write({
      run: (closed: boolean) => saveTill({ id: till.id, name, name_ar: nameAr, closed, expected_version: till.version }),
      changes: ['tills'],
    }),
    onSuccess: () => {
      toast({ tone: 'ok', text: t('counter.tills.saved', { till: till.code }) });
      onClose();
    },
  });
  const closed = till.closed_at !== null;
  return (
    <Dialog
      size="small"
      title={t('counter.tillNamed', { till: till.code })}
      sub={closed ? undefined : t('counter.tills.closeText')}
      onClose={onClose}
      onSubmit={() => save.mutate(closed)}
      footer={
        <>
          <Button
            variant={closed ? undefined : 'danger'}
            busy={save.isPending && save.variables !== closed}
            onClick={() => save.mutate(!closed)}
          >
            {t(closed ? 'counter.tills.reopen' : 'counter.tills.close')}
          </Button>
          <Button variant="primary" type="submit" busy={save.isPending && save.variables === closed}>
            {t('counter.tills.save')}
          </Button>
        </>
      }
    >
      {save.error && <Banner tone="bad">{errorText(t, save.error)}</Banner>}
      <Field label={t('counter.tills.name')} optional>
        <TextInput
          data-autofocus
          data-figure
          dir="auto"
          value={first}
          maxLength={120}
          onChange={(event) => setNames([event.target.value, second])}
        />
      </Field>
      <Field label={t('fields.otherName')} optional>
        <TextInput data-figure dir="auto" value={second} maxLength={120} onChange={(event) => setNames([first, event.target.value])} />
      </Field>
    </Dialog>
  );
}
