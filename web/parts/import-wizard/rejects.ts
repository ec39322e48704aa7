import type { TFunction } from 'i18next';
import { saveSheet } from '@/lib/save-sheet.ts';
import type { SheetColumn } from '@/lib/sheet.ts';
import { settings } from '@/lib/settings.ts';
import type { Report } from './import-calls.ts';
import { problemText } from './problem-text.ts';

interface Reject {
  cells: readonly string[];
  row: number;
  reason: string;
}

/** The rows with problems as in the file, each with its reasons: to correct and import again. */
export function rejectSheet(t: TFunction, report: Report): { columns: SheetColumn<Reject>[]; rows: Reject[] } {
  const rows = Object.entries(report.cells)
    .map(([row, cells]) => ({
      row: Number(row),
      cells,
      reason: report.problems
        .filter((problem) => problem.row === Number(row))
        .map((problem) => `${t(`imports.field.${problem.column}`)}: ${problemText(t, problem)}`)
        .join('\n'),
    }))
    .sort((one, other) => one.row - other.row);
  const columns: SheetColumn<Reject>[] = [
    ...report.headers.map((header, index): SheetColumn<Reject> => ({ header, value: (reject) => reject.cells[index] ?? '', kind: 'code' })),
    { header: t('imports.reason'), value: (reject) => reject.reason },
    { header: t('imports.rowInFile'), value: (reject) => reject.row },
  ];
  return { columns, rows };
}

export function saveRejects(t: TFunction, report: Report, fileName: string): Promise<void> {
  const { columns, rows } = rejectSheet(t, report);
  const name = `${fileName.replace(/\.[^.]+$/, '')} – ${t('imports.rejects')}`;
  return saveSheet(name, columns, [rows], 'xlsx', { rightToLeft: settings().language === 'ar' });
}
