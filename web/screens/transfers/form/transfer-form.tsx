import { CircleAlert, MapPin, PackageOpen, Store } from 'lucide-react';
import { memo, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useLeaveGuard } from '@/kit/use-leave-guard.tsx';
import { SaveRefused } from '@/parts/document/save-refused.tsx';
import type { LineSheetHandle } from '@/parts/lines/line-sheet.tsx';
import { SaveStrip } from '@/parts/lines/save-strip.tsx';
import type { Start } from '@/parts/lines/use-line-form.ts';
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
import { toast } from '@/ui/toast.tsx';
import { AddLines } from './add-lines.tsx';
import { problemsOf } from './problems.ts';
import type { FormChange, TransferDraft, TransferForm as Form } from './form-state.ts';
import { problemOf, sumsOf } from './lines.ts';
import type { End } from './line-row.tsx';
import type { Mode } from './places.ts';
import { Spread } from './spread.tsx';
import { Summary } from './summary.tsx';
import { TransferGrid } from './transfer-grid.tsx';
import { useGoods } from './use-goods.ts';
import { usePlaces } from './use-places.ts';
import { useSave } from './use-save.ts';
import { useTransferForm } from './use-transfer-form.ts';
import '../transfers.css';

interface TransferFormProps extends Start<Form, TransferDraft> {
  title: string;
  keptAt: string | null;
  /** A word about what was restored or merged. */
  notice?: ReactNode;
  /** Somebody saved in between: the page merges and starts the form anew. */
  onConflict?: (mine: Form) => void;
  /** Gives everything up. */
  onDiscard: () => void;
}

const idOf = (line: Form['lines'][number]) => line.variant.variant_id;

export function TransferForm({ title, keptAt, notice, onConflict, onDiscard, ...start }: TransferFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const online = useOnline();
  const can = useCan();
  const { form, settled, change, setQuantity, setQuantities, dirty, touched, finish, refreshStock } = useTransferForm(start);
  const guard = useLeaveGuard(dirty);
  const giveUp = () => {
    guard.release();
    finish();
  };
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState<Why | null>(null);
  const scanner = useRef<ScannerHandle>(null);
  const grid = useRef<LineSheetHandle>(null);
  const { nameOfPlace } = usePlaces();
  const from = nameOfPlace(form.way.from, form.way);
  const to = nameOfPlace(form.way.to, form.way);

  const sums = useMemo(() => sumsOf(settled.lines), [settled.lines]);
  const goods = useGoods(settled.lines);

  const pick = useSteady((picked: PickedVariant[]) => {
    change({ do: 'pick', picked });
    const last = picked.at(-1);
    if (last) requestAnimationFrame(() => grid.current?.show(last.variant.variant_id));
  });
  const more = useSteady((id: string) => {
    const line = form.lines.find((one) => idOf(one) === id);
    if (line) change({ do: 'pick', picked: [{ variant: line.variant, quantity: 1 }] });
  });
  const remove = useSteady((id: string) => {
    const at = form.lines.findIndex((line) => idOf(line) === id);
    const line = form.lines[at];
    if (!line) return;
    change({ do: 'remove', id });
    toast({ text: t('transfers.form.lineRemoved', { name: lineName(line.variant) }), undo: () => change({ do: 'restore', line, at }) });
  });
  const why = useSteady((id: string, end: End) => {
    const line = form.lines.find((one) => idOf(one) === id);
    const now = end === 'from' ? line?.variant.at_source : line?.variant.at_target;
    const { branchId, stockPointId } = form.way[end];
    if (line && branchId && typeof now === 'number') setAsked({ variantId: id, name: lineName(line.variant), branchId, stockPointId, placeName: end === 'from' ? from : to, now });
  });
  const scan = useSteady((code: string) => scanner.current?.scan(code));
  useScan(scan);
  const leave = useSteady(() => scanner.current?.focus());

  const problems = problemsOf(form, sums);
  const wayText = problems.way && t(`transfers.form.${problems.way}`);
  const sayBlocking = () => {
    const { blocking } = problems;
    return blocking && (blocking === 'wrongLines' ? t('transfers.form.wrongLines', { count: sums.wrong }) : t(`transfers.form.${blocking}`));
  };
  const warning = (tried && sayBlocking()) || (sums.short > 0 ? t('transfers.form.shortLines', { count: sums.short }) : null);

  const saving = useSave({
    form,
    version: start.version,
    onSaved: giveUp,
    onRefused: (error) => (error.code === 'changed_meanwhile' ? onConflict?.(form) : refreshStock()),
  });
  const save = useSteady(() => {
    setTried(true);
    // The sums beside the lines may be a moment behind them.
    const { blocking, way } = problemsOf(form, sumsOf(form.lines));
    if (!blocking) {
      if (online) saving.save('lines');
      return;
    }
    if (form.lines.length === 0) return scanner.current?.focus();
    const wrong = form.lines.find((line) => !['short', undefined].includes(problemOf(line)?.kind));
    if (!way && wrong) grid.current?.focus(idOf(wrong));
  });
  useShortcut('Mod+S', save, { inFields: true });
  const takeEverything = useSteady((rows: VariantRow[]) => change({ do: 'everything', rows }));
  const createEverything = useSteady(() => saving.save('everything'));
  const discard = useSteady(() => {
    giveUp();
    onDiscard();
  });
  // The draft stays for when the way leads back.
  const open = () => {
    guard.release();
    void navigate(`/inventory/transactions/view/${form.id}`);
  };
  const shown = saving.error && saving.error.code !== 'changed_meanwhile' ? saving.error : null;

  return (
    <>
      {guard.question}
      <ModeHead title={title} mode={form.mode} onChange={change} />
      <div className="doc tf-doc">
        <div className="body tf-compose">
          {notice}
          {shown && (
            <div className="tf-banner">
              <SaveRefused failed={saving.failed} error={shown} onRetry={saving.again} onOpen={open} />
            </div>
          )}
          <Spread mode={form.mode} way={form.way} pieces={sums.pieces} problem={tried ? wayText : null} problemEnd={problems.end} onChange={change} />
          <AddLines
            scanner={scanner}
            way={form.way}
            place={from}
            wholeProblem={online ? (wayText ?? undefined) : t('lines.offline')}
            onPick={pick}
            onEverything={takeEverything}
            onCreateEverything={createEverything}
          />
          {form.lines.length === 0 ? (
            <EmptyState icon={PackageOpen} title={t('transfers.form.noLines')} className={tried ? 'tf-none bad' : 'tf-none'}>
              {tried ? <span className="err-t"><Icon of={CircleAlert} size={14} />{t('transfers.form.noVariant')}</span> : t('transfers.form.noLinesText')}
            </EmptyState>
          ) : (
            <TransferGrid
              ref={grid}
              lines={form.lines}
              sums={sums}
              from={from}
              to={to}
              touched={touched}
              strict={tried}
              onQuantity={setQuantity}
              onQuantities={setQuantities}
              onMore={more}
              onRemove={remove}
              onWhy={can('inventory.stock.view') ? why : undefined}
              onScan={scan}
              onLeave={leave}
            />
          )}
        </div>
        <Summary
          shipping={form.shipping}
          notes={form.notes}
          branchId={form.way.to.branchId}
          sums={sums}
          goods={goods}
          to={to}
          shippingProblem={problems.shipping ? t('transfers.form.shippingWrong') : undefined}
          onChange={change}
        />
      </div>
      <SaveStrip
        isNew={start.version === null}
        dirty={dirty}
        busy={saving.busy}
        keptAt={keptAt}
        warning={warning}
        saveLabel={t(start.version === null ? 'transfers.form.create' : 'transfers.form.save')}
        onSave={save}
        onDiscard={discard}
      />
      {asked && <WhyDialog why={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const ModeHead = memo(function ModeHead({ title, mode, onChange }: { title: string; mode: Mode; onChange: (change: FormChange) => void }) {
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
          onChange={(next) => onChange({ do: 'mode', mode: next })}
        />
      }
    />
  );
});
