import { PART } from '@/db/calls.ts';
import type { Translation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { saveSheet } from '@/lib/save-sheet.ts';
import { settings } from '@/lib/settings.ts';
import type { SheetColumn, SheetKind } from '@/lib/sheet.ts';
import { toast } from '@/ui/toast.tsx';
import type { Exported } from './column.ts';
import { COUNT_CAP } from './list-state.ts';

/** Writes all rows to a file. The toast with this id shows the progress and can cancel it. */
export async function exportRows<Row>(
  { name, rows, sort, count }: Exported<Row>,
  columns: readonly SheetColumn<Row>[],
  kind: SheetKind,
  { t, i18n }: Translation,
  toastId: string,
): Promise<void> {
  const abort = new AbortController();
  const onRows = (rowsDone: number) => {
    // A single part needs no progress.
    if (rowsDone < PART) return;
    const progress =
      count === undefined || count === COUNT_CAP + 1
        ? formatNumber(rowsDone)
        : `${formatNumber(rowsDone)} / ${formatNumber(Math.max(rowsDone, count))}`;
    toast(
      { text: t('kit.exporting', { shown: progress }), stays: true, action: { label: t('ui.cancelProgress'), run: () => abort.abort() } },
      toastId,
    );
  };
  try {
    await saveSheet(name, columns, rows(abort.signal), kind, {
      sheetName: name,
      rightToLeft: i18n.dir() === 'rtl',
      timeZone: settings().timeZone,
      decimals: settings().decimals,
      sort,
      signal: abort.signal,
      onRows,
    });
    toast({ text: t('kit.exported'), tone: 'ok' }, toastId);
  } catch (error) {
    if (!abort.signal.aborted) throw error;
  }
}
