import { useQuery } from '@tanstack/react-query';
import { CheckCheck } from 'lucide-react';
import { useMemo, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan, type useBranch } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { returnableGoods, returnReasons } from '@/db/purchase-returns.ts';
import { oneOf } from '@/db/tables.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { formatDate } from '@/lib/dates.ts';
import { newId } from '@/lib/id.ts';
import { compare } from '@/lib/money.ts';
import { FormPage } from '@/parts/document/form-page.tsx';
import { useAfterScans } from '@/parts/document/use-after-scans.ts';
import { useDocumentForm, type Start } from '@/parts/document/use-document-form.ts';
import { useStockAt } from '@/parts/document/use-stock-at.ts';
import type { PickedVariant } from '@/parts/variant-picker/use-variant-lookup.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { VariantScanner } from '@/parts/variant-picker/variant-scanner.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Money, Quantity } from '@/ui/figure.tsx';
import { useFirstField } from '@/ui/first-field.ts';
import { PageHead } from '@/ui/page-head.tsx';
import { Select } from '@/ui/select.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { TextInput } from '@/ui/text-input.tsx';
import { toast } from '@/ui/toast.tsx';
import { ReturnAside } from './aside.tsx';
import { useLineShape } from './columns.tsx';
import { lineOf, placesOf, rules, type ReturnFigure, type ReturnHead } from './form-state.ts';
import { leftEmpty, problemOf, problemOfCost, totals, type GoodsById } from './lines.ts';
import { useSave } from './use-save.ts';

interface ReturnFormProps extends Start<ReturnHead, ReturnFigure, VariantRow> {
  open: ReturnType<typeof useBranch>['workBranches'];
  notice: ReactNode;
}

/** The goods that go back: those of the receipt, and what was scanned with the newest receipt from this supplier. */
function useGoods({ supplierId, branchId, point, receiptId }: ReturnHead, variantIds: readonly string[]) {
  const place = { branch_id: branchId, ...(point && { stock_point_id: point }) };
  const ofReceipt = useQuery({ ...returnableGoods({ receipt_id: receiptId }), enabled: receiptId !== '' });
  const received = receiptId === '' ? undefined : ofReceipt.data;
  const inReceipt = useMemo(() => new Set(received?.goods.map(({ variant_id }) => variant_id)), [received]);
  const others = variantIds.filter((id) => !inReceipt.has(id)).sort();
  const scanned = useQuery({
    ...returnableGoods({ supplier_id: supplierId, ...place, variant_ids: others }),
    enabled: supplierId !== '' && branchId !== '' && (receiptId === '' || received !== undefined),
  });
  const goods: GoodsById = useMemo(
    () => new Map([...(scanned.data?.goods ?? []), ...(received?.goods ?? [])].map((of) => [of.variant_id, of])),
    [scanned.data, received],
  );
  return {
    goods,
    receipt: received?.receipt ?? null,
    account: (received ?? scanned.data)?.account ?? null,
    error: ofReceipt.error ?? scanned.error,
  };
}

export function ReturnForm({ open, notice, ...start }: ReturnFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const online = useOnline();
  const can = useCan();
  const costs = can('inventory.costs.view');
  const state = useDocumentForm(start, rules);
  const { form, rows, debounced, tried, scanner, grid, know, changeHead, changeLines } = state;
  const { head, lines } = form;
  const places = placesOf(head);
  useStockAt(form.id, places, rows, know);
  const { goods, receipt, account, error } = useGoods(
    head,
    lines.map(({ variantId }) => variantId),
  );
  const supplier = useQuery({ ...oneOf<'suppliers'>('suppliers', head.supplierId), enabled: head.supplierId !== '' && !receipt }).data;
  const supplierName = receipt ? nameIn(receipt, 'supplier') : supplier ? nameOf(supplier) : '';

  const saving = useSave(goods, ({ id, number }) => {
    state.discard();
    toast({ text: t('purchaseReturns.form.done', { number }), tone: 'ok' });
    void navigate(`/purchase/returns/${id}`, { replace: true });
  });
  const change = (next: Partial<ReturnHead>) => {
    changeHead(next);
    saving.forget();
  };
  const pick = (picked: readonly PickedVariant[]) =>
    state.add(
      picked.map(({ variant, quantity }) => lineOf(variant.variant_id, quantity)),
      picked.map(({ variant }) => variant),
    );
  const discard = () => {
    scanner.current?.discardFailed();
    const id = newId();
    state.beginNext(({ head: { branchId } }) => ({
      id,
      head: { supplierId: '', branchId, point: '', receiptId: '', reason: '', reference: '', note: '' },
      lines: [],
    }));
    state.setTried(false);
    saving.forget();
  };
  /** Everything that is left of the receipts and is here. */
  const takeAll = () => {
    const here = new Map(rows.map(({ variant }) => [variant.variant_id, variant.at_source]));
    changeLines((now) =>
      now.map((line) => {
        const left = goods.get(line.variantId)?.left;
        const on = here.get(line.variantId);
        const most = left == null ? null : on == null || compare(left, on) <= 0 ? left : on;
        return most === null || most <= 0 ? line : { ...line, figures: { ...line.figures, quantity: String(most) } };
      }),
    );
  };

  const returned = rows.filter((line) => !leftEmpty(line));
  const shape = useLineShape({ goods, costs, short: saving.short, onFigure: state.setFigure });
  const sums = useMemo(() => totals(debounced.rows, goods), [debounced.rows, goods]);
  const feet = useMemo(
    () => ({
      summary: t('purchaseReturns.form.linesOf', { count: returned.length, all: rows.length }),
      sums: { quantity: <Quantity value={sums.pieces} className="line-input" />, amount: <Money value={sums.net} /> },
    }),
    [t, returned.length, rows.length, sums],
  );
  const page = useRef<HTMLDivElement>(null);
  const missing = { supplier: head.supplierId === '', branch: head.branchId === '', reason: head.reason === '' };
  const submit = useAfterScans(scanner, () => {
    // The receipts of goods that were just scanned are still being looked up.
    if (!online || returned.some(({ variant }) => !goods.has(variant.variant_id) && head.supplierId !== '')) return;
    state.setTried(true);
    const wrong = rows.find((line) => {
      const of = goods.get(line.variant.variant_id);
      return problemOf(line, of) ?? problemOfCost(line, of);
    });
    if (rows.length === 0 || Object.values(missing).includes(true))
      setTimeout(() => page.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), 0);
    else if (wrong || returned.length === 0) grid.current?.focus((wrong ?? rows[0]!).variant.variant_id);
    else saving.save(form);
  });
  useShortcut('Mod+S', submit, { inFields: true });
  const fields = useRef<HTMLElement>(null);
  useFirstField(fields, head.supplierId === '');
  return (
    <FormPage
      ref={page}
      page={state.page}
      head={
        <PageHead
          title={supplierName ? t('purchaseReturns.form.titleTo', { name: supplierName }) : t('purchaseReturns.newTitle')}
          sub={
            receipt
              ? t('purchaseReturns.form.fromReceipt', { number: receipt.number, day: formatDate(receipt.business_day) })
              : t('purchaseReturns.form.sub')
          }
          actions={
            rows.some(({ variant }) => (goods.get(variant.variant_id)?.left ?? 0) > 0) && (
              <Button icon={CheckCheck} onClick={takeAll}>
                {t('purchaseReturns.form.all')}
              </Button>
            )
          }
        />
      }
      refused={{
        error: saving.failure ?? error,
        failed: t('purchaseReturns.form.failed'),
        onRetry: submit,
        onOpen: () => state.leaveFor(`/purchase/returns/${form.id}`),
        onAnew: () => {
          state.regenerateId();
          saving.forget();
        },
      }}
      notice={notice}
      shape={shape}
      feet={feet}
      empty={{
        title: t('stock.form.lines'),
        text: t('purchaseReturns.form.noLines'),
        missing: t('purchaseReturns.form.noLines'),
      }}
      aside={<ReturnAside note={head.note} sums={sums} account={account} receipt={receipt} onNote={(note) => change({ note })} />}
      strip={{
        busy: saving.busy,
        warning: null,
        saveLabel:
          returned.length > 0 ? t('purchaseReturns.form.save', { count: Number(sums.pieces) }) : t('purchaseReturns.form.saveNone'),
        onSave: submit,
        onDiscard: discard,
      }}
    >
      <section ref={fields} className="section grid grid-cols-1 gap-x-4 gap-y-3.5 min-[421px]:grid-cols-2 lg:grid-cols-3">
        <Field label={t('purchases.col.supplier')} error={tried && missing.supplier ? t('purchaseReturns.problem.supplier') : undefined}>
          <RefPicker
            table="suppliers"
            required
            value={head.supplierId || null}
            placeholder={t('purchases.form.chooseSupplier')}
            onChange={(supplierId) => change({ supplierId: supplierId ?? '', receiptId: '' })}
          />
        </Field>
        <Field label={t('purchaseReturns.form.branch')} error={tried && missing.branch ? t('stock.problem.branch') : undefined}>
          <Select
            value={head.branchId || null}
            onChange={(branchId) => change({ branchId, receiptId: '' })}
            placeholder={t('kit.choose')}
            options={open.map((branch) => ({ value: branch.id, label: nameOf(branch) }))}
          />
        </Field>
        <Field label={t('purchaseReturns.form.place')} optional>
          <RefPicker
            table="stock_points"
            value={head.point || null}
            onChange={(point) => change({ point: point ?? '' })}
            placeholder={t('stock.floor')}
          />
        </Field>
        <Field label={t('purchaseReturns.form.reason')} error={tried && missing.reason ? t('stock.problem.reason') : undefined}>
          <Select
            value={head.reason || null}
            onChange={(reason) => change({ reason })}
            placeholder={t('kit.choose')}
            options={returnReasons.map((reason) => ({ value: reason, label: t(`purchaseReturns.reason.${reason}`) }))}
          />
        </Field>
        <Field label={t('purchaseReturns.form.reference')} optional>
          <TextInput value={head.reference} maxLength={64} dir="auto" onChange={(event) => change({ reference: event.target.value })} />
        </Field>
      </section>
      <VariantScanner ref={scanner} places={places} disabled={!head.branchId} arrive={lines.length === 0} onPick={pick} />
    </FormPage>
  );
}
