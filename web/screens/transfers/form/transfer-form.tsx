import { MapPin, Store } from 'lucide-react';
import { memo, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { upsertLines } from '@/parts/document/form.ts';
import { FormPage } from '@/parts/document/form-page.tsx';
import { useAfterScans } from '@/parts/document/use-after-scans.ts';
import { useStockAt } from '@/parts/document/use-stock-at.ts';
import { useDocumentForm, type Start } from '@/parts/document/use-document-form.ts';
import type { MergeIn } from '@/parts/document/use-edited.tsx';
import { costProblemKeys } from '@/parts/lines/cost.ts';
import { lineName } from '@/parts/variant-name.ts';
import { WhyDialog, type Why } from '@/parts/stock-ledger/why-dialog.tsx';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { useFirstField } from '@/ui/first-field.ts';
import { PageHead } from '@/ui/page-head.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { Figure } from '@/ui/figure.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { AddLines } from './add-lines.tsx';
import { TransferAside } from './aside.tsx';
import { useLineShape, type End } from './columns.tsx';
import { problemsOf } from './problems.ts';
import { lineOf, rules, type TransferHead } from './form-state.ts';
import { problemOf, sumsOf, type Line } from './lines.ts';
import { withMode, type Mode, type TransferEnds } from './places.ts';
import { placesOf } from './read-lines.ts';
import type { Costs } from './use-costs.ts';
import { useGoods } from './use-goods.ts';
import { usePlaces } from './use-places.ts';
import { useSave } from './use-save.ts';
import { EndFields } from './end-fields.tsx';
import '../transfers.css';

const shippingWords = { ...costProblemKeys, negative: 'transfers.form.shippingWrong' } as const;

interface TransferFormProps extends Start<TransferHead, 'quantity', VariantRow> {
  title: string;
  /** Today's unit costs, as far as they are known. */
  costs?: Costs;
  /** A message about what was restored or merged. */
  notice?: ReactNode;
  /** Called if somebody else saved meanwhile: the page reloads the transfer, which is merged into the form. */
  onConflict?: (mergeIn: MergeIn<TransferHead, 'quantity', VariantRow>) => void;
  /** Discards the form. */
  onDiscard: () => void;
}

export function TransferForm({ title, costs, notice, onConflict, onDiscard, ...start }: TransferFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const online = useOnline();
  const can = useCan();
  const state = useDocumentForm(start, rules);
  const { form, rows, debounced, tried, scanner, grid, know, changeHead, changeLines } = state;
  const { mode, ends, shipping, notes } = form.head;
  const refreshStock = useStockAt(form.id, placesOf(ends), rows, know);
  const [explained, setExplained] = useState<Why | null>(null);
  const { nameOfPlace } = usePlaces();
  const from = nameOfPlace(ends.from, ends);
  const to = nameOfPlace(ends.to, ends);

  const sums = useMemo(() => sumsOf(debounced.rows), [debounced.rows]);
  const goods = useGoods(debounced.rows, costs);

  const pick = useStableCallback((picked: PickedVariant[]) => {
    state.add(
      picked.map(({ variant, quantity }) => lineOf(variant.variant_id, quantity)),
      picked.map(({ variant }) => variant),
    );
  });
  const explain = useStableCallback(({ variant }: Line<VariantRow>, end: End) => {
    const now = end === 'from' ? variant.at_source : variant.at_target;
    const { branchId, stockPointId } = ends[end];
    if (branchId && now !== null)
      setExplained({
        variantId: variant.variant_id,
        name: lineName(variant),
        branchId,
        stockPointId,
        placeName: end === 'from' ? from : to,
        now,
      });
  });
  const shape = useLineShape({
    from,
    to,
    onWhy: can('inventory.stock.view') ? explain : undefined,
    onFigure: state.setFigure,
    onRemove: state.remove,
  });
  const feet = useMemo(
    () => ({
      summary: t('lines.count', { count: sums.lines }),
      sums: { quantity: <Figure value={formatNumber(sums.pieces)} className="line-input" /> },
    }),
    [t, sums],
  );

  const problems = problemsOf(form, sums);
  const endsText = problems.ends && t(`transfers.form.${problems.ends}`);
  const sayBlocking = () => {
    const { blocking } = problems;
    return (
      blocking && (blocking === 'wrongLines' ? t('transfers.form.wrongLines', { count: sums.wrong }) : t(`transfers.form.${blocking}`))
    );
  };
  const blocked = tried ? sayBlocking() : null;

  const toLine = (short: boolean) => {
    const line = rows.find((row) => {
      const problem = problemOf(row);
      return problem !== null && (problem.kind === 'short') === short;
    });
    if (line) grid.current?.focus(line.variant.variant_id);
  };

  const saving = useSave({
    form,
    version: start.version,
    onSaved: useAfterScans(
      scanner,
      ({ id, version }, sent) => {
        const page = state.continueAsEdit(`transfer:${id}`, sent ?? form, version) ? 'edit' : 'view';
        void navigate(`/inventory/transactions/${page}/${id}`, { replace: page === 'edit' || start.version === null });
      },
      true,
    ),
    onRefused: (error) => (error.code === 'changed_meanwhile' ? onConflict?.(state.mergeRemote) : refreshStock()),
  });
  const save = useAfterScans(scanner, () => {
    state.setTried(true);
    // Summed again, because the sums in the margin may be stale.
    const { blocking, ends: wrongEnds } = problemsOf(form, sumsOf(rows));
    if (!blocking) {
      if (online) saving.save('lines');
      return;
    }
    if (form.lines.length === 0) return scanner.current?.focus();
    if (!wrongEnds) toLine(false);
  });
  useShortcut('Mod+S', save, { inFields: true });
  // The full quantities replace the typed ones; they are not added.
  const takeEverything = useStableCallback((allRows: VariantRow[]) => {
    know(allRows);
    changeLines((lines) =>
      upsertLines(
        lines,
        allRows.map((row) => lineOf(row.variant_id, row.at_source ?? '')),
      ),
    );
  });
  const createEverything = useStableCallback(() => saving.save('everything'));
  const discard = useStableCallback(() => {
    scanner.current?.discardFailed();
    state.discard();
    onDiscard();
  });
  const startAnew = () => {
    state.regenerateId();
    saving.forget();
  };

  // Stock can only be looked up at a source, so that is chosen first.
  const page = useRef<HTMLDivElement>(null);
  useFirstField(page, !start.start.head.ends.from.branchId);

  return (
    <>
      <FormPage
        ref={page}
        page={state.page}
        head={<ModeHead title={title} mode={mode} ends={ends} onChange={changeHead} />}
        notice={notice}
        refused={{
          error: saving.error,
          failed: saving.failed,
          onRetry: saving.again,
          onOpen: () => state.leaveFor(`/inventory/transactions/view/${form.id}`),
          onAnew: startAnew,
        }}
        shape={shape}
        feet={feet}
        empty={{ title: t('transfers.form.noLines'), text: t('transfers.form.noLinesText'), missing: t('transfers.form.noVariant') }}
        aside={
          <TransferAside
            shipping={shipping}
            notes={notes}
            branchId={ends.to.branchId}
            sums={sums}
            goods={goods}
            to={to}
            shippingProblem={problems.shipping ? t(shippingWords[problems.shipping]) : undefined}
            onChange={changeHead}
          />
        }
        strip={{
          busy: saving.busy,
          warning: blocked ?? (sums.short > 0 ? t('transfers.form.shortLines', { count: sums.short }) : null),
          onWarning: blocked && problems.blocking !== 'wrongLines' ? undefined : () => toLine(!blocked),
          saveLabel: t(start.version === null ? 'transfers.form.create' : 'transfers.form.save'),
          onSave: save,
          onDiscard: discard,
        }}
      >
        <EndFields
          mode={mode}
          ends={ends}
          pieces={sums.pieces}
          problem={tried ? endsText : null}
          problemEnd={problems.end}
          onChange={changeHead}
        />
        <AddLines
          scanner={scanner}
          ends={ends}
          place={from}
          wholeProblem={online ? (endsText ?? undefined) : t('lines.offline')}
          onPick={pick}
          onEverything={takeEverything}
          onCreateEverything={createEverything}
        />
      </FormPage>
      {explained && <WhyDialog question={explained} onClose={() => setExplained(null)} />}
    </>
  );
}

const ModeHead = memo(function ModeHead({
  title,
  mode,
  ends,
  onChange,
}: {
  title: string;
  mode: Mode;
  ends: TransferEnds;
  onChange: (head: Partial<TransferHead>) => void;
}) {
  const { t } = useTranslation();
  return (
    <PageHead
      title={title}
      sub={t('transfers.form.intro')}
      actions={
        <Segmented
          label={t('transfers.mode.label')}
          value={mode}
          options={[
            { value: 'branch', label: t('transfers.mode.branch'), icon: Store },
            { value: 'stock_point', label: t('transfers.mode.stock_point'), icon: MapPin },
          ]}
          onChange={(next) => next !== mode && onChange({ mode: next, ends: withMode(next, ends) })}
        />
      }
    />
  );
});
