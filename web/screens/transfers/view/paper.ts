/* The printed transfer and the picking list, in the user's language. Drawn by lib/pdf, which is loaded on use. */
import type { TFunction } from 'i18next';
import type { Person } from '@/db/documents.ts';
import type { TransferItem, TransferRow } from '@/db/transfers.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatMoney, lineTotal, sum } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Paper, PaperColumn } from '@/lib/pdf/paper.ts';
import { byNames } from '@/lib/row-order.ts';
import { goodsCells, goodsColumns } from '@/parts/document/goods-on-paper.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import { endName } from '@/parts/place-name.ts';

export type PaperKind = 'transfer' | 'picking';

interface PaperSubject {
  t: TFunction;
  currency: string;
  transfer: TransferRow;
  /** The user who approved it, if any. */
  approver?: Person;
  lines: readonly TransferItem[];
  costs: boolean;
}

export function paperOf(kind: PaperKind, subject: PaperSubject): Written {
  const { t, transfer } = subject;
  const picking = kind === 'picking';
  return {
    title: t(`transfers.paper.${kind}`),
    number: transfer.number,
    status: t(`transfers.status.${transfer.status}`),
    facts: factsOf(subject, picking),
    ...(picking ? pickingTable(subject) : transferTable(subject)),
    notes: transfer.notes ? { label: t('transfers.notes'), value: transfer.notes } : undefined,
    signatures: picking
      ? [t('transfers.paper.pickedBy'), t('transfers.paper.checkedBy')]
      : [t('transfers.paper.handed'), t('transfers.paper.carried'), t('transfers.paper.received')],
  };
}

function factsOf({ t, transfer, approver, lines, currency, costs }: PaperSubject, picking: boolean): Paper['facts'] {
  const pieces = t('transfers.paper.piecesAndLines', {
    pieces: t('lines.pieces', { count: transfer.pieces ?? 0 }),
    lines: t('lines.count', { count: lines.length }),
  });
  const facts: Paper['facts'] = [
    { label: t('transfers.fact.from'), value: endName(t, transfer, 'from') },
    { label: t('transfers.fact.to'), value: endName(t, transfer, 'to') },
    { label: t('transfers.paper.linesAndPieces'), value: pieces },
    { label: t('transfers.fact.created'), value: formatDateTime(transfer.created_at) },
    { label: t('transfers.fact.createdBy'), value: nameOf(transfer.created_by) || '–' },
  ];
  if (transfer.approved_at) facts.push({ label: t('transfers.fact.approvedAt'), value: formatDateTime(transfer.approved_at) });
  if (approver) facts.push({ label: t('transfers.fact.approvedBy'), value: nameOf(approver) });
  if (transfer.reversed_at) facts.push({ label: t('transfers.fact.reversedAt'), value: formatDateTime(transfer.reversed_at) });
  if (!picking && costs && transfer.approved_at !== null && transfer.amount !== null)
    facts.push({ label: t('transfers.fact.amount', { currency }), value: formatMoney(transfer.amount) });
  return facts;
}

function transferTable(subject: PaperSubject): Pick<Paper, 'columns' | 'rows' | 'totals'> {
  const { t, lines, costs, currency, transfer } = subject;
  const columns: PaperColumn[] = [
    ...goodsColumns(t, { product: 31, barcode: 18 }),
    { label: t('lines.quantity'), share: costs ? 9 : 14, kind: 'figure', strong: true },
  ];
  if (costs)
    columns.push(
      { label: t('transfers.col.unitCost'), share: 14, kind: 'figure' },
      { label: t('transfers.col.lineAmount'), share: 17, kind: 'figure' },
    );
  const rows = lines.map((line, index) => [
    ...goodsCells(line, index),
    formatNumber(line.quantity),
    ...(costs
      ? [
          line.unit_cost === null ? '–' : formatMoney(line.unit_cost),
          line.unit_cost === null ? '–' : formatMoney(lineTotal({ quantity: line.quantity, price: line.unit_cost })),
        ]
      : []),
  ]);
  const value = costs ? transfer.goods : null;
  const totals =
    value === null
      ? [{ label: t('transfers.fact.pieces'), value: formatNumber(transfer.pieces ?? 0), final: true }]
      : [
          { label: t(transfer.approved_at === null ? 'transfers.goodsNow' : 'transfers.goods'), value: formatMoney(value) },
          { label: t('transfers.shipping'), value: formatMoney(transfer.shipping) },
          {
            label: t('transfers.fact.amount', { currency }),
            value: formatMoney(transfer.amount ?? sum([value, transfer.shipping])),
            final: true,
          },
        ];
  return { columns, rows, totals };
}

/** Sorted by product, as goods are found on the shelves, not in the order of scanning. */
function pickingTable(subject: PaperSubject): Pick<Paper, 'columns' | 'rows' | 'totals'> {
  const { t, lines, transfer } = subject;
  const seen = lines.some((line) => line.at_source !== null);
  const columns: PaperColumn[] = [
    { label: t('transfers.col.picked'), share: 7, kind: 'box' },
    ...goodsColumns(t, { product: 34, variant: 19, barcode: 18 }).slice(1),
    ...(seen ? [{ label: t('transfers.col.onHand'), share: 10, kind: 'figure' as const }] : []),
    { label: t('lines.quantity'), share: 12, kind: 'figure', strong: true },
  ];
  const sorted = [...lines].sort((a, b) => byNames<typeof a>('product')(a, b) || a.position - b.position);
  const rows = sorted.map((line, index) => [
    '',
    ...goodsCells(line, index).slice(1),
    ...(seen ? [line.at_source === null ? '–' : formatNumber(line.at_source)] : []),
    formatNumber(line.quantity),
  ]);
  return { columns, rows, totals: [{ label: t('transfers.fact.pieces'), value: formatNumber(transfer.pieces ?? 0), final: true }] };
}
