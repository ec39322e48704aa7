import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan, type useBranch } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { newId } from '@/lib/id.ts';
import { requantify } from '@/parts/document/form.ts';
import { FormPage } from '@/parts/document/form-page.tsx';
import { useAfterScans } from '@/parts/document/use-after-scans.ts';
import { useDocumentForm, type Start } from '@/parts/document/use-document-form.ts';
import { useStockAt } from '@/parts/document/use-stock-at.ts';
import { WhyDialog, type Why } from '@/parts/stock-ledger/why-dialog.tsx';
import { lineName } from '@/parts/variant-name.ts';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { VariantScanner } from '@/parts/variant-picker/variant-scanner.tsx';
import { Field } from '@/ui/field.tsx';
import { useFirstField } from '@/ui/first-field.ts';
import { Quantity } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { Segmented } from '@/ui/segmented.tsx';
import { Select } from '@/ui/select.tsx';
import { toast } from '@/ui/toast.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { EntryAside } from './aside.tsx';
import { useLineShape } from './columns.tsx';
import { lineOf, placesOf, rules, writtenSince, type EntryFigure, type EntryHead } from './form-state.ts';
import { leftEmpty, totals, type EntryKind, type EntryLine } from './lines.ts';
import { missingOf, wrongLine } from './problems.ts';
import { useSave } from './use-save.ts';
import '../stock.css';

const QuantityDialog = lazy(() => import('@/parts/variant-grid/quantity-dialog.tsx'));
const REASONS = ['correction', 'count', 'damaged', 'loss', 'promotion', 'return_to_stock', 'other'] as const;

interface EntryFormProps extends Start<EntryHead, EntryFigure, VariantRow> {
  open: ReturnType<typeof useBranch>['branches'];
  /** Whether the posted entry is shown, instead of starting the next one. */
  once: boolean;
  notice: ReactNode;
}

/** The entry form; after posting, the next entry starts with the same head. */
export function EntryForm({ open, once, notice, ...start }: EntryFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const online = useOnline();
  const costs = useCan()('inventory.costs.view');
  const [explained, setExplained] = useState<Why | null>(null);
  const [sheetOf, setSheetOf] = useState<string | null>(null);
  const state = useDocumentForm(start, rules);
  const { form, rows, debounced, tried, scanner, grid, know, changeHead, changeLines } = state;
  const { id, head: entry, lines } = form;
  const places = placesOf(entry);
  useStockAt(id, places, rows, know);

  const beginNext: typeof state.beginNext = (next) => {
    state.beginNext(next);
    state.setTried(false);
    saving.forget();
  };
  const saving = useSave((posted, sent) => {
    const page = `/inventory/stock/entries/${posted.id}`;
    if (once && writtenSince(sent.lines, lines).length === 0) {
      state.discard();
      toast({ text: t('stock.form.posted', { number: posted.number }), tone: 'ok' });
      return void navigate(page, { replace: true });
    }
    const next = newId();
    beginNext((now) => ({
      id: next,
      head: { ...now.head, note: now.head.note === sent.head.note ? '' : now.head.note },
      lines: writtenSince(sent.lines, now.lines),
    }));
    toast({
      text: t('stock.form.posted', { number: posted.number }),
      tone: 'ok',
      action: { label: t('stock.form.see'), run: () => void navigate(page) },
    });
    scanner.current?.dismiss();
    scanner.current?.focus();
  });
  const change = (head: Partial<EntryHead>) => {
    changeHead(head);
    saving.forget();
  };
  const pick = (picked: readonly PickedVariant[]) =>
    state.add(
      picked.map(({ variant, quantity, cost }) => lineOf(variant.variant_id, quantity, costs ? cost : '')),
      picked.map(({ variant }) => variant),
    );
  /** Applies a product's grid: each cell sets its line's quantity, an empty one removes the line. */
  const fill = (written: readonly { variant: VariantRow; quantity: string }[]) => {
    const quantities = new Map(written.map(({ variant, quantity }) => [variant.variant_id, quantity]));
    know(written.map(({ variant }) => variant));
    changeLines((now) => {
      const existing = new Set(now.map((line) => line.variantId));
      return [
        ...[...quantities]
          .filter(([variantId, quantity]) => quantity !== '' && !existing.has(variantId))
          .map(([variantId, quantity]) => lineOf(variantId, quantity)),
        ...requantify(now, quantities),
      ];
    });
  };
  const discard = () => {
    scanner.current?.discardFailed();
    const next = newId();
    beginNext(({ head: { branchId } }) => ({ id: next, head: { kind: 'opening', branchId, point: '', reason: '', note: '' }, lines: [] }));
  };
  const startAnew = () => {
    state.regenerateId();
    saving.forget();
  };

  const count = rows.length;
  const empty = rows.filter((line) => leftEmpty(entry.kind, line.quantity)).length;
  const disabledReason = useStableCallback(({ variant }: EntryLine) =>
    setExplained({
      variantId: variant.variant_id,
      name: lineName(variant),
      now: variant.at_source ?? 0,
      branchId: entry.branchId,
      stockPointId: entry.point || null,
      placeName: nameOf(open.find((branch) => branch.id === entry.branchId)),
    }),
  );
  const shape = useLineShape({
    kind: entry.kind,
    costs,
    short: saving.short,
    onSheet: setSheetOf,
    onWhy: disabledReason,
    onFigure: state.setFigure,
  });
  const sums = useMemo(() => totals(debounced.rows), [debounced.rows]);
  const feet = useMemo(
    () => ({ summary: t('lines.count', { count }), sums: { quantity: <Quantity value={sums.net} className="line-input" /> } }),
    [t, count, sums],
  );
  const page = useRef<HTMLDivElement>(null);
  const missing = missingOf(entry);
  const submit = useAfterScans(scanner, () => {
    if (!online) return;
    state.setTried(true);
    const line = wrongLine(entry, rows);
    if (count === 0 || missing.branch || missing.reason)
      setTimeout(() => page.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 0);
    else if (line) grid.current?.focus(line);
    else saving.save(form);
  });
  useShortcut('Mod+S', submit, { inFields: true });
  // With a branch, the first requested line gets the focus; without one, the branch field does, as scanning is disabled.
  const head = useRef<HTMLElement>(null);
  useFirstField(head, !start.start.head.branchId);
  const [begins] = useState(() => (start.start.head.branchId ? start.start.lines[0]?.variantId : undefined));
  useEffect(() => {
    if (begins && matchMedia('(pointer:fine)').matches) grid.current?.focus(begins);
  }, [begins, grid]);
  return (
    <div className="entry">
      <FormPage
        ref={page}
        page={state.page}
        head={
          <PageHead
            title={t('stock.form.title')}
            sub={t(`stock.form.${entry.kind}Hint`)}
            actions={
              <Segmented<EntryKind>
                label={t('stock.form.kindLabel')}
                value={entry.kind}
                onChange={(kind) => change({ kind })}
                options={[
                  { value: 'opening', label: t('stock.form.opening') },
                  { value: 'adjustment', label: t('stock.form.adjustment') },
                ]}
              />
            }
          />
        }
        refused={{
          error: saving.failure,
          failed: t('stock.form.failed'),
          onRetry: submit,
          onOpen: () => state.leaveFor(`/inventory/stock/entries/${id}`),
          onAnew: startAnew,
        }}
        notice={notice}
        shape={shape}
        feet={feet}
        lines={{ className: 'entry-lines' }}
        empty={entry.branchId ? { title: t('stock.form.lines'), text: t('stock.form.noLines') } : null}
        aside={<EntryAside entry={entry} costs={costs} count={count} empty={empty} sums={sums} onChange={change} />}
        strip={{
          busy: saving.busy,
          warning: null,
          saveLabel: count > empty ? t('stock.form.post', { count: count - empty }) : t('stock.form.postNone'),
          onSave: submit,
          onDiscard: discard,
        }}
      >
        <section ref={head} className="section grid grid-cols-1 gap-x-4 gap-y-3.5 min-[421px]:grid-cols-2 lg:grid-cols-3">
          <Field label={t('stock.form.branch')} error={tried && missing.branch ? t('stock.problem.branch') : undefined}>
            <Select
              value={entry.branchId || null}
              onChange={(branchId) => change({ branchId })}
              placeholder={t('kit.choose')}
              options={open.map((branch) => ({ value: branch.id, label: nameOf(branch) }))}
            />
          </Field>
          <Field label={t('stock.form.place')} optional>
            <RefPicker
              table="stock_points"
              value={entry.point || null}
              onChange={(point) => change({ point: point ?? '' })}
              placeholder={t('stock.floor')}
            />
          </Field>
          {entry.kind === 'adjustment' && (
            <Field label={t('stock.form.reason')} error={tried && missing.reason ? t('stock.problem.reason') : undefined}>
              <Select
                value={entry.reason || null}
                onChange={(reason) => change({ reason })}
                placeholder={t('kit.choose')}
                options={REASONS.map((reason) => ({ value: reason, label: t(`stock.reason.${reason}`) }))}
              />
            </Field>
          )}
        </section>
        <VariantScanner ref={scanner} places={places} disabled={!entry.branchId} arrive={!begins} onPick={pick} />
        {!entry.branchId && <p className="section muted">{t('stock.form.chooseBranch')}</p>}
      </FormPage>
      {explained && <WhyDialog question={explained} onClose={() => setExplained(null)} />}
      {sheetOf && (
        <Suspense>
          <QuantityDialog
            productId={sheetOf}
            places={places}
            signed={entry.kind === 'adjustment'}
            quantityOf={(variantId) => lines.find((line) => line.variantId === variantId)?.figures.quantity ?? ''}
            onWrite={fill}
            onClose={() => {
              setSheetOf(null);
              state.closeSearch();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
