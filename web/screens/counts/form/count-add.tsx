import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router-dom';
import { startCount, type CountAnswer, type CountScope, type NewCount } from '@/db/counts.ts';
import type { AppError } from '@/db/errors.ts';
import { useBranch, useUserKey } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { useName } from '@/kit/names.ts';
import { useDraft } from '@/kit/use-draft.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { newId } from '@/lib/id.ts';
import { SaveRefused } from '@/parts/document/save-refused.tsx';
import { NoBranch } from '@/parts/no-branch.tsx';
import { Note } from '@/ui/banner.tsx';
import { Button, IconButton } from '@/ui/button.tsx';
import { Field, FieldGrid } from '@/ui/field.tsx';
import { useFirstField } from '@/ui/first-field.ts';
import { PageHead } from '@/ui/page-head.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { Select } from '@/ui/select.tsx';
import { TextArea } from '@/ui/text-input.tsx';
import { ProductPicker } from './product-picker.tsx';
import '../counts.css';

const SCOPES = ['all', 'categories', 'brands', 'products'] as const;

/** The form of a new count at /inventory/counts/add: its place and scope. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const online = useOnline();
  const { workBranches: open, defaultBranch } = useBranch();
  const draft = useDraft<NewCount>(useUserKey(), 'count');
  const returns = useNavigationType() === 'POP';
  // The id is generated with the form, so that a retry after a lost answer creates the count once.
  const [count, setCount] = useState<NewCount>(
    () =>
      (returns ? draft.restored : null) ?? {
        id: newId(),
        branch_id: defaultBranch?.id ?? '',
        stock_point_id: null,
        scope: 'all',
        scope_ids: [],
        note: null,
      },
  );
  const [tried, setTried] = useState(false);
  const { store: keep, drop } = draft;
  useEffect(() => keep(count), [count, keep]);
  const start = useMutation<CountAnswer, AppError, NewCount>({
    ...write({ run: startCount, changes: ['stock_counts'] }),
    onSuccess: (answer) => {
      drop();
      void navigate(`/inventory/counts/${answer.id}`, { replace: true });
    },
  });
  const form = useRef<HTMLElement>(null);
  useFirstField(form, true);
  const change = (next: Partial<NewCount>) => setCount((now) => ({ ...now, ...next }));
  const without = { branch: count.branch_id === '', scope: count.scope !== 'all' && count.scope_ids.length === 0 };
  const submit = () => {
    setTried(true);
    if (!without.branch && !without.scope) start.mutate(count);
  };
  // The form's content is kept for another count.
  const show = () => {
    keep({ ...count, id: newId() });
    void navigate(`/inventory/counts/${count.id}`);
  };
  const pick = (id: string | null) => id && !count.scope_ids.includes(id) && change({ scope_ids: [...count.scope_ids, id] });

  if (open.length === 0) return <NoBranch page={t('counts.new')} title={t('counts.noBranch')} />;
  return (
    <div className="count-add">
      <PageHead title={t('counts.new')} sub={t('counts.newHint')} />
      <div className="scroll">
        <section ref={form} className="section grid count-form" inert={start.isPending}>
          {start.error && <SaveRefused failed={t('counts.form.failed')} error={start.error} onRetry={submit} onOpen={show} />}
          <FieldGrid>
            <Field label={t('counts.form.branch')} error={tried && without.branch ? t('counts.form.branchMissing') : undefined}>
              <Select
                value={count.branch_id || null}
                onChange={(id) => change({ branch_id: id })}
                placeholder={t('kit.choose')}
                options={open.map((branch) => ({ value: branch.id, label: nameOf(branch) }))}
              />
            </Field>
            <Field label={t('counts.form.place')} optional>
              <RefPicker
                table="stock_points"
                value={count.stock_point_id}
                onChange={(id) => change({ stock_point_id: id })}
                placeholder={t('stock.floor')}
              />
            </Field>
          </FieldGrid>
          <div className="grid gap-3.5">
            <span id="scope-label">{t('counts.form.scope')}</span>
            <Segmented<CountScope>
              label={t('counts.form.scope')}
              value={count.scope}
              onChange={(scope) => change({ scope, scope_ids: [] })}
              options={SCOPES.map((value) => ({ value, label: t(`counts.scope.${value}`) }))}
            />
            {count.scope !== 'all' && (
              <>
                <Field
                  label={t(`counts.form.add.${count.scope}`)}
                  error={tried && without.scope ? t('counts.form.scopeMissing') : undefined}
                >
                  {count.scope === 'products' ? (
                    <ProductPicker onPick={pick} />
                  ) : (
                    <RefPicker
                      key={count.scope_ids.length}
                      table={count.scope}
                      tree={count.scope === 'categories'}
                      value={null}
                      onChange={pick}
                      placeholder={t('kit.choose')}
                    />
                  )}
                </Field>
                <ul className="count-scope">
                  {count.scope_ids.map((id) => (
                    <Chosen
                      key={id}
                      table={count.scope as 'categories' | 'brands' | 'products'}
                      id={id}
                      onDrop={() => change({ scope_ids: count.scope_ids.filter((other) => other !== id) })}
                    />
                  ))}
                </ul>
              </>
            )}
          </div>
          <Field label={t('counts.form.note')} optional>
            <TextArea
              rows={2}
              value={count.note ?? ''}
              maxLength={4000}
              onChange={(event) => change({ note: event.target.value || null })}
            />
          </Field>
          <Note>{t('counts.form.blind')}</Note>
          <div className="inline-group">
            <Button variant="primary" busy={start.isPending} reason={online ? undefined : t('kit.offline')} onClick={submit}>
              {t('counts.form.start')}
            </Button>
          </div>
        </section>
      </div>
    </div>
  );
}

function Chosen({ table, id, onDrop }: { table: 'categories' | 'brands' | 'products'; id: string; onDrop: () => void }) {
  const { t } = useTranslation();
  const record = useName(table, id);
  const name = record ? nameOf(record) : '…';
  return (
    <li className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-[14px] border border-rule-2 bg-sheet ps-2.5 pe-1.5 text-sm whitespace-nowrap text-ink-3">
      <bdi>{name}</bdi>
      <IconButton small variant="quiet" icon={X} label={t('counts.form.drop', { name })} onClick={onDrop} />
    </li>
  );
}
