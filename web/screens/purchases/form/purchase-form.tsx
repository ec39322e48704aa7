import { useQuery } from '@tanstack/react-query';
import { PackageCheck } from 'lucide-react';
import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCan, useMe } from '@/db/me.ts';
import type { PurchaseDetail } from '@/db/purchases.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useStoredFiles } from '@/parts/attachments/stored-files.ts';
import { newId } from '@/lib/id.ts';
import { FormPage } from '@/parts/document/form-page.tsx';
import { useAfterScans } from '@/parts/document/use-after-scans.ts';
import type { Start } from '@/parts/document/use-document-form.ts';
import type { MergeIn } from '@/parts/document/use-edited.tsx';
import { AskPaste } from '@/parts/lines/ask-paste.tsx';
import { linesOfFile, linesOfText } from '@/parts/variant-picker/read-lines.ts';
import { Money, Quantity } from '@/ui/figure.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { AddLines } from './add-lines.tsx';
import { PurchaseAside } from './aside.tsx';
import { outstandingOf, totalsOf, type CartLine, type CartVariant, type LineField, type Rate, type RateOf } from './lines.ts';
import { useLineShape } from './columns.tsx';
import { CompleteDialog } from './complete-dialog.tsx';
import { CustomProduct } from './custom-product.tsx';
import { BY_PRODUCT, type Arrived, type PurchaseHeader } from './form-state.ts';
import { HeaderFields, taxRates } from './header-fields.tsx';
import { blockingOf } from './problems.ts';
import { PurchaseHead } from './purchase-head.tsx';
import { SizeGrid } from './size-grid.tsx';
import { useCart } from './use-cart.ts';
import { useSave } from './use-save.ts';
import '../purchases.css';

interface PurchaseFormProps extends Start<PurchaseHeader, LineField, CartVariant> {
  title: string;
  /** Received and closed pieces of a saved order. */
  arrived: Arrived;
  /** The amount paid before. */
  paid: string;
  /** The saved order, which keeps its tax rates. */
  saved?: Pick<PurchaseDetail, 'order' | 'items' | 'amounts'>;
  today: string;
  /** The name under which the draft is stored. */
  storedAs: string;
  /** A message about what was restored or merged. */
  notice?: ReactNode;
  /** Called if somebody else saved meanwhile: the page reloads the order, which is merged into the form. */
  onConflict?: (mergeIn: MergeIn<PurchaseHeader, LineField, CartVariant>) => void;
  onDiscard: () => void;
}

export function PurchaseForm({ title, arrived, paid, saved, today, storedAs, notice, onConflict, onDiscard, ...start }: PurchaseFormProps) {
  const { t } = useTranslation();
  const can = useCan();
  const { branches, business } = useMe();
  const [asking, setAsking] = useState<'paste' | 'custom' | 'grid' | null>(null);
  const { files, lost: filesLost, change: changeFiles, drop: dropFiles } = useStoredFiles(storedAs);
  const cart = useCart(start, arrived, filesLost);
  const { form, rows, debounced, tried, scanner, changeHead } = cart;
  const { head } = form;
  const page = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const isNew = start.version === null;

  const { taxRateId } = debounced.head;
  const rates = useQuery({ ...taxRates, enabled: can('settings.tax_rates.view') }).data?.rows;
  const named = useCallback(
    (id: string | null): Rate | null => {
      const rate = rates?.find((one) => one.id === id);
      return rate ? { id: rate.id, name: nameOf(rate), percentage: rate.percentage } : null;
    },
    [rates],
  );
  const rateOf = useMemo((): RateOf | null => {
    if (taxRateId === null) return null;
    if (taxRateId === BY_PRODUCT) {
      const kept = new Map(saved?.order.tax_by_product ? saved.items.map((item) => [item.variant_id, item]) : []);
      return ({ variant }) => {
        const item = kept.get(variant.variant_id);
        if (!item) return named(variant.tax_rate_id ?? business.sale_tax_rate_id);
        const stored = saved?.amounts?.taxes?.find(({ tax_rate_id }) => tax_rate_id === item.line_tax_rate_id);
        return item.line_tax_rate_id
          ? { id: item.line_tax_rate_id, name: stored ? nameIn(stored, 'tax_rate') : '', percentage: item.tax_percentage ?? 0 }
          : null;
      };
    }
    const rate =
      saved?.order.tax_rate_id === taxRateId
        ? { id: taxRateId, name: nameIn(saved.order, 'tax_rate'), percentage: saved.order.tax_percentage ?? 0 }
        : named(taxRateId);
    return () => rate;
  }, [saved, named, taxRateId, business]);
  const totalsFor = useCallback(
    ({ tax, charges }: PurchaseHeader, lines: readonly CartLine[]) =>
      totalsOf(
        lines,
        rateOf,
        tax,
        charges.map((charge) => {
          if (charge.taxRateId === null) return { ...charge, rate: null };
          // A rate that the order has already keeps its percentage: that of the charges, where lines have another one.
          const { charge_lines = [], taxes = [] } = saved?.amounts ?? {};
          const ofCharges = charge_lines.find(({ tax_rate_id }) => tax_rate_id === charge.taxRateId);
          const stored = ofCharges ?? taxes.find(({ tax_rate_id }) => tax_rate_id === charge.taxRateId);
          const rate = stored && {
            id: charge.taxRateId,
            name: nameIn(stored, 'tax_rate'),
            percentage: ('tax_percentage' in stored ? stored.tax_percentage : stored.percentage) ?? 0,
          };
          return { ...charge, rate: rate ?? named(charge.taxRateId) };
        }),
      ),
    [rateOf, named, saved],
  );
  const totals = useMemo(() => totalsFor(debounced.head, debounced.rows), [debounced, totalsFor]);
  const shape = useLineShape(cart.duplicateIds, cart.addPicked);
  const feet = useMemo(
    () => ({
      summary: t('lines.count', { count: totals.lines }),
      sums: {
        quantity: <Quantity value={totals.pieces} className="line-input" />,
        discount: <Money value={totals.discount} className="line-input" nil />,
        total: <Money value={totals.subtotal} />,
      },
    }),
    [t, totals],
  );
  const rest = useMemo(() => outstandingOf(debounced.rows), [debounced.rows]);

  // Stable callbacks, so that a key press in a line does not render the parts around the lines.
  const askCustom = useStableCallback(() => setAsking('custom'));
  const askGrid = useStableCallback(() => setAsking('grid'));
  const askPaste = useStableCallback(() => setAsking('paste'));
  const importFile = useStableCallback((file: File) => scanner.current?.lookUpList(() => linesOfFile(file, true)));
  const saving = useSave({
    cart,
    base: start.base,
    version: start.version,
    totalsFor,
    paid,
    files,
    page,
    onSaved: ({ id, version }, sent) => {
      dropFiles(id);
      cart.continueAsEdit(`purchase:${id}`, sent, version);
    },
    onDone: useAfterScans(
      scanner,
      ({ id, version }, sent) => {
        const more = cart.continueAsEdit(`purchase:${id}`, sent, version);
        void navigate(more ? `/purchase/edit/${id}` : `/purchase/orders/${id}`, { replace: more || isNew });
      },
      true,
    ),
    onConflict: () => onConflict?.(cart.mergeRemote),
  });
  const startAnew = () => {
    cart.regenerateId();
    changeHead({ payments: head.payments.map((payment) => ({ ...payment, id: newId() })) });
    saving.forget();
  };
  const changeHeader = useStableCallback((header: Partial<PurchaseHeader>) => {
    changeHead(header);
    saving.forgetRefusal();
  });
  const discard = useStableCallback(() => {
    scanner.current?.discardFailed();
    dropFiles();
    cart.discard();
    onDiscard();
  });
  const hasArrived = rows.some((line) => line.received > 0);
  const warned = tried ? blockingOf(debounced.head, debounced.rows, totals, paid) : null;
  const mayReceive = can('purchasing.orders.receive') && head.status === 'pending' && rest > 0;
  const branch = branches.find((candidate) => candidate.id === head.branchId);
  return (
    <>
      <FormPage
        ref={page}
        page={cart.page}
        head={<PurchaseHead title={title} isNew={isNew} onFile={importFile} onCustom={askCustom} />}
        notice={notice}
        refused={{
          error: saving.refusal,
          failed: t(isNew ? 'purchases.failed.create' : 'purchases.failed.update'),
          onRetry: saving.retry,
          onOpen: () => cart.leaveFor(`/purchase/orders/${form.id}`),
          onAnew: startAnew,
        }}
        shape={shape}
        feet={feet}
        lines={{ onEnter: cart.addPicked, className: 'purchase-cart' }}
        empty={{ title: t('purchases.form.noLines'), text: t('purchases.form.noLinesText'), missing: t('purchases.form.noLine') }}
        aside={
          <PurchaseAside
            header={head}
            totals={totals}
            paid={paid}
            today={today}
            strict={tried}
            chargesFixed={hasArrived && !can('purchasing.orders.correct_cost')}
            files={files}
            onFiles={changeFiles}
            onChange={changeHead}
          />
        }
        strip={{
          busy: saving.busy,
          warning: warned && ('count' in warned ? t(warned.key, { count: warned.count }) : t(warned.key)),
          saveLabel: t(isNew ? 'purchases.form.create' : 'purchases.form.save'),
          secondAction: mayReceive && { label: t('purchases.form.saveReceive'), icon: PackageCheck, onClick: saving.saveAndReceive },
          onSave: saving.save,
          onDiscard: discard,
        }}
      >
        <HeaderFields
          header={head}
          problems={saving.problems}
          isNew={isNew}
          supplierFixed={!isNew && (Number(paid) > 0 || hasArrived)}
          onChange={changeHeader}
        />
        <AddLines onPick={cart.add} onGrid={askGrid} onPaste={askPaste} scanner={scanner} />
      </FormPage>
      {asking === 'paste' && (
        <AskPaste
          hint={t('purchases.form.pasteHint')}
          add={t('purchases.form.pasteAdd')}
          onPaste={(text) => scanner.current?.lookUpList(() => linesOfText(text, true))}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'custom' && <CustomProduct onMade={cart.add} onClose={() => setAsking(null)} />}
      {asking === 'grid' && <SizeGrid head={head} lines={rows} onDone={cart.fillGrid} onClose={() => setAsking(null)} />}
      {saving.completing && (
        <CompleteDialog
          pieces={outstandingOf(rows)}
          branch={branch ? nameOf(branch) : ''}
          onClose={saving.cancelCompleting}
          onSave={saving.complete}
        />
      )}
    </>
  );
}
