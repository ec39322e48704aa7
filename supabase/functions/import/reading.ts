import { Buffer } from 'node:buffer';
import { Refusal } from '../_shared/errors.ts';
import { bareWord } from '../_shared/numbers.ts';
import type { FieldName, Kind } from './fields.ts';
import type { SheetFile } from './file.ts';
import { findHeader, isRate, suggestMapping } from './heads.ts';
import { maxRows } from './limits.ts';
import { columnMeaning } from './meaning.ts';
import type { Sheet, SheetRow } from './sheet.ts';
import { columnsByHeader, placesOf, systemOf } from './systems.ts';
import { headerKey } from './text.ts';
import { isOwnCurrency, unitBeside, unitOf } from './units.ts';

/** Describes a file and suggests a mapping of its columns; `content` is its rows, which the client sends with later requests.
    currency: the business's own, which is not reported as a unit. */
export async function describe({ format, encoding, separator, sheets, name, sheet }: SheetFile, kind: Kind, currency = '') {
  const header = headerOf(sheet, kind);
  const headers = header.cells.map((head) => head.trim());
  // The first three non-empty values of each column.
  const samples: string[][] = [];
  // The unit that all figures of a column share; null if they differ or one has none.
  const columnUnits: (string | null)[] = [];
  const meanings = headers.map((head) => columnMeaning(head, kind, currency));
  let rows = 0;
  for (const { row, cells } of sheet) {
    if (row <= header.row) continue;
    rows++;
    for (let column = 0; column < cells.length; column++) {
      meanings[column]?.add(cells[column]!);
      const text = cells[column]?.trim();
      const known = (samples[column] ??= []);
      if (text && known.length < 3) known.push(text.slice(0, 80));
      // A zero needs no unit.
      if (text && columnUnits[column] !== null && /[1-9١-٩۱-۹]/.test(text)) {
        const unit = text.length > 40 ? null : unitBeside(text);
        const before = columnUnits[column];
        columnUnits[column] = before === undefined || (unit && before && bareWord(before) === bareWord(unit)) ? unit : null;
      }
    }
    if (rows <= 50) while (headers.length < cells.length) headers.push('');
  }
  if (rows === 0) throw new Refusal('file_no_rows', 422);
  if (rows > maxRows) throw new Refusal('file_too_many_rows', 413, { max: maxRows });
  const { mapping, otherwise, contested, further, system, knownColumns } = suggestMapping(headers, kind, (column) =>
    Boolean(samples[column]?.length),
  );
  const instead = systemOf(headers, kind)?.instead;
  if (instead) throw new Refusal('file_without_items', 422, { system, instead });
  const unitAt = (column: number): string | null => {
    const head = headers[column] ?? '';
    const field = mapping[column] ?? otherwise[column];
    const headUnit = unitOf(head);
    const units = [columnUnits[column], headUnit.percent || (field && isRate(head, field)) ? '%' : null, headUnit.currency];
    return units.find((unit) => unit && (unit === '%' || (currency !== '' && !isOwnCurrency(unit, currency)))) ?? null;
  };
  return {
    format,
    encoding,
    separator,
    sheets,
    sheet: name,
    headers,
    rows,
    header_row: header.row,
    system,
    mapping,
    otherwise,
    contested,
    further: [...further, ...furtherRowsOf(sheet, header.row, headers, kind, mapping)],
    // The place whose stock a column holds, if its head names one.
    places: placesOf(systemOf(headers, kind), headers),
    // The unit of its figures, if it is not the business's currency.
    units: headers.map((_, column) => unitAt(column)),
    // What is lost if no field takes the column; null for those that the system's reader knows.
    meanings: headers.map((_, column) => (knownColumns.has(column) ? null : (meanings[column]?.found() ?? null))),
    samples: headers.map((_, column) => samples[column] ?? []),
    content: base64(await sheet.pack()),
  };
}

/** For each column, how many values are left out because they are in a record's continuation rows and the field has only one value here. */
function furtherRowsOf(
  sheet: Sheet,
  header: number,
  headers: readonly string[],
  kind: Kind,
  mapping: readonly (FieldName | null)[],
): { field: FieldName; columns: number[]; values: number }[] {
  const isRecord = systemOf(headers, kind)?.isRecord;
  if (!isRecord) return [];
  const columnAt = columnsByHeader(headers.map(headerKey));
  const values = mapping.map(() => 0);
  for (const { row, cells } of sheet) {
    if (row <= header || isRecord((heads) => cells[columnAt(heads)] ?? '')) continue;
    for (const [column, cell] of cells.entries()) if (cell.trim() !== '') values[column] = (values[column] ?? 0) + 1;
  }
  // Options are excepted: they are collected from all rows of a variant.
  return mapping.flatMap((field, column) =>
    field && !field.startsWith('option') && values[column] ? [{ field, columns: [column], values: values[column] }] : [],
  );
}

function headerOf(sheet: Sheet, kind: Kind): SheetRow {
  const first: SheetRow[] = [];
  for (const row of sheet) {
    if (first.push(row) === 15) break;
  }
  const header =
    first[
      findHeader(
        first.map(({ cells }) => cells),
        kind,
      )
    ];
  if (!header) throw new Refusal('file_empty', 422);
  return header;
}

const base64 = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>): string =>
  Buffer.from(buffer, byteOffset, length).toString('base64');
