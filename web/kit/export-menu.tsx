import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { SheetColumn, SheetKind } from '@/lib/sheet.ts';
import { IconButton } from '@/ui/button.tsx';
import { Menu } from '@/ui/menu.tsx';
import { toast } from '@/ui/toast.tsx';
import type { Column } from './column.ts';
import { useCountText } from './use-count-text.ts';
import { useSentence } from './use-sentence.ts';

export interface Exported<Row> {
  /** The file's name, without its ending. */
  name: string;
  /** Every row of the filter, all pages. */
  rows: () => Promise<readonly Row[]>;
  /** Columns of the file where they are not those of the list. */
  columns?: readonly SheetColumn<Row>[];
}

export function sheetColumns<Row>(columns: readonly Column<Row>[]): readonly SheetColumn<Row>[] {
  return columns.flatMap((column) => (column.sheet ? [{ header: column.label, ...column.sheet }] : []));
}

export function useExport<Row>(exported: Exported<Row>, columns: readonly Column<Row>[]) {
  const { t, i18n } = useTranslation();
  const sentence = useSentence();
  const [busy, setBusy] = useState(false);
  const save = async (kind: SheetKind) => {
    setBusy(true);
    try {
      const [{ saveSheet }, rows] = await Promise.all([import('@/lib/sheet.ts'), exported.rows()]);
      await saveSheet(exported.name, exported.columns ?? sheetColumns(columns), rows, kind, { sheetName: exported.name, rightToLeft: i18n.dir() === 'rtl' });
      toast({ text: t('kit.exported'), tone: 'ok' });
    } catch (error) {
      toast({ text: sentence(error), tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, save };
}

export function ExportMenu<Row>({ exported, columns, count }: { exported: Exported<Row>; columns: readonly Column<Row>[]; count: number }) {
  const { t } = useTranslation();
  const text = useCountText();
  const { busy, save } = useExport(exported, columns);
  const what = t('kit.exportOf', { count, shown: text.capped(count) });
  return (
    <Menu
      label={`${t('kit.export')}: ${what}`}
      trigger={<IconButton variant="quiet" icon={Download} label={t('kit.export')} busy={busy} />}
      items={[
        { label: t('kit.exportExcel'), onSelect: () => void save('xlsx') },
        { label: t('kit.exportCsv'), onSelect: () => void save('csv') },
      ]}
    />
  );
}
