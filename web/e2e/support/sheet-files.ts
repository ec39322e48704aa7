/* Spreadsheet files for import tests. */
import { utils, write } from '@e965/xlsx';

export interface SheetFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

export function sheetFile(name: string, rows: unknown[][], bookType: 'xlsx' | 'biff8' = 'xlsx'): SheetFile {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet');
  return {
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: write(book, { type: 'buffer', bookType }) as Buffer,
  };
}

export const csvFile = (name: string, rows: unknown[][]): SheetFile => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(rows.map((row) => row.join(',')).join('\n')),
});
