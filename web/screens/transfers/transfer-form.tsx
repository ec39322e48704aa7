import { CircleAlert, MapPin, PackageOpen, Store } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { lineName } from '@/parts/lines/variant-cells.tsx';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import type { ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { Banner } from '@/ui/banner.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Icon } from '@/ui/icon.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { toast } from '@/ui/toast.tsx';
import { AddLines } from './add-lines.tsx';
import { goodsOf } from './document-lines.ts';
import { problemsOf } from './form-problems.ts';
import type { TransferDraft, TransferForm as Form } from './form-state.ts';
import { LineGrid, type LineGridHandle } from './line-grid.tsx';
import { problemOf, sumsOf } from './lines.ts';
import { Spread } from './spread.tsx';
import { Summary } from './summary.tsx';
import { TransferSaveBar } from './transfer-save-bar.tsx';
import { useCosts } from './use-costs.ts';
import { usePlaces } from './use-places.ts';
import { useSave } from './use-save.ts';
import { useTransferForm } from './use-transfer-form.ts';
import './transfers.css';

interface TransferFormProps {
  title: string;
  start: Form;
  base: Form;
  /** Of the saved transfer; null for a new one. */
  version: number | null;
  keptAt: string | null;
  keep: (draft: TransferDraft) => void;
  drop: () => void;
  /** A word about what was restored or merged. */
  notice?: ReactNode;
  /** Somebody saved in between: the page merges and starts the form anew. */
  onConflict?: (mine: Form) => void;
  /** Gives everything up. */
  onDiscard: () => void;
}

/** What is no quantity yet counts as nothing. */
const valuedLines = (lines: Form['lines'], costs: ReadonlyMap<string, number | null>) =>
  lines.map((line) => ({ quantity: Number.isFinite(Number(line.quantity)) ? line.quantity || '0' : '0', cost: costs.get(line.variant.variant_id) ?? null }));

export function TransferForm({ title, start, base, version, keptAt, keep, drop, notice, onConflict, onDiscard }: TransferFormProps) {
  const { t, i18n } = useTranslation();
  const online = useOnline();
  const { form, change, setQuantity, setQuantities, dirty, touched, finish, refreshStock } = useTransferForm({ form: start, base, version, keep, drop });
  const [tried, setTried] = useState(false);
  const scanner = useRef<ScannerHandle>(null);
  const grid = useRef<LineGridHandle>(null);
  const { nameOfPlace } = usePlaces();
  const from = nameOfPlace(form.way.from, form.way);
  const to = nameOfPlace(form.way.to, form.way);

  const sums = sumsOf(form.lines);
  const costs = useCosts(form.lines.map((line) => line.variant.variant_id));
  // Money over a thousand lines may come a moment after the key.
  const settled = useDeferredValue(form.lines);
  const goods = useMemo(() => goodsOf(valuedLines(settled, costs)), [settled, costs]);

  const pick = (picked: PickedVariant[]) => {
    change({ do: 'pick', picked });
    const last = picked.at(-1);
    if (last) requestAnimationFrame(() => grid.current?.show(last.variant.variant_id));
  };
  const remove = (id: string) => {
    const at = form.lines.findIndex((line) => line.variant.variant_id === id);
    const line = form.lines[at];
    if (!line) return;
    change({ do: 'remove', id });
    toast({ text: t('transfers.form.lineRemoved', { name: lineName(line.variant, i18n.language) }), undo: () => change({ do: 'restore', line, at }) });
  };

  const problems = problemsOf(form, sums);
  const { blocking } = problems;
  const wayText = problems.way && t(`transfers.form.${problems.way}`);
  const blockingText = blocking && (blocking === 'wrongLines' ? t('transfers.form.wrongLines', { count: sums.wrong }) : t(`transfers.form.${blocking}`));
  const warning = (tried && blockingText) || (sums.short > 0 ? t('transfers.form.shortLines', { count: sums.short }) : null);

  const saving = useSave({
    form,
    version,
    onSaved: finish,
    onRefused: (error) => (error.code === 'changed_by_other' ? onConflict?.(form) : refreshStock()),
  });
  const save = () => {
    setTried(true);
    if (!blocking) {
      if (online) saving.save('lines');
      return;
    }
    if (form.lines.length === 0) return scanner.current?.focus();
    const wrong = form.lines.find((line) => !['short', undefined].includes(problemOf(line)?.kind));
    if (!problems.way && wrong) grid.current?.focus(wrong.variant.variant_id);
  };
  useShortcut('Mod+S', save, { inFields: true });
  const shown = saving.error && saving.error.code !== 'changed_by_other' ? saving.error : null;

  return (
    <>
      <PageHead
        title={title}
        sub={t('transfers.form.intro')}
        actions={
          <Segmented
            label={t('transfers.mode.label')}
            value={form.mode}
            options={[
              { value: 'branch', label: t('transfers.mode.branch'), icon: Store },
              { value: 'stock_point', label: t('transfers.mode.stock_point'), icon: MapPin },
            ]}
            onChange={(mode) => change({ do: 'mode', mode })}
          />
        }
      />
      <div className="doc tf-doc">
        <div className="body tf-compose">
          {notice}
          {shown && (
            <div className="tf-banner">
              <Banner tone="bad" onRetry={saving.again}>
                <b>{saving.failed}</b>
                <p>{errorText(t, shown)}</p>
              </Banner>
            </div>
          )}
          <Spread mode={form.mode} way={form.way} pieces={sums.pieces} problems={tried && wayText ? { [problems.end]: wayText } : {}} onChange={change} />
          <AddLines
            scanner={scanner}
            way={form.way}
            place={from}
            wholeProblem={online ? (wayText ?? undefined) : t('transfers.form.offline')}
            onPick={pick}
            onEverything={(rows) => change({ do: 'everything', rows })}
            onCreateEverything={() => saving.save('everything')}
          />
          {form.lines.length === 0 ? (
            <EmptyState icon={PackageOpen} title={t('transfers.form.noLines')} className={tried ? 'tf-none bad' : 'tf-none'}>
              {tried ? <span className="err-t"><Icon of={CircleAlert} size={14} />{t('transfers.form.noVariant')}</span> : t('transfers.form.noLinesText')}
            </EmptyState>
          ) : (
            <LineGrid
              ref={grid}
              lines={form.lines}
              sums={sums}
              from={from}
              to={to}
              touched={touched}
              strict={tried}
              onQuantity={setQuantity}
              onPasteDown={setQuantities}
              onRemove={remove}
              onLeave={() => scanner.current?.focus()}
            />
          )}
        </div>
        <Summary form={form} sums={sums} goods={goods} to={to} shippingProblem={problems.shipping ? t('transfers.form.shippingWrong') : undefined} onChange={change} />
      </div>
      <TransferSaveBar
        isNew={version === null}
        dirty={dirty}
        busy={saving.busy}
        keptAt={keptAt}
        warning={warning}
        onSave={save}
        onDiscard={() => {
          finish();
          onDiscard();
        }}
      />
    </>
  );
}
