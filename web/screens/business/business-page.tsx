import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { asAppError, errorText, isConflict } from '@/db/errors.ts';
import { meOf, useCan, useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { write } from '@/db/query.ts';
import { updateRow } from '@/db/tables.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { SaveBar } from '@/kit/save-bar.tsx';
import { useLeaveGuard } from '@/kit/use-leave-guard.tsx';
import { Banner } from '@/ui/banner.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { toast } from '@/ui/toast.tsx';
import { BusinessFields } from './business-fields.tsx';
import { Logo } from './logo.tsx';
import { type BusinessField, type BusinessValues, changedFields, problemsOf, toColumns, valuesOf } from './business-values.ts';

export function Component() {
  const { t } = useTranslation();
  const { business } = useMe();
  const mayWrite = useCan()('settings.business.update');
  const online = useOnline();
  const client = useQueryClient();
  const form = useRef<HTMLDivElement>(null);
  const [edits, setEdits] = useState<Partial<BusinessValues>>({});
  const [problems, setProblems] = useState<Partial<Record<BusinessField, string>>>({});
  const saved = valuesOf(business);
  const values = { ...saved, ...edits };
  const changed = changedFields(values, saved);

  const save = useMutation({
    ...write({ run: (next: BusinessValues) => updateRow('business', business.id, business.version, toColumns(next)), changes: ['business'] }),
    onSuccess: () => {
      guard.release();
      setEdits({});
      toast({ tone: 'ok', text: t('business.saved') });
    },
    onError: (error) => {
      const { field } = asAppError(error);
      if (field && field in saved) setProblems({ [field]: errorText(t, error) });
      // The version of the other save: saving again then is a decision, not an accident.
      if (isConflict(error)) void client.invalidateQueries({ queryKey: meOf().queryKey });
    },
  });
  const guard = useLeaveGuard(changed.length > 0 && !save.isPending);

  function submit() {
    const found = problemsOf(values);
    setProblems(Object.fromEntries(Object.entries(found).map(([field, key]) => [field, t(key)])));
    if (Object.keys(found).length === 0) save.mutate(values);
    else requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  }

  return (
    <>
      <PageHead title={t('business.title')} sub={t('business.sub')} />
      <div className="doc" ref={form}>
        <div className="body">
          {save.error && !asAppError(save.error).field && (
            <div className="sec">
              <Banner tone="bad" onRetry={isConflict(save.error) ? undefined : submit}>
                {isConflict(save.error) ? t('business.conflict') : `${t('business.failed')} ${errorText(t, save.error)}`}
              </Banner>
            </div>
          )}
          {!mayWrite && (
            <div className="sec">
              <Banner tone="off">{t('business.readOnly')}</Banner>
            </div>
          )}
          <BusinessFields
            values={values}
            problems={problems}
            disabled={!mayWrite}
            onChange={(change) => {
              setEdits((now) => ({ ...now, ...change }));
              setProblems({});
            }}
          />
        </div>
        <aside className="aside" aria-label={t('business.logo')}>
          <Logo business={business} disabled={!mayWrite || !online} />
        </aside>
      </div>
      <SaveBar
        changed={changed.length > 0 ? t('business.changed', { count: changed.length }) : undefined}
        busy={save.isPending}
        problem={online ? undefined : t('errors.network')}
        saveLabel={t('business.save')}
        onSave={submit}
        onDiscard={() => {
          setEdits({});
          setProblems({});
          save.reset();
        }}
      />
      {guard.question}
    </>
  );
}
