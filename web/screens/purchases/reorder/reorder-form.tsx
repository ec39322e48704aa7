import { useMutation } from '@tanstack/react-query';
import { Fragment, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AppError } from '@/db/errors.ts';
import { useMe } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { placeReorder, proposedCosts, purchaseChanges, type PlacedReorder, type ProposedLine, type ReorderInput } from '@/db/purchases.ts';
import { write } from '@/db/query.ts';
import { nameIn } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefName } from '@/kit/ref-name.tsx';
import { RefPicker } from '@/kit/ref-picker.tsx';
import { useLeaveGuard } from '@/kit/use-leave-guard.tsx';
import { newId } from '@/lib/id.ts';
import { plus, sum } from '@/lib/money.ts';
import { isDecimal } from '@/lib/numerals.ts';
import { byNames } from '@/lib/row-order.ts';
import { SaveBar } from '@/parts/document/save-bar.tsx';
import { SaveRefused } from '@/parts/document/save-refused.tsx';
import { ProductCell } from '@/parts/lines/columns.tsx';
import { LineSheet, type LineShape, type LineSheetHandle } from '@/parts/lines/line-sheet.tsx';
import { lineName, variantLabel } from '@/parts/variant-name.ts';
import { Money, Quantity } from '@/ui/figure.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Section } from '@/ui/section.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { toast } from '@/ui/toast.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { figureColumn, problemText, totalColumn } from '../form/columns.tsx';
import { totalOf } from '../form/lines.ts';
import {
  chooseSupplier,
  inputOf,
  isOrdered,
  lacksSupplier,
  lineOf,
  ordersOf,
  problemOfOrdered,
  withCosts,
  type ReorderLine,
} from './reorder-lines.ts';
import '../purchases.css';

/** Where the lines come from. */
export const LOW_STOCK = '/reports/low-stock';

const nameOf = (line: ReorderLine) => lineName(line.variant);
const nothingTouched: readonly [] = [];

/** Goods that are low on stock, to be ordered from their suppliers. */
export function ReorderForm({ proposed }: { proposed: readonly ProposedLine[] }) {
  const { t } = useTranslation();
  const { branches } = useMe();
  const online = useOnline();
  const navigate = useNavigate();
  const sheet = useRef<LineSheetHandle>(null);
  const [id, setId] = useState(newId);
  const [lines, setLines] = useState(() => [...proposed].sort(byNames('supplier', 'branch', 'product')).map(lineOf));
  const [tried, setTried] = useState(false);
  const [edited, setEdited] = useState(false);
  const guard = useLeaveGuard(edited);
  const change = (to: (lines: ReorderLine[]) => ReorderLine[]) => {
    setLines(to);
    setEdited(true);
  };
  const placing = useMutation<PlacedReorder, AppError, ReorderInput>(
    write({ run: placeReorder, changes: [...purchaseChanges, 'stock_levels', 'audit_log'] }),
  );

  const ordered = lines.filter(isOrdered);
  const orders = ordersOf(lines);
  const withoutSupplier = lines.filter(lacksSupplier);
  const wrong = ordered.filter((line) => problemOfOrdered(line) !== null);
  const warning =
    withoutSupplier.length > 0
      ? t('purchases.reorder.withoutSupplier', { count: withoutSupplier.length })
      : tried && wrong.length > 0
        ? t('purchases.form.wrongLines', { count: wrong.length })
        : tried && ordered.length === 0
          ? t('purchases.reorder.noQuantity')
          : null;

  const choose = useStableCallback(async (line: ReorderLine, supplierId: string) => {
    const after = chooseSupplier(lines, line.lineId, supplierId);
    const ids = after.filter((one, index) => one !== lines[index]).map(({ variant }) => variant.variant_id);
    change(() => after);
    // Where no cost is known, or offline, the user types it.
    const costs = await proposedCosts(ids, supplierId).catch(() => []);
    change((now) => withCosts(now, supplierId, costs));
  });
  const shape = useMemo((): LineShape<ReorderLine> => {
    const placedName = (line: ReorderLine) => (branches.length > 1 ? `${nameOf(line)} (${nameIn(line.branch, 'branch')})` : nameOf(line));
    return {
      columns: [
        {
          id: 'product',
          label: t('lines.product'),
          card: 'card-name',
          cell: ({ variant, branch }) => (
            <ProductCell
              variant={variant}
              note={
                <small>
                  {[variantLabel(variant), branches.length > 1 ? nameIn(branch, 'branch') : ''].filter(Boolean).map((part, index) => (
                    <Fragment key={part}>
                      {index > 0 && ' · '}
                      <bdi>{part}</bdi>
                    </Fragment>
                  ))}
                </small>
              }
            />
          ),
        },
        {
          id: 'supplier',
          label: t('purchases.col.supplier'),
          width: 200,
          card: 'reorder-supplier',
          cell: (line) => (
            <RefPicker
              table="suppliers"
              required
              value={line.supplierId}
              placeholder={t('purchases.form.chooseSupplier')}
              label={t('purchases.reorder.supplierOf', { name: placedName(line) })}
              onChange={(supplierId) => supplierId && void choose(line, supplierId)}
            />
          ),
        },
        {
          id: 'on_hand',
          label: t('reports.col.on_hand'),
          width: 84,
          num: true,
          cell: ({ onHand }) => <Quantity value={onHand} nil />,
        },
        figureColumn<ReorderLine>(t, 'quantity', 98, { nameOf: placedName, placeholder: '–' }),
        figureColumn<ReorderLine>(t, 'cost', 108, { nameOf: placedName }),
        totalColumn(t),
      ],
      problemOf: (line) => {
        const problem = problemOfOrdered(line);
        if (problem) return { figure: problem.field, missing: problem.kind === 'missing' };
        return lacksSupplier(line) ? {} : null;
      },
      note: (line) => {
        const problem = problemOfOrdered(line);
        return <span>{problem ? problemText(t, problem, 0) : t('purchases.reorder.noSupplier')}</span>;
      },
      nameOf: placedName,
    };
  }, [t, branches, choose]);

  const writeDown = (from: string, figure: string, values: readonly string[]) =>
    change((now) => {
      const first = now.findIndex(({ lineId }) => lineId === from);
      return now.map((line, index) => {
        const value = first < 0 ? undefined : values[index - first];
        return value === undefined ? line : { ...line, [figure]: value };
      });
    });
  const onFigure = useStableCallback((lineId: string, figure: string, value: string) => writeDown(lineId, figure, [value]));
  const onFigures = useStableCallback(writeDown);
  const onRemove = useStableCallback((lineId: string) => change((now) => now.filter((line) => line.lineId !== lineId)));
  const onMore = useStableCallback((lineId: string) =>
    change((now) =>
      now.map((line) =>
        line.lineId === lineId && (line.quantity === '' || isDecimal(line.quantity))
          ? { ...line, quantity: plus(line.quantity || '0', 1) }
          : line,
      ),
    ),
  );
  const noLeave = useStableCallback(() => {});
  const send = () =>
    placing.mutate(inputOf(id, lines), {
      onSuccess: ({ orders: placed }) => {
        guard.release();
        toast({ tone: 'ok', text: t('purchases.reorder.done', { count: placed.length }) });
        const [first] = placed;
        void navigate(placed.length === 1 && first ? `/purchase/orders/${first.id}` : '/purchase?status=pending', { replace: true });
      },
    });
  const save = useStableCallback(() => {
    setTried(true);
    const blocking = withoutSupplier[0] ?? wrong[0];
    if (blocking) return sheet.current?.focus(blocking.lineId, problemOfOrdered(blocking)?.field);
    if (ordered.length > 0 && online && !placing.isPending && !placing.isSuccess) send();
  });
  useShortcut('Mod+S', save, { inFields: true });
  const discard = () => {
    guard.release();
    void navigate(LOW_STOCK);
  };
  return (
    <>
      {guard.question}
      <PageHead title={t('purchases.reorder.title')} sub={t('purchases.reorder.intro')} />
      <div className="document writing">
        <div className="body compose">
          {placing.error && (
            <div className="document-banner px-gutter pt-3.5">
              <SaveRefused
                error={placing.error}
                failed={t('purchases.reorder.failed')}
                onRetry={send}
                onOpen={() => {
                  guard.release();
                  void navigate(`/purchase?q=${String(placing.error.values.number)}`);
                }}
                onAnew={() => {
                  setId(newId());
                  placing.reset();
                }}
              />
            </div>
          )}
          <LineSheet
            ref={sheet}
            className="purchase-cart reorder-lines"
            shape={shape}
            lines={lines}
            touched={nothingTouched}
            strict={tried}
            feet={{
              summary: t('lines.count', { count: ordered.length }),
              sums: {
                quantity: (
                  <Quantity value={sum(ordered.map(({ quantity }) => (isDecimal(quantity) ? quantity : '0')))} className="line-input" />
                ),
                total: <Money value={sum(ordered.map((line) => totalOf(line) ?? '0'))} />,
              },
            }}
            onFigure={onFigure}
            onFigures={onFigures}
            onRemove={onRemove}
            onMore={onMore}
            onLeave={noLeave}
          />
        </div>
        <aside className="aside" aria-label={t('purchases.reorder.orders')}>
          <Section title={t('purchases.reorder.orders')}>
            <ul className="reorder-orders">
              {orders.map(({ supplierId, branch, lines: count, total }) => (
                <li key={`${supplierId} ${branch.branch}`}>
                  <span>
                    <RefName table="suppliers" id={supplierId} />
                    <small>
                      <bdi>{nameIn(branch, 'branch')}</bdi> · {t('lines.count', { count })}
                    </small>
                  </span>
                  <Money value={total} />
                </li>
              ))}
            </ul>
          </Section>
        </aside>
      </div>
      <SaveBar
        isNew
        dirty
        hasChanges={() => edited}
        busy={placing.isPending || placing.isSuccess}
        storedAt={null}
        warning={warning}
        saveLabel={t('purchases.reorder.create', { count: orders.length })}
        onSave={save}
        onDiscard={discard}
      />
    </>
  );
}
