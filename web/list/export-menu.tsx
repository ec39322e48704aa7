import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import type { SheetColumn, SheetKind } from '@/lib/sheet.ts';
import { Button, IconButton } from '@/ui/button.tsx';
import { Menu } from '@/ui/menu.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { toast } from '@/ui/toast.tsx';
import type { Column, Exported } from './column.ts';
import { useCountText } from './use-count-text.ts';

export function sheetColumns<Row>(columns: readonly Column<Row>[]): readonly SheetColumn<Row>[] {
  return columns.flatMap((column) => (column.sheet ? [{ header: column.label, ...column.sheet }] : []));
}

function useExport<Row>(exported: Exported<Row>, visible: readonly Column<Row>[]) {
  const translation = useTranslation();
  const [busy, setBusy] = useState(false);
  const exportAs = async (kind: SheetKind, columns = visible) => {
    setBusy(true);
    const toastId = newId();
    try {
      const { exportRows } = await import('./export-rows.ts');
      await exportRows(exported, exported.columns ?? sheetColumns(columns), kind, translation, toastId);
    } catch (error) {
      const { t } = translation;
      toast(
        {
          text: t('kit.exportFailed', { why: errorText(t, error) }),
          tone: 'bad',
          action: { label: t('ui.retry'), run: () => exportAs(kind, columns) },
        },
        toastId,
      );
    } finally {
      setBusy(false);
    }
  };
  return { busy, exportAs };
}

interface ExportProps<Row> {
  exported: Exported<Row>;
  columns: readonly Column<Row>[];
}

export function ExportButton<Row>({ exported, columns }: ExportProps<Row>) {
  const { t } = useTranslation();
  const { busy, exportAs } = useExport(exported, columns);
  return (
    <Button variant="quiet" icon={Download} busy={busy} onClick={() => void exportAs('xlsx')}>
      {t('kit.export')}
    </Button>
  );
}

/** `all`: the list's columns, if `columns` are only those that are shown. */
export function ExportMenu<Row>({ exported, columns, all = columns }: ExportProps<Row> & { all?: readonly Column<Row>[] }) {
  const { t } = useTranslation();
  const text = useCountText();
  const { busy, exportAs } = useExport(exported, columns);
  const { count } = exported;
  const further = sheetColumns(all).length - sheetColumns(columns).length;
  const items: MenuEntry[] = [
    { label: t('kit.exportExcel'), hint: t('kit.exportExcelHint'), onSelect: () => void exportAs('xlsx') },
    { label: t('kit.exportCsv'), hint: t('kit.exportCsvHint'), onSelect: () => void exportAs('csv') },
  ];
  if (further > 0)
    items.push('line', {
      label: t('kit.exportAll'),
      hint: t('kit.exportAllHint', { count: further }),
      onSelect: () => void exportAs('xlsx', all),
    });
  return (
    <Menu
      label={count === undefined ? t('kit.export') : `${t('kit.export')}: ${t('kit.exportOf', { count, shown: text.capped(count) })}`}
      trigger={<IconButton variant="quiet" icon={Download} label={t('kit.export')} busy={busy} />}
      items={items}
    />
  );
}
