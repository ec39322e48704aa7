import { describe, expect, it } from 'vitest';
import { utils, write } from 'npm:@e965/xlsx@0.20.3';
import type { Kind } from '../../functions/import/fields.ts';
import { readCase } from './read.ts';

/* Whole files as other programs write them, with the differences of their exports, and the expected result of
   each. */

export type Row = Record<string, string | number>;

export interface Export {
  is: string;
  kind?: Kind;
  /** Separated by bars. */
  heads: string;
  /** By column heading; null is a blank line. */
  rows: (Row | null)[];
  as?: 'xlsx' | 'semicolons' | 'windows-1256' | 'bom' | 'tabs';
  /** The detected program; that of its list by default. */
  system?: string | null;
  /** Fields that the user is asked about. */
  asked?: string[];
  /**
   * Columns left out because a record has only one value of the field: the field, its headings, and the number
   * of values if only those of further rows.
   */
  further?: [field: string, heads: string[], values?: number][];
  /** The row of the file that is skipped as a total. */
  total?: number;
  places?: string[];
  /** How many rows are left out, by their state in the other program. */
  leftOut?: Record<string, number>;
  /** In order, without their row numbers. */
  comes: object[];
}

const letters1256 = new Map(
  Array.from({ length: 256 }, (_, byte): [string, number] => [new TextDecoder('windows-1256').decode(new Uint8Array([byte])), byte]),
);

export function bytesOf({ heads, rows, as }: Export): Uint8Array<ArrayBuffer> {
  const names = heads.split('|');
  const table = [names, ...rows.map((row) => (row ? names.map((name) => row[name] ?? '') : names.map(() => '')))];
  if (as === 'xlsx') {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(table), 'Export');
    return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
  }
  const separator = as === 'semicolons' ? ';' : as === 'tabs' ? '\t' : ',';
  const quoted = (cell: string | number) =>
    typeof cell === 'string' && /[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : String(cell);
  const text = (as === 'bom' ? '\ufeff' : '') + table.map((cells) => cells.map(quoted).join(separator)).join('\r\n') + '\r\n';
  return as === 'windows-1256' ? Uint8Array.from(text, (letter) => letters1256.get(letter)!) : new TextEncoder().encode(text);
}

/** Checks that each file is read as intended. program: the expected one. */
export const readExports = (program: string, its: readonly Export[]) =>
  describe(program, () => {
    it.each(its)('$is', async (file) => {
      const { kind = 'products', system = program, asked = [], further = [], total = null, as } = file;
      const read = await readCase(as === 'xlsx' ? 'export.xlsx' : 'export.csv', kind, { bytes: bytesOf(file) });
      expect(read.rows.map(({ row: _, ...row }) => row)).toEqual(file.comes);
      expect([read.system, read.contested.map(({ field }) => field)]).toEqual([system, asked]);
      expect(
        read.further.map(({ columns, ...one }) => [
          one.field,
          columns.map((at) => read.headers[at]),
          ...('values' in one ? [one.values] : []),
        ]),
      ).toEqual(further);
      expect(read.total).toBe(total);
      expect(read.leftOut).toEqual(file.leftOut ?? {});
      if (file.places) expect(read.places.filter(Boolean)).toEqual(file.places);
    });
  });

/** Reads a file as the wizard proposes, except for the columns with these headings, which a user removed. */
export async function without(file: Export, out: readonly string[]) {
  const given = { bytes: bytesOf(file) };
  const { headers, mapping, otherwise } = await readCase('export.csv', file.kind ?? 'products', given);
  const kept = <Field>(field: Field, index: number) => (out.includes(headers[index] ?? '') ? null : field);
  const { rows } = await readCase('export.csv', file.kind ?? 'products', {
    ...given,
    mapping: mapping.map(kept),
    otherwise: otherwise.map(kept),
  });
  return rows.map(({ row: _, ...row }) => row);
}
