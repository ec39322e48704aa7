/* The closing report of a shift, on A4 or the till's roll, in the user's language, without what the user may not see. */
import type { TFunction } from 'i18next';
import type { ShiftDetail } from '@/db/shifts.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { currencyWord } from '@/lib/currency.ts';
import { formatDate, formatDateTime } from '@/lib/dates.ts';
import { formatMoney, minus, times } from '@/lib/money.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { PaperColumn } from '@/lib/pdf/paper.ts';
import type { Written } from '@/parts/document/paper-of.ts';
import { accountOf } from './account.ts';

export type ShiftPaper = 'report' | 'roll';

const figure = (label: string, share: number): PaperColumn => ({ label, share, kind: 'figure' });

/** One row per payment method, with the counted coins and notes as text below; without permission to see methods, the coins and notes
    are the rows. */
function table(t: TFunction, { shift, methods }: ShiftDetail): Pick<Written, 'columns' | 'rows' | 'notes'> {
  const pieces = shift.denominations ?? [];
  if (!methods) {
    return {
      columns: [
        { label: t('shifts.paper.denomination'), share: 40, kind: 'text' },
        figure(t('shifts.close.pieces'), 25),
        figure(t('shifts.close.worth', { currency: currencyWord() }), 35),
      ],
      rows: pieces.map(({ denomination, count }) => [
        formatNumber(denomination),
        formatNumber(count),
        formatMoney(times(denomination, count)),
      ]),
    };
  }
  const counted = pieces.map(({ denomination, count }) => `${formatNumber(denomination)} × ${formatNumber(count)}`).join(' · ');
  return {
    columns: [
      { label: t('shifts.methods.method'), share: 40, kind: 'text', strong: true },
      figure(t('shifts.methods.sales'), 30),
      figure(t('shifts.methods.returns'), 30),
    ],
    rows: methods.map((row) => [nameIn(row, 'payment_method'), formatMoney(row.sales), formatMoney(minus(0, row.returns))]),
    ...(counted ? { notes: { label: t('shifts.pieces.title'), value: counted } } : {}),
  };
}

export function shiftPaper(t: TFunction, detail: ShiftDetail, kind: ShiftPaper): Written {
  const { shift } = detail;
  const closed = shift.status === 'closed';
  const account = accountOf(t, shift);
  const last = account.findLastIndex(({ place }) => place === 'last' || place === 'sum');
  return {
    title: t(closed ? 'shifts.paper.title' : 'shifts.paper.interim'),
    number: shift.number,
    ...(shift.result ? { status: t(shift.to_approve ? 'shifts.toApprove' : `shifts.result.${shift.result}`) } : {}),
    facts: [
      { label: t('shifts.fact.person'), value: nameOf(shift.opened_by) },
      { label: t('shifts.fact.branch'), value: nameIn(shift, 'branch') },
      ...(shift.branch_phone ? [{ label: t('shifts.paper.branchPhone'), value: shift.branch_phone, code: true }] : []),
      { label: t('shifts.fact.opened'), value: formatDateTime(shift.opened_at) },
      ...(shift.closed_at ? [{ label: t('shifts.fact.closed'), value: formatDateTime(shift.closed_at) }] : []),
      ...(shift.closed_by && shift.closed_by.id !== shift.opened_by.id
        ? [{ label: t('shifts.fact.closedBy'), value: nameOf(shift.closed_by) }]
        : []),
      { label: t('shifts.fact.day'), value: formatDate(shift.business_day) },
      ...(shift.follows ? [{ label: t('shifts.fact.follows'), value: shift.follows.number, code: true }] : []),
      ...(detail.sales === undefined ? [] : [{ label: t('shifts.fact.sales'), value: formatNumber(detail.sales) }]),
      ...(['opening', 'closing', 'approval'] as const).flatMap((countKind) => {
        const value = shift[`${countKind}_note`];
        return value ? [{ label: t(`shifts.notes.${countKind}`), value }] : [];
      }),
    ],
    ...table(t, detail),
    totals: account.map(({ label, value }, index) => ({
      label,
      value,
      ...(index === (last === -1 ? account.length - 1 : last) ? { final: true } : {}),
    })),
    signatures: [t('shifts.paper.cashier'), t('shifts.paper.manager')],
    ...(kind === 'roll' ? { roll: true } : {}),
  };
}
