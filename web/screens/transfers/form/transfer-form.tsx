import { CircleAlert, MapPin, PackageOpen, Store } from 'lucide-react';
import { memo, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useLeaveGuard } from '@/kit/use-leave-guard.tsx';
import { newId } from '@/lib/id.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { SaveRefused } from '@/parts/document/save-refused.tsx';
import { grow, put } from '@/parts/document/form.ts';
import { useAfterScans } from '@/parts/document/use-after-scans.ts';
import { useStockAt } from '@/parts/document/use-stock-at.ts';
import { useDocumentForm, type Start } from '@/parts/document/use-document-form.ts';
import type { Meet } from '@/parts/document/use-edited.tsx';
import { LineSheet, type LineSheetHandle } from '@/parts/lines/line-sheet.tsx';
import { SaveStrip } from '@/parts/document/save-strip.tsx';
import { useSteady } from '@/parts/lines/use-steady.ts';
import { lineName } from '@/parts/variant-name.ts';
import { WhyDialog, type Why } from '@/parts/stock-ledger/why-dialog.tsx';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Icon } from '@/ui/icon.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { useScan } from '@/ui/scan.ts';
import { useShortcut } from '@/ui/shortcuts.ts';
import { Figure } from '@/ui/figure.tsx';
import { AddLines } from './add-lines.tsx';
import { useLineShape, type End } from './columns.tsx';
import { problemsOf } from './problems.ts';
import { lineOf, rules, type TransferHead } from './form-state.ts';
import { problemOf, sumsOf, type Line } from './lines.ts';
import { withMode, type Mode, type Way } from './places.ts';
import { placesOf } from './read-lines.ts';
import { Spread } from './spread.tsx';
import { Summary } from './summary.tsx';
import { useGoods } from './use-goods.ts';
import { usePlaces } from './use-places.ts';
import { useSave } from './use-save.ts';
import '../transfers.css';

interface TransferFormProps extends Start<TransferHead, 'quantity', VariantRow> {
  title: string;
  /** A word about what was restored or merged. */
  notice?: ReactNode;
  /** Somebody saved in between: the page reads it, and the form meets it. */
  onConflict?: (meet: Meet<TransferHead, 'quantity', VariantRow>) => void;
  /** Gives everything up. */
  onDiscard: () => void;
}

export function TransferForm({ title, notice, onConflict, onDiscard, ...start }: TransferFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const online = useOnline();
  const can = useCan();
  const { form, rows, settled, dirty, touched, touch, know, changeHead, changeLines, setFigure, setFigures, remove, meet, renew, goOn, giveUp } = useDocumentForm(start, rules);
  const { mode, way, shipping, notes } = form.head;
  const refreshStock = useStockAt(form.id, placesOf(way), rows, know);
  const guard = useLeaveGuard(dirty && start.lost);
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState<Why | null>(null);
  const scanner = useRef<ScannerHandle>(null);
  const grid = useRef<LineSheetHandle>(null);
  const { nameOfPlace } = usePlaces();
  const from = nameOfPlace(way.from, way);
  const to = nameOfPlace(way.to, way);

  const sums = useMemo(() => sumsOf(settled.rows), [settled.rows]);
  const goods = useGoods(settled.rows);

  const pick = useSteady((picked: PickedVariant[]) => {
    const fresh = picked.map(({ variant, quantity }) => lineOf(variant.variant_id, quantity));
    know(picked.map(({ variant }) => variant));
    touch(grow(form.lines, fresh).touched);
    changeLines((lines) => grow(lines, fresh).lines);
    const last = picked.at(-1);
    if (last) requestAnimationFrame(() => grid.current?.show(last.variant.variant_id));
  });
  const more = useSteady((id: string) => {
    touch(grow(form.lines, [lineOf(id, 1)]).touched);
    changeLines((lines) => grow(lines, [lineOf(id, 1)]).lines);
  });
  const why = useSteady(({ variant }: Line<VariantRow>, end: End) => {
    const now = end === 'from' ? variant.at_source : variant.at_target;
    const { branchId, stockPointId } = way[end];
    if (branchId && now !== null) setAsked({ variantId: variant.variant_id, name: lineName(variant), branchId, stockPointId, placeName: end === 'from' ? from : to, now });
  });
  const shape = useLineShape({ from, to, onWhy: can('inventory.stock.view') ? why : undefined, onFigure: setFigure, onRemove: remove });
  const feet = useMemo(
    () => ({ summary: t('lines.count', { count: sums.lines }), sums: { quantity: <Figure value={formatNumber(sums.pieces)} className="ln-in" /> } }),
    [t, sums],
  );
  useScan((code) => scanner.current?.scan(code), { figures: true });
  const leave = useSteady(() => scanner.current?.focus());

  const problems = problemsOf(form, sums);
  const wayText = problems.way && t(`transfers.form.${problems.way}`);
  const sayBlocking = () => {
    const { blocking } = problems;
    return blocking && (blocking === 'wrongLines' ? t('transfers.form.wrongLines', { count: sums.wrong }) : t(`transfers.form.${blocking}`));
  };
  const blocked = tried ? sayBlocking() : null;
  const warning = blocked ?? (sums.short > 0 ? t('transfers.form.shortLines', { count: sums.short }) : null);

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
    onSaved: useAfterScans(scanner, ({ id, version }, sent) => {
      guard.release();
      const page = goOn(`transfer:${id}`, sent ?? form, version) ? 'edit' : 'view';
      void navigate(`/inventory/transactions/${page}/${id}`, { replace: page === 'edit' || start.version === null });
    }, true),
    onRefused: (error) => (error.code === 'changed_meanwhile' ? onConflict?.(meet) : refreshStock()),
  });
  const save = useAfterScans(scanner, () => {
    setTried(true);
    // The sums beside the lines may be a moment behind them.
    const { blocking, way: wrongWay } = problemsOf(form, sumsOf(rows));
    if (!blocking) {
      if (online) saving.save('lines');
      return;
    }
    if (form.lines.length === 0) return scanner.current?.focus();
    if (!wrongWay) toLine(false);
  });
  useShortcut('Mod+S', save, { inFields: true });
  // Whole quantities replace what was typed: "everything" is not "as much again".
  const takeEverything = useSteady((whole: VariantRow[]) => {
    know(whole);
    changeLines((lines) => put(lines, whole.map((row) => lineOf(row.variant_id, row.at_source ?? ''))));
  });
  const createEverything = useSteady(() => saving.save('everything'));
  const discard = useSteady(() => {
    guard.release();
    giveUp();
    onDiscard();
  });
  // The draft stays for when the way leads back.
  const open = () => {
    guard.release();
    void navigate(`/inventory/transactions/view/${form.id}`);
  };
  const startAnew = () => {
    renew(newId());
    saving.forget();
  };
  const shown = saving.error && saving.error.code !== 'changed_meanwhile' ? saving.error : null;

  return (
    <>
      {guard.question}
      <ModeHead title={title} mode={mode} way={way} onChange={changeHead} />
      <div className="doc writing">
        <div className="body compose">
          {notice}
          {shown && (
            <div className="doc-banner">
              <SaveRefused failed={saving.failed} error={shown} onRetry={saving.again} onOpen={open} onAnew={startAnew} />
            </div>
          )}
          <Spread mode={mode} way={way} pieces={sums.pieces} problem={tried ? wayText : null} problemEnd={problems.end} onChange={changeHead} />
          <AddLines
            scanner={scanner}
            way={way}
            place={from}
            wholeProblem={online ? (wayText ?? undefined) : t('lines.offline')}
            onPick={pick}
            onEverything={takeEverything}
            onCreateEverything={createEverything}
          />
          {form.lines.length === 0 ? (
            <EmptyState icon={PackageOpen} title={t('transfers.form.noLines')} className={tried ? 'bad' : undefined}>
              {tried ? <span className="err-t"><Icon of={CircleAlert} size={14} />{t('transfers.form.noVariant')}</span> : t('transfers.form.noLinesText')}
            </EmptyState>
          ) : (
            <LineSheet ref={grid} shape={shape} lines={rows} feet={feet} touched={touched} strict={tried} onFigure={setFigure} onFigures={setFigures} onMore={more} onRemove={remove} onLeave={leave} />
          )}
        </div>
        <Summary
          shipping={shipping}
          notes={notes}
          branchId={way.to.branchId}
          sums={sums}
          goods={goods}
          to={to}
          shippingProblem={problems.shipping ? t('transfers.form.shippingWrong') : undefined}
          onChange={changeHead}
        />
      </div>
      <SaveStrip
        isNew={start.version === null}
        dirty={dirty}
        busy={saving.busy}
        keptAt={start.keptAt}
        warning={warning}
        onWarning={blocked && problems.blocking !== 'wrongLines' ? undefined : () => toLine(!blocked)}
        saveLabel={t(start.version === null ? 'transfers.form.create' : 'transfers.form.save')}
        onSave={save}
        onDiscard={discard}
      />
      {asked && <WhyDialog why={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const ModeHead = memo(function ModeHead({ title, mode, way, onChange }: { title: string; mode: Mode; way: Way; onChange: (head: Partial<TransferHead>) => void }) {
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
          onChange={(next) => next !== mode && onChange({ mode: next, way: withMode(next, way) })}
        />
      }
    />
  );
});
