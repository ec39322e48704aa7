import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { AppError } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { FLOOR } from '@/db/stock.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { newId } from '@/lib/id.ts';
import { NoBranch } from '@/parts/no-branch.tsx';
import { stillThere } from '@/parts/document/form.ts';
import { Found } from '@/kit/found.tsx';
import { FormPage } from '@/parts/document/form-page.tsx';
import { useAfterScans } from '@/parts/document/use-after-scans.ts';
import type { Start } from '@/parts/document/use-document-form.ts';
import { useKeptDraft } from '@/parts/document/use-kept-draft.ts';
import { useSteady } from '@/parts/lines/use-steady.ts';
import { WhyDialog, type Why } from '@/parts/stock-ledger/why-dialog.tsx';
import { lineName } from '@/parts/variant-name.ts';
import { fetchVariants, variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { VariantScanner } from '@/parts/variant-picker/variant-scanner.tsx';
import { Note } from '@/ui/banner.tsx';
import { Field } from '@/ui/field.tsx';
import { useFirstField } from '@/ui/first-field.ts';
import { Quantity } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { Segmented } from '@/ui/segmented.tsx';
import { Select } from '@/ui/select.tsx';
import { TextArea } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';
import { useLineShape } from './columns.tsx';
import { leftEmpty, lineOf, totals, type EntryForm, type EntryHead, type EntryKind, type EntryLine } from './lines.ts';
import { useEntry } from './use-entry.ts';
import '../stock.css';

const QuantityDialog = lazy(() => import('@/parts/variant-grid/quantity-dialog.tsx'));
const REASONS = ['correction', 'count', 'damaged', 'loss', 'promotion', 'return_to_stock', 'other'] as const;

/** ?kind=adjustment&branch=…&point=…&variant=… as the stock list links to it, "adjust this variant here"; ?product=… as a product does, "add stock". */
function askedIn(params: URLSearchParams, open: readonly { id: string }[], first: string) {
  const [kind, branch, point] = [params.get('kind'), params.get('branch'), params.get('point')];
  const head: EntryHead = {
    kind: kind === 'adjustment' ? kind : 'opening',
    branchId: branch && open.some(({ id }) => id === branch) ? branch : first,
    point: point && point !== FLOOR ? point : '',
    reason: '',
    note: '',
  };
  return { head, variantId: params.get('variant'), productId: params.get('product') };
}

/** /inventory/stock/add: opening stock, or an adjustment with its reason. */
export function Component() {
  const { t } = useTranslation();
  const { works: open, first } = useBranch();
  const [params] = useSearchParams();
  const [asked] = useState(() => askedIn(params, open, first?.id ?? ''));
  if (open.length === 0) return <NoBranch page={t('stock.form.title')} title={t('stock.form.noBranch')} />;
  return <NewEntry {...asked} open={open} />;
}

type Branches = ReturnType<typeof useBranch>['branches'];

function NewEntry({ head, variantId, productId, open }: ReturnType<typeof askedIn> & { open: Branches }) {
  const { t } = useTranslation();
  const asked = variantId ?? productId;
  // What is asked for one line of a list, or for a product, is an entry of its own: it takes no draft's place.
  const { restored, ...draft } = useKeptDraft<EntryHead, 'quantity'>(asked ? `stock-entry:${asked}:${head.branchId}:${head.point}` : 'stock-entry');
  // A line that was asked for comes without a figure: the difference is what is to be written.
  const [form] = useState<EntryForm>(() => restored ?? { id: newId(), head, lines: variantId ? [lineOf(variantId, '')] : [] });
  const brings = productId !== null && restored === null;
  const found = useQuery<VariantRow[], AppError>({
    queryKey: ['variant_list', 'begin', form.id],
    queryFn: ({ signal }) => (brings ? fetchVariants({ productIds: [productId] }, signal) : variantsById(form.lines.map((line) => line.variantId), undefined, signal)),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Found query={found} title={t('stock.form.title')}>
      {(goods) => (
        <Entry
          open={open}
          start={{ ...form, lines: brings ? goods.map((variant) => lineOf(variant.variant_id, '')) : stillThere(form.lines, goods).lines }}
          base={{ ...form, head: { ...form.head, note: '' }, lines: [] }}
          version={null}
          goods={goods}
          {...draft}
        />
      )}
    </Found>
  );
}

interface EntryProps extends Start<EntryHead, 'quantity', VariantRow> {
  open: Branches;
}

/** One entry after another: the next one begins where the last one was posted. */
function Entry({ open, ...start }: EntryProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const online = useOnline();
  const [asked, setAsked] = useState<Why | null>(null);
  const [sheetOf, setSheetOf] = useState<string | null>(null);
  const form = useEntry(start, (posted) => {
    toast({ text: t('stock.form.posted', { number: posted.number }), tone: 'ok', action: { label: t('stock.form.see'), run: () => void navigate(`/inventory/stock/entries/${posted.id}`) } });
    scanner.current?.dismiss();
    scanner.current?.focus();
  });
  const { change, missing, tried, rows, settled, scanner, grid } = form;
  const { id, head: entry, lines } = form.form;
  const count = rows.length;
  const empty = rows.filter((line) => leftEmpty(entry.kind, line.quantity)).length;
  const why = useSteady(({ variant }: EntryLine) =>
    setAsked({ variantId: variant.variant_id, name: lineName(variant), now: variant.at_source ?? 0, branchId: entry.branchId, stockPointId: entry.point || null, placeName: nameOf(open.find((branch) => branch.id === entry.branchId)) }));
  const shape = useLineShape({ kind: entry.kind, short: form.short, onSheet: setSheetOf, onWhy: why, onFigure: form.setFigure });
  const sums = useMemo(() => totals(settled.rows), [settled.rows]);
  const feet = useMemo(() => ({ summary: t('lines.count', { count }), sums: { quantity: <Quantity value={sums.net} className="ln-in" /> } }), [t, count, sums]);
  const page = useRef<HTMLDivElement>(null);
  const reach = (lineId?: string) => (lineId ? grid.current?.focus(lineId) : setTimeout(() => page.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 0));
  const submit = useAfterScans(scanner, () => online && form.submit(reach));
  useShortcut('Mod+S', submit, { inFields: true });
  // With a branch what was asked for is to be filled in, or scanned; without one the scanner is off.
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
        page={form.page}
        head={
          <PageHead
            title={t('stock.form.title')}
            sub={t(`stock.form.${entry.kind}Hint`)}
            actions={
              <Segmented<EntryKind>
                label={t('stock.form.kindLabel')}
                value={entry.kind}
                onChange={(kind) => change({ kind })}
                options={[{ value: 'opening', label: t('stock.form.opening') }, { value: 'adjustment', label: t('stock.form.adjustment') }]}
              />
            }
          />
        }
        refused={{ error: form.failure, failed: t('stock.form.failed'), onRetry: submit, onOpen: () => form.leaveFor(`/inventory/stock/entries/${id}`), onAnew: form.startAnew }}
        shape={shape}
        feet={feet}
        lines={{ className: 'entry-lines' }}
        empty={entry.branchId ? { title: t('stock.form.lines'), text: t('stock.form.noLines') } : null}
        aside={<Beside entry={entry} count={count} empty={empty} sums={sums} onChange={change} />}
        strip={{
          busy: form.busy,
          warning: null,
          saveLabel: count > empty ? t('stock.form.post', { count: count - empty }) : t('stock.form.postNone'),
          onSave: submit,
          onDiscard: form.discard,
        }}
      >
        <section ref={head} className="sec grid g3">
          <Field label={t('stock.form.branch')} error={tried && missing.branch ? t('stock.problem.branch') : undefined}>
            <Select value={entry.branchId || null} onChange={(branchId) => change({ branchId })} placeholder={t('kit.choose')} options={open.map((branch) => ({ value: branch.id, label: nameOf(branch) }))} />
          </Field>
          <Field label={t('stock.form.place')} optional>
            <RefPicker table="stock_points" value={entry.point || null} onChange={(point) => change({ point: point ?? '' })} placeholder={t('stock.floor')} />
          </Field>
          {entry.kind === 'adjustment' && (
            <Field label={t('stock.form.reason')} error={tried && missing.reason ? t('stock.problem.reason') : undefined}>
              <Select value={entry.reason || null} onChange={(reason) => change({ reason })} placeholder={t('kit.choose')} options={REASONS.map((reason) => ({ value: reason, label: t(`stock.reason.${reason}`) }))} />
            </Field>
          )}
        </section>
        <VariantScanner ref={scanner} places={form.places} disabled={!entry.branchId} arrive={!begins} onPick={form.pick} />
        {!entry.branchId && <p className="sec mut">{t('stock.form.chooseBranch')}</p>}
      </FormPage>
      {asked && <WhyDialog why={asked} onClose={() => setAsked(null)} />}
      {sheetOf && (
        <Suspense>
          <QuantityDialog
            productId={sheetOf}
            places={form.places}
            signed={entry.kind === 'adjustment'}
            quantityOf={(variantId) => lines.find((line) => line.variantId === variantId)?.figures.quantity ?? ''}
            onWrite={form.fill}
            onClose={() => {
              setSheetOf(null);
              form.leave();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

interface BesideProps {
  entry: EntryHead;
  count: number;
  /** Lines that are left empty. */
  empty: number;
  sums: ReturnType<typeof totals>;
  onChange: (head: Partial<EntryHead>) => void;
}

function Beside({ entry, count, empty, sums, onChange }: BesideProps) {
  const { t } = useTranslation();
  const figure = (label: string, value: string | number) => <><span>{label}</span><Quantity value={value} /></>;
  return (
    <aside className="aside" aria-label={t('kit.details')}>
      <section className="sec">
        <Field label={t('stock.form.note')} optional>
          <TextArea rows={2} value={entry.note} maxLength={4000} onChange={(event) => onChange({ note: event.target.value })} />
        </Field>
      </section>
      <section className="sec">
        <div className="tot">
          <span>{t('lines.count', { count })}</span>
          <span />
          {empty > 0 && figure(t('stock.form.leftEmpty'), empty)}
          {entry.kind === 'adjustment' && <>{figure(t('stock.form.into'), sums.into)}{figure(t('stock.form.out'), sums.out)}</>}
          <span className="sum dbl">{t(entry.kind === 'adjustment' ? 'stock.form.net' : 'stock.form.into')}</span>
          <span className="sum dbl big"><Quantity value={sums.net} /></span>
        </div>
      </section>
      <section className="sec"><Note>{t('stock.form.irreversible')}</Note></section>
    </aside>
  );
}
