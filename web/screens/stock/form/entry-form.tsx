import { ScanBarcode, Store } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useBranch } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { FLOOR } from '@/db/stock.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { SaveBar } from '@/kit/save-bar.tsx';
import { useLeaveGuard } from '@/kit/use-leave-guard.tsx';
import { useUserKey } from '@/kit/use-permission.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { SaveRefused } from '@/parts/document/save-refused.tsx';
import { useReader } from '@/parts/reader.ts';
import { WhyDialog, type Why } from '@/parts/stock-ledger/why-dialog.tsx';
import { VariantScanner, type ScannerHandle } from '@/parts/variant-picker/variant-scanner.tsx';
import { Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { Field } from '@/ui/field.tsx';
import { Figure } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { useScan } from '@/ui/scan.ts';
import { Segmented } from '@/ui/segmented.tsx';
import { Select } from '@/ui/select.tsx';
import { TextArea } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';
import type { EntryKind } from './lines.ts';
import { EntryLinesTable } from './entry-lines-table.tsx';
import { useEntry, type Asked } from './use-entry.ts';
import '../stock.css';

const QuantityDialog = lazy(() => import('@/parts/variant-grid/quantity-dialog.tsx'));
const REASONS = ['correction', 'count', 'damaged', 'loss', 'promotion', 'return_to_stock', 'other'] as const;

/** ?kind=adjustment&branch=…&point=…&variant=… as the stock list links to it. */
function askedIn(params: URLSearchParams, open: readonly { id: string }[]): Asked {
  const [kind, branch, point] = [params.get('kind'), params.get('branch'), params.get('point')];
  return {
    kind: kind === 'adjustment' || kind === 'opening' ? kind : undefined,
    branchId: open.some(({ id }) => id === branch) ? (branch ?? undefined) : undefined,
    point: point && point !== FLOOR ? point : undefined,
    variantId: params.get('variant') ?? undefined,
  };
}

/** /inventory/stock/add: opening stock, or an adjustment with its reason. */
export function Component() {
  const { t } = useTranslation();
  const { named } = useReader();
  const navigate = useNavigate();
  const online = useOnline();
  const { branches, branchId } = useBranch();
  const scanner = useRef<ScannerHandle>(null);
  const open = branches.filter((branch) => branch.access === 'work');
  const first = open.find((branch) => branch.id === branchId) ?? (open.length === 1 ? open[0] : undefined);
  const [params] = useSearchParams();
  const [asked, setAsked] = useState<Why | null>(null);
  const [sheetOf, setSheetOf] = useState<string | null>(null);
  const form = useEntry(useUserKey(), first?.id ?? '', askedIn(params, open), (posted) => {
    toast({ text: t('stock.form.posted', { number: posted.number }), tone: 'ok', action: { label: t('stock.form.see'), run: () => void navigate(`/inventory/stock/entries/${posted.id}`) } });
    scanner.current?.focus();
  });
  const guard = useLeaveGuard(form.dirty, form.drop);
  useScan((code) => scanner.current?.scan(code));
  const { entry, change, missing, tried } = form;
  const count = entry.lines.length;
  const why = (variantId: string, name: string, now: number) =>
    setAsked({ variantId, name, now, branchId: entry.branchId, stockPointId: entry.point || null, placeName: named(open.find((branch) => branch.id === entry.branchId)) });
  // The draft stays for when the way leads back.
  const show = () => {
    guard.release();
    void navigate(`/inventory/stock/entries/${entry.id}`);
  };
  const submit = () => {
    if (!form.submit()) setTimeout(() => document.querySelector<HTMLElement>('.entry [aria-invalid=true]')?.focus(), 0);
  };

  if (open.length === 0) {
    return (
      <>
        <PageHead title={t('stock.form.title')} />
        <EmptyState icon={Store} title={t('stock.form.noBranch')} />
      </>
    );
  }
  return (
    <div className="entry">
      <PageHead title={t('stock.form.title')} sub={t(`stock.form.${entry.kind}Hint`)} />
      <div className="doc">
        <div className="body">
          {form.failure && (
            <div className="sec">
              <SaveRefused failed={t('stock.form.failed')} error={form.failure} onRetry={submit} onOpen={show} more={<Button small onClick={form.startAnew}>{t('stock.form.startAnew')}</Button>} />
            </div>
          )}
          <VariantScanner ref={scanner} places={form.places} disabled={!entry.branchId} onPick={form.add} />
          {!entry.branchId && <p className="sec mut">{t('stock.form.chooseBranch')}</p>}
          {count > 0 ? (
            <EntryLinesTable form={form} onSheet={setSheetOf} onWhy={why} toScanner={() => scanner.current?.focus()} />
          ) : (
            entry.branchId && <EmptyState icon={ScanBarcode} title={t('stock.form.lines')}>{t('stock.form.noLines')}</EmptyState>
          )}
        </div>
        <aside className="aside" aria-label={t('kit.details')}>
          <section className="sec grid">
            <Segmented<EntryKind>
              label={t('stock.form.kindLabel')}
              value={entry.kind}
              onChange={(kind) => change({ kind })}
              options={[{ value: 'opening', label: t('stock.form.opening') }, { value: 'adjustment', label: t('stock.form.adjustment') }]}
            />
            <Field label={t('stock.form.branch')} error={tried && missing.branch ? t('stock.problem.branch') : undefined}>
              <Select value={entry.branchId || null} onChange={(id) => change({ branchId: id })} placeholder={t('kit.choose')} options={open.map((branch) => ({ value: branch.id, label: named(branch) }))} />
            </Field>
            <Field label={t('stock.form.place')} optional>
              <RefPicker table="stock_points" value={entry.point || null} onChange={(id) => change({ point: id ?? '' })} placeholder={t('stock.floor')} />
            </Field>
            {entry.kind === 'adjustment' && (
              <Field label={t('stock.form.reason')} error={tried && missing.reason ? t('stock.problem.reason') : undefined}>
                <Select value={entry.reason || null} onChange={(reason) => change({ reason })} placeholder={t('kit.choose')} options={REASONS.map((reason) => ({ value: reason, label: t(`stock.reason.${reason}`) }))} />
              </Field>
            )}
            <Field label={t('stock.form.note')} optional>
              <TextArea rows={2} value={entry.note} maxLength={4000} onChange={(event) => change({ note: event.target.value })} />
            </Field>
          </section>
          <section className="sec">
            <div className="tot">
              <span>{t('stock.form.nLines', { count })}</span>
              <span />
              {entry.kind === 'adjustment' && (
                <>
                  <span>{t('stock.form.into')}</span>
                  <Figure value={formatNumber(form.totals.into)} />
                  <span>{t('stock.form.out')}</span>
                  <Figure value={formatNumber(-form.totals.out)} />
                </>
              )}
              <span className="sum dbl">{t(entry.kind === 'adjustment' ? 'stock.form.net' : 'stock.form.into')}</span>
              <span className="sum dbl big"><Figure value={formatNumber(form.totals.net)} /></span>
            </div>
          </section>
          <section className="sec"><Note>{t('stock.form.irreversible')}</Note></section>
        </aside>
      </div>
      <SaveBar
        changed={form.dirty ? [t('stock.form.draft'), t('stock.form.nLines', { count })].join(t('kit.listComma')) : undefined}
        busy={form.busy}
        problem={online ? undefined : t('kit.offline')}
        saveLabel={count ? t('stock.form.post', { count }) : t('stock.form.postNone')}
        onSave={submit}
        onDiscard={form.discard}
      />
      {guard.question}
      {asked && <WhyDialog why={asked} onClose={() => setAsked(null)} />}
      {sheetOf && (
        <Suspense>
          <QuantityDialog
            productId={sheetOf}
            places={form.places}
            signed={entry.kind === 'adjustment'}
            quantityOf={(id) => entry.lines.find((line) => line.variant.variant_id === id)?.quantity ?? ''}
            onWrite={form.fill}
            onClose={() => {
              setSheetOf(null);
              scanner.current?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
