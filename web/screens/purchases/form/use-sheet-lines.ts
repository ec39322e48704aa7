import { useState } from 'react';
import { asAppError } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { LookupNotice } from '@/parts/variant-picker/use-variant-lookup.ts';
import { fetchVariants, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import type { Picked } from './cart.ts';
import { sheetLines } from './sheet-lines.ts';

const PART = 500;

/** Looks up what a sheet or a pasted list names, and says what of it was not found. */
export function useSheetLines(onPick: (picked: Picked[]) => void) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<LookupNotice | null>(null);

  const take = async (read: () => Promise<string[][]>) => {
    setBusy(true);
    setNotice(null);
    try {
      const { lines, unread } = sheetLines(await read());
      const found = new Map<string, VariantRow>();
      for (let from = 0; from < lines.length; from += PART) {
        for (const row of await fetchVariants({ codes: lines.slice(from, from + PART).map((line) => line.code) })) {
          found.set(row.sku, row);
          found.set(row.barcode, row);
        }
      }
      const picked = lines.flatMap(({ row: _, code, ...figures }): Picked[] => {
        const variant = found.get(code);
        return variant ? [{ variant, ...figures }] : [];
      });
      if (picked.length) onPick(picked);
      const inRow = (text: string, row: number) => t('purchases.form.inRow', { text, row });
      const unknown = lines.filter((line) => !found.has(line.code)).map(({ code, row }) => inRow(code, row));
      if (unknown.length || unread.length) setNotice({ unknown, unread: unread.map(({ text, row }) => inRow(text, row)) });
      return picked.length + unknown.length + unread.length > 0;
    } catch (error) {
      setNotice({ error: asAppError(error) });
      return true;
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    notice,
    dismiss: () => setNotice(null),
    /** False: there was nothing in it. */
    takeFile: (file: File) => take(async () => (await import('@/lib/sheet.ts')).readRows(file)),
    takeText: (text: string) => take(async () => (await import('@/lib/sheet.ts')).rowsOfText(text)),
  };
}
