import { useMutation } from '@tanstack/react-query';
import { CircleAlert, ClipboardPaste, Layers, MapPin, PackageOpen, Store, Upload } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { rpc } from '@/db/calls.ts';
import { errorText, type AppError } from '@/db/errors.ts';
import { useOnline } from '@/db/online.ts';
import { write } from '@/db/query.ts';
import { formatTime } from '@/lib/dates.ts';
import { lineName } from '@/parts/lines/variant-cells.tsx';
import { linesOfRows } from '@/parts/variant-picker/import-lines.ts';
import { LookupMessages } from '@/parts/variant-picker/lookup-messages.tsx';
import { useVariantLookup, type PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import { VariantScanner, type ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Icon } from '@/ui/icon.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { toast } from '@/ui/toast.tsx';
import { AskEverything } from './ask-everything.tsx';
import { AskPaste } from './ask-paste.tsx';
import { goodsOf } from './document-lines.ts';
import type { TransferDraft, TransferForm as Form } from './form-state.ts';
import { LineGrid, type LineGridHandle } from './line-grid.tsx';
import { sumsOf } from './lines.ts';
import { wayProblem } from './places.ts';
import { placesOf } from './read-lines.ts';
import { Spread } from './spread.tsx';
import { Summary } from './summary.tsx';
import { usePlaces } from './use-places.ts';
import { useCosts } from './use-costs.ts';
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

interface Saved {
  id: string;
  number: string;
}

const touchedTables = ['transfers', 'transfer_items', 'audit_log'] as const;

export function TransferForm({ title, start, base, version, keptAt, keep, drop, notice, onConflict, onDiscard }: TransferFormProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const online = useOnline();
  const { form, change, setQuantity, setQuantities, dirty, touched, finish, refreshStock } = useTransferForm({ form: start, base, version, keep, drop });
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<'paste' | 'everything' | 'discard' | null>(null);
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
  const lookup = useVariantLookup({ places: placesOf(form.way), onPick: pick });
  const file = useRef<HTMLInputElement>(null);
  const importFile = async (chosen: File) => {
    try {
      const { readRows } = await import('@/lib/sheet.ts');
      const lines = linesOfRows(await readRows(chosen));
      if (!lines) throw new Error('no lines');
      await lookup.paste(lines);
    } catch {
      toast({ tone: 'bad', text: t('transfers.form.importEmpty') });
    }
  };
  const remove = (id: string) => {
    const at = form.lines.findIndex((line) => line.variant.variant_id === id);
    const line = form.lines[at];
    if (!line) return;
    change({ do: 'remove', id });
    toast({ text: t('transfers.form.lineRemoved', { name: lineName(line.variant, i18n.language) }), undo: () => change({ do: 'restore', line, at }) });
  };

  // ── what is wrong, in words ──
  const way = wayProblem(form.mode, form.way);
  const shippingWrong = form.shipping !== '' && !(Number(form.shipping) >= 0);
  const endProblem = tried && way ? t(`transfers.form.${way}`) : undefined;
  const atFrom = form.mode === 'branch' ? !form.way.from.branchId : way === 'branches_missing';
  const problems = { from: atFrom ? endProblem : undefined, to: atFrom ? undefined : endProblem };
  const blocking = form.lines.length === 0 ? t('transfers.form.noVariant') : way ? t(`transfers.form.${way}`) : sums.wrong > 0 ? t('transfers.form.wrongLines', { count: sums.wrong }) : shippingWrong ? t('transfers.form.shippingWrong') : null;
  const warning = tried && blocking ? blocking : sums.short > 0 ? t('transfers.form.shortLines', { count: sums.short }) : null;

  const bulk = form.lines.length > 1;
  const saving = useMutation<Saved, AppError>(
    write({
      run: () =>
        rpc<'save_transfer', Saved>('save_transfer', {
          id: form.id,
          from_branch_id: form.way.from.branchId ?? '',
          to_branch_id: form.way.to.branchId ?? '',
          ...(form.way.from.stockPointId ? { from_stock_point_id: form.way.from.stockPointId } : {}),
          ...(form.way.to.stockPointId ? { to_stock_point_id: form.way.to.stockPointId } : {}),
          ...(version === null ? {} : { expected_version: version }),
          shipping: Number(form.shipping || '0'),
          notes: form.notes.trim(),
          lines: form.lines.map((line) => ({ variant_id: line.variant.variant_id, quantity: Number(line.quantity) })),
        }),
      changes: touchedTables,
    }),
  );
  const failed = version !== null ? t('transfers.failed.save') : t(bulk ? 'transfers.failed.createBulk' : 'transfers.failed.createOne');

  const save = () => {
    setTried(true);
    if (blocking) {
      const wrong = form.lines.find((line) => sumsOf([line]).wrong > 0);
      if (form.lines.length > 0 && !way && wrong) grid.current?.focus(wrong.variant.variant_id);
      else if (form.lines.length === 0) scanner.current?.focus();
      return;
    }
    if (saving.isPending || !online) return;
    saving.mutate(undefined as never, {
      onSuccess: (answer) => {
        finish();
        toast({ tone: 'ok', text: version !== null ? t('transfers.done.saved', { number: answer.number }) : bulk ? t('transfers.done.createdBulk') : t('transfers.done.createdOne', { number: answer.number }) });
        void navigate(`/inventory/transactions/view/${answer.id}`, { replace: version === null });
      },
      onError: (error) => {
        if (error.code === 'changed_by_other') onConflict?.(form);
        else refreshStock();
      },
    });
  };
  useShortcut('Mod+S', save, { inFields: true });

  const shown = saving.error && saving.error.code !== 'changed_by_other' ? saving.error : null;
  const noSource = !form.way.from.branchId;

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
              <Banner tone="bad" onRetry={save}>
                <b>{failed}</b>
                <p>{errorText(t, shown)}</p>
              </Banner>
            </div>
          )}
          <Spread mode={form.mode} way={form.way} pieces={sums.pieces} problems={problems} onChange={change} />
          <div className="tf-scan">
            <VariantScanner ref={scanner} places={placesOf(form.way)} onPick={pick} />
            <div className="tf-ways">
              <Button variant="quiet" icon={ClipboardPaste} onClick={() => setAsking('paste')}>{t('transfers.form.paste')}</Button>
              <input
                ref={file}
                type="file"
                hidden
                accept=".csv,.txt,.xlsx,.xls"
                onChange={(event) => {
                  const chosen = event.target.files?.[0];
                  event.target.value = '';
                  if (chosen) void importFile(chosen);
                }}
              />
              <Button variant="quiet" icon={Upload} onClick={() => file.current?.click()}>{t('transfers.form.import')}</Button>
              <Button variant="quiet" icon={Layers} reason={noSource ? t('transfers.form.chooseSource') : undefined} onClick={() => setAsking('everything')}>{t('transfers.form.everything')}</Button>
            </div>
            {lookup.notice && <div className="tf-looked"><LookupMessages id="pasted" notice={lookup.notice} onDismiss={lookup.dismiss} /></div>}
          </div>
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
        <Summary form={form} sums={sums} goods={goods} to={to} shippingProblem={shippingWrong ? t('transfers.form.shippingWrong') : undefined} onChange={change} />
      </div>
      <div className="save" role="region" aria-label={t('transfers.form.saving')}>
        <p className="state" role="status">
          {dirty ? <span className="dotw" /> : null}
          <span>{!online ? t('transfers.form.offline') : !dirty ? t('transfers.form.unchanged') : keptAt ? t('transfers.form.draftKept', { time: formatTime(keptAt) }) : t('transfers.form.unsaved')}</span>
        </p>
        {warning && <p className="err-t" role="status"><Icon of={CircleAlert} size={14} /><span>{warning}</span></p>}
        <div className="acts">
          <Button variant="quiet" disabled={saving.isPending} onClick={() => (dirty ? setAsking('discard') : onDiscard())}>{t('transfers.form.discard')}</Button>
          <Button variant="primary" keys="Mod+S" busy={saving.isPending} reason={online ? undefined : t('transfers.form.offline')} onClick={save}>
            {t(version === null ? 'transfers.form.create' : 'transfers.form.save')}
          </Button>
        </div>
      </div>
      {asking === 'paste' && <AskPaste onPaste={(text) => void lookup.paste(text)} onClose={() => setAsking(null)} />}
      {asking === 'everything' && <AskEverything way={form.way} place={from} onAdd={(rows) => change({ do: 'everything', rows })} onClose={() => setAsking(null)} />}
      <ConfirmDialog
        open={asking === 'discard'}
        onClose={() => setAsking(null)}
        size="sm"
        danger
        title={t(version === null ? 'transfers.form.discardTitle' : 'transfers.form.discardChanges')}
        confirm={t('transfers.form.discard')}
        onConfirm={() => {
          finish();
          onDiscard();
        }}
      >
        <p>{t('transfers.form.discardText')}</p>
      </ConfirmDialog>
    </>
  );
}
