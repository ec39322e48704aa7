import { PART } from '@/db/calls.ts';
import type { Translation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { saveSheet } from '@/lib/save-sheet.ts';
import { settings } from '@/lib/settings.ts';
import type { SheetColumn, SheetKind } from '@/lib/sheet.ts';
import { toast } from '@/ui/toast.tsx';
import type { Exported } from './export-menu.tsx';
import { COUNT_CAP } from './list-state.ts';

/** Writes all rows to a file. The toast with this id shows the progress and can cancel it. */
export async function exportRows<Row>(
  { name, rows, sort, count }: Exported<Row>,
  columns: readonly SheetColumn<Row>[],
  kind: SheetKind,
  { t, i18n }: Translation,
  toastId: string,
): Promise<void> {
  const stop = new AbortController();
  const onRows = (done: number) => {
    // A single part needs no progress.
    if (done < PART) return;
    const shown =
      count === undefined || count === COUNT_CAP + 1
        ? formatNumber(done)
        : `${formatNumber(done)} / ${formatNumber(Math.max(done, count))}`;
    toast(
      { text: t('kit.exporting', { shown }), stays: true, action: { label: t('ui.cancelProgress'), run: () => stop.abort() } },
      toastId,
    );
  };
  try {
    await saveSheet(name, columns, rows(stop.signal), kind, {
      sheetName: name,
      rightToLeft: i18n.dir() === 'rtl',
      timeZone: settings().timeZone,
      sort,
      signal: stop.signal,
      onRows,
    });
    toast({ text: t('kit.exported'), tone: 'ok' }, toastId);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
}
