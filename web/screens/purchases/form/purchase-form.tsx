import { useQuery } from '@tanstack/react-query';
import { CircleAlert, PackageOpen, Plus, Upload } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, type AppError } from '@/db/errors.ts';
import { useCan, useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useLeaveGuard } from '@/kit/use-leave-guard.tsx';
import { minus, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { PendingFile } from '@/parts/attachments/pending-files.tsx';
import type { LineSheetHandle } from '@/parts/lines/line-sheet.tsx';
import { lineName } from '@/parts/lines/variant-cells.tsx';
import type { ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Icon } from '@/ui/icon.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { useScan } from '@/ui/scan.ts';
import { useShortcut } from '@/ui/shortcuts.ts';
import { toast } from '@/ui/toast.tsx';
import { AddLines, type Refused } from './add-lines.tsx';
import { AskPaste } from './ask-paste.tsx';
import { CartGrid } from './cart-grid.tsx';
import { totalsOf, type CartLine, type Picked } from './cart.ts';
import { CompleteDialog } from './complete-dialog.tsx';
import { CustomProduct } from './custom-product.tsx';
import type { PurchaseDraft, PurchaseForm as Form } from './form-state.ts';
import { HeaderFields, taxRates } from './header-fields.tsx';
import { Margin } from './margin.tsx';
import { blockingOf, headerProblems } from './problems.ts';
import { refusedField, refusedLine } from './refused-lines.ts';
import { SaveStrip } from './save-strip.tsx';
import { usePurchaseForm } from './use-purchase-form.ts';
import { useSave } from './use-save.ts';
import { useSheetLines } from './use-sheet-lines.ts';
import '../purchases.css';

interface PurchaseFormProps {
  title: string;
  start: Form;
  base: Form;
  /** Of the saved order; null for a new one. */
  version: number | null;
  /** Paid before. */
  paid: string;
  /** The tax rate as the saved order froze it. */
  frozenRate?: { id: string; name: string; name_ar: string | null; percentage: number } | null;
  today: string;
  keptAt: string | null;
  keep: (draft: PurchaseDraft) => void;
  drop: () => void;
  /** A word about what was restored or merged. */
  notice?: ReactNode;
  /** Somebody saved in between: the page merges and starts the form anew. */
  onConflict: (mine: Form) => void;
  onDiscard: () => void;
}

const idOf = (line: CartLine) => line.variant.variant_id;
const outstanding = (lines: readonly CartLine[]) => Number(sum(lines.map((line) => minus(/^\d+(\.\d+)?$/.test(line.quantity) ? line.quantity : '0', line.received + line.closed))));

export function PurchaseForm({ title, start, base, version, paid, frozenRate, today, keptAt, keep, drop, notice, onConflict, onDiscard }: PurchaseFormProps) {
  const { t, i18n } = useTranslation();
  const can = useCan();
  const { branches } = useMe();
  const online = useOnline();
  const { form, change, pick, fillGrid, more, setFigure, setFigures, dirty, touched, finish } = usePurchaseForm({ form: start, base, version, keep, drop });
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState<'paste' | 'custom' | 'complete' | null>(null);
  const [already, setAlready] = useState<readonly string[]>([]);
  const [files, setFiles] = useState<readonly PendingFile[]>([]);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const scanner = useRef<ScannerHandle>(null);
  const grid = useRef<LineSheetHandle>(null);
  const page = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const guard = useLeaveGuard(dirty || files.length > 0);

  const rates = useQuery({ ...taxRates, enabled: can('settings.tax_rates.view') }).data?.rows ?? [];
  const rate = frozenRate?.id === form.taxRateId ? frozenRate : rates.find((one) => one.id === form.taxRateId);
  const percentage = form.taxRateId === null ? null : (rate?.percentage ?? 0);
  // Sums over hundreds of lines may come a moment after the key.
  const settled = useDeferredValue(form.lines);
  const totals = useMemo(() => totalsOf(settled, percentage, form.tax), [settled, percentage, form.tax]);
  const rest = useMemo(() => outstanding(settled), [settled]);
  const warned = tried ? blockingOf(form, totals, paid) : null;
  const said = (key: string, values?: Record<string, unknown>) => t(key as 'purchases.title', values);
  const branch = branches.find((one) => one.id === form.branchId);

  // ── lines ──
  const reach = (id: string) => requestAnimationFrame(() => grid.current?.focus(id));
  const add = (picked: Picked[]) => {
    const refused = pick(picked);
    setAlready(refused);
    const [first] = refused;
    const last = picked.at(-1);
    if (first) reach(first);
    else if (last) requestAnimationFrame(() => grid.current?.show(last.variant.variant_id));
  };
  const sheet = useSheetLines(add);
  const importFile = async (file: File) => {
    if (!(await sheet.takeFile(file))) toast({ tone: 'bad', text: t('purchases.form.importEmpty') });
  };
  const remove = (id: string) => {
    const at = form.lines.findIndex((line) => idOf(line) === id);
    const line = form.lines[at];
    if (!line || line.received > 0) return;
    change({ do: 'remove', id });
    toast({ text: t('purchases.cart.removed', { name: lineName(line.variant, i18n.language) }), undo: () => change({ do: 'restore', line, at }) });
  };
  const scan = (code: string) => scanner.current?.scan(code);
  useScan(scan);
  const firstAlready = form.lines.find((line) => idOf(line) === already[0]);
  const refused: Refused | null = firstAlready
    ? {
        line: firstAlready,
        text: t(already.length > 1 ? 'purchases.cart.alreadyMany' : 'purchases.cart.already', {
          name: lineName(firstAlready.variant, i18n.language),
          number: formatNumber(form.lines.indexOf(firstAlready) + 1),
          quantity: formatNumber(firstAlready.quantity || 0),
          count: already.length,
        }),
      }
    : null;
  const oneMore = (line: CartLine) => {
    more(line);
    setAlready([]);
    reach(idOf(line));
  };

  // ── saving ──
  const { save, busy, error } = useSave({
    form,
    version,
    files,
    finish: () => {
      guard.release();
      finish();
    },
    onConflict: () => onConflict(form),
    onRefused: (failure) => {
      setRefusal(failure);
      const line = refusedLine(failure, form);
      if (line) reach(line);
      else requestAnimationFrame(() => page.current?.querySelector<HTMLElement>('.po-head [aria-invalid=true]')?.focus());
    },
  });
  const submit = (completed = form.status === 'completed') => {
    setTried(true);
    setRefusal(null);
    const blocking = blockingOf(form, totalsOf(form.lines, percentage, form.tax), paid);
    if (blocking) {
      if (blocking.at === 'lines' && blocking.lineId) reach(blocking.lineId);
      else if (blocking.at === 'lines') scanner.current?.focus();
      else requestAnimationFrame(() => page.current?.querySelector<HTMLElement>(`${blocking.at === 'header' ? '.po-head' : '[data-problem=payments]'} [aria-invalid=true]`)?.focus());
      return;
    }
    if (busy || !online) return;
    if (completed) change({ do: 'header', header: { status: 'completed' } });
    if (completed && outstanding(form.lines) > 0) setAsking('complete');
    else save({ stockPointId: null });
  };
  useShortcut('Mod+S', () => submit(), { inFields: true });

  const field = refusal && refusedField(refusal);
  const problems = {
    ...(tried ? Object.fromEntries(Object.entries(headerProblems(form)).map(([name, key]) => [name, said(key)])) : {}),
    ...(field && refusal ? { [field]: errorText(t, refusal) } : {}),
  };
  const shown = error && refusal ? error : null;
  return (
    <>
      <PageHead
        title={title}
        sub={version === null ? t('purchases.form.intro') : undefined}
        actions={
          <>
            <input
              ref={chooser}
              type="file"
              hidden
              accept=".csv,.txt,.xlsx,.xls"
              onChange={(event) => {
                const chosen = event.target.files?.[0];
                event.target.value = '';
                if (chosen) void importFile(chosen);
              }}
            />
            <Button icon={Upload} busy={sheet.busy} onClick={() => chooser.current?.click()}>{t('purchases.form.import')}</Button>
            {can('inventory.products.create') && <Button icon={Plus} onClick={() => setAsking('custom')}>{t('purchases.custom.open')}</Button>}
          </>
        }
      />
      <div className="doc po-doc" ref={page}>
        <div className="body po-compose">
          {notice}
          {shown && (
            <div className="po-banner">
              <Banner tone="bad" onRetry={() => save({ stockPointId: null })}>
                <b>{t(version === null ? 'purchases.failed.create' : 'purchases.failed.update')}</b>
                <p>{errorText(t, shown)}</p>
              </Banner>
            </div>
          )}
          <HeaderFields
            form={form}
            problems={problems}
            isNew={version === null}
            supplierFixed={version !== null && (Number(paid) > 0 || form.lines.some((line) => line.received > 0))}
            onChange={(header) => {
              change({ do: 'header', header });
              setRefusal(null);
            }}
          />
          <AddLines
            lines={form.lines}
            sheet={sheet}
            refused={refused}
            onMore={() => firstAlready && oneMore(firstAlready)}
            onDismiss={() => setAlready([])}
            onPick={add}
            onGrid={fillGrid}
            onPaste={() => setAsking('paste')}
            scanner={scanner}
          />
          {form.lines.length === 0 ? (
            <EmptyState icon={PackageOpen} title={t('purchases.form.noLines')} className={tried ? 'po-none bad' : 'po-none'}>
              {tried ? <span className="err-t"><Icon of={CircleAlert} size={14} />{t('purchases.form.noLine')}</span> : t('purchases.form.noLinesText')}
            </EmptyState>
          ) : (
            <CartGrid
              ref={grid}
              lines={form.lines}
              totals={totals}
              touched={touched}
              strict={tried}
              onFigure={setFigure}
              onFigures={setFigures}
              onMore={oneMore}
              onRemove={remove}
              onScan={scan}
              onLeave={() => scanner.current?.focus()}
            />
          )}
        </div>
        <Margin
          form={form}
          totals={totals}
          rate={rate ? { name: nameOf(rate), percentage: rate.percentage } : null}
          paid={paid}
          today={today}
          strict={tried}
          files={files}
          onFiles={setFiles}
          onChange={change}
        />
      </div>
      <SaveStrip
        isNew={version === null}
        dirty={dirty}
        busy={busy}
        keptAt={keptAt}
        warning={warned && said(warned.key, { count: 'count' in warned ? warned.count : undefined })}
        onSave={() => submit()}
        onReceive={can('purchasing.orders.receive') && form.status === 'pending' && rest > 0 ? () => submit(true) : undefined}
        onDiscard={() => {
          guard.release();
          finish();
          onDiscard();
        }}
      />
      {asking === 'paste' && <AskPaste onPaste={(text) => void sheet.takeText(text)} onClose={() => setAsking(null)} />}
      {asking === 'custom' && <CustomProduct onMade={add} onClose={() => setAsking(null)} />}
      {asking === 'complete' && (
        <CompleteDialog
          pieces={outstanding(form.lines)}
          branch={branch ? nameOf(branch) : ''}
          onClose={() => {
            setAsking(null);
            change({ do: 'header', header: { status: base.status } });
          }}
          onSave={(landing) => {
            setAsking(null);
            save(landing);
          }}
        />
      )}
      {guard.question}
    </>
  );
}
