/* Imports a file as the signed-in person: multipart with `file` and `request` (JSON).
   {kind, action: 'read', sheet?, encoding?, separator?, packed?, currency?} describes the file and suggests its mapping;
   with {packed: 'gzip'} the file is gzipped. The response's `content` is the sheet as plain rows, gzipped (base64): the client sends it as
   `file` from then on, so that a workbook is parsed only once and nothing is stored here between requests.
   {kind, action: 'check' | 'apply', id, separator, header_row, mapping, otherwise?, options, edits?, currency?, time_zone?, places?, amounts?}
   runs import_sheet, with dry_run for 'check'; otherwise: for each column the field whose blank cells it fills; places: {name of a place in
   the file: the branch's code, or null to skip its stock}, for columns with the stock of one place; amounts: {column: the currency given for
   its figures, which are nevertheless amounts in the business's currency}.
   A hosted function has 256 MB, 2 s of CPU per request and 150 s until it must respond: see Import in bench/README.md. */
import { Buffer } from 'node:buffer';
import { free } from '../_shared/bytes.ts';
import { callAsCaller } from '../_shared/client.ts';
import { Refusal } from '../_shared/errors.ts';
import { json, readBody, readId, readJson, requestTooLarge, serve } from '../_shared/http.ts';
import { colorValues } from './colors.ts';
import { encodings, type Encoding } from './encoding.ts';
import { type FieldName, fieldsOf, type Kind, kinds } from './fields.ts';
import { gunzipFile, readFile, tooLarge } from './file.ts';
import { maxRequestLength, maxFile, maxFormParts } from './limits.ts';
import { describe } from './reading.ts';
import { type Edits, type ImportRow, readRows } from './rows.ts';
import { Sheet } from './sheet.ts';

interface Report {
  problems: { row: number }[];
  [key: string]: unknown;
}

serve(async (request) => {
  const { file, params } = await readForm(request);
  const kind = kinds.find((known) => known === params.kind);
  if (!kind) throw new Refusal('import_kind_unknown', 400);
  if (params.action === 'read') {
    const bytes = params.packed === 'gzip' ? await gunzipFile(new Blob([file.bytes])) : file.bytes;
    const read = await readFile(file.name, bytes, {
      sheet: textOf(params.sheet),
      encoding: encodings.find((known): known is Encoding => known === params.encoding),
      separator: textOf(params.separator),
      currency: textOf(params.currency),
    });
    free(bytes);
    const answer = await describe(read, kind, textOf(params.currency));
    read.sheet.free();
    return json(200, answer);
  }
  if (params.action !== 'check' && params.action !== 'apply') throw new Refusal('request_invalid', 400, { field: 'action' });

  const call = {
    kind,
    id: readId(params.id, 'id'),
    options: { ...(params.options as object), file_name: file.name, ...(kind === 'products' ? { color_values: colorValues } : {}) },
    dry_run: params.action === 'check',
  };
  const mapping = mappingOf(params.mapping, kind);
  const otherwise = parseFields(params.otherwise ?? [], 'otherwise', kind);
  const header = params.header_row as number;
  if (!Number.isInteger(header) || header < 0) throw new Refusal('request_invalid', 400, { field: 'header_row' });
  // The parameters are validated before the file is unpacked.
  const [timeZone, places, amounts] = [timeZoneOf(params.time_zone), placesOf(params.places), amountsOf(params.amounts)];
  const sheet = await Sheet.unpack(new Blob([file.bytes]));
  const edits = (params.edits ?? {}) as Edits;
  // Files separated by semicolons often have decimal commas, so the mark is detected.
  const decimalMark = params.separator === ';' ? null : '.';
  const currency = textOf(params.currency);
  let total = null as number | null;
  const states: Record<string, number> = {};
  const onLeftOut = (_: number, state: string) => void (states[state] = (states[state] ?? 0) + 1);
  const rows = function* () {
    const columns = { header, mapping, otherwise, decimalMark, currency, timeZone, places, amounts } as const;
    total = yield* readRows({ kind, rows: sheet, edits, onLeftOut, ...columns });
  };
  // With ?columns, PostgREST forwards the body unparsed; otherwise it parses all of it to find the argument names.
  const report = await callAsCaller<Report>(request, `import_sheet?columns=${[...Object.keys(call), 'rows'].join()}`, () =>
    argumentsOf(call, rows()),
  );
  const original = cellsOf(sheet, header, new Set(report.problems.map(({ row }) => row)));
  sheet.free();
  return json(200, { ...report, total_row: total, left_out: states, ...original });
});

interface Upload {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

async function readForm(request: Request): Promise<{ file: Upload; params: Record<string, unknown> }> {
  const body = await readBody(request, maxFile + 1024 * 1024, tooLarge);
  const [, boundary = ''] = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(request.headers.get('content-type') ?? '') ?? [];
  if (boundary === '') throw new Refusal('request_invalid', 400);
  let file: Upload | undefined;
  let params = '{}';
  for (const { head, bytes } of partsOf(body, boundary)) {
    const [disposition = ''] = /^content-disposition:.*/im.exec(head) ?? [];
    const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1];
    const fileName = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1];
    if (name === 'file' && fileName !== undefined) file = { name: fileName.replaceAll('%22', '"'), bytes };
    else if (name === 'request') {
      if (bytes.length > maxRequestLength) throw requestTooLarge();
      params = new TextDecoder().decode(bytes);
    }
  }
  if (!file) throw new Refusal('file_missing', 400);
  return { file, params: readJson(params) };
}

interface Part {
  head: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The parts of a form, as views of its bytes. formData() would copy the file twice, and take 20 s for 300,000 empty parts. */
function partsOf(body: Uint8Array<ArrayBuffer>, boundary: string): Part[] {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const mark = `\r\n--${boundary}`;
  const parts: Part[] = [];
  if (bytes.indexOf(mark.slice(2)) !== 0) throw new Refusal('request_invalid', 400);
  // Another part follows a mark with a line end; the last mark ends with two dashes.
  for (let at = mark.length - 2; bytes[at] === 13; ) {
    const headEnd = bytes.indexOf('\r\n\r\n', at);
    const end = headEnd === -1 ? -1 : bytes.indexOf(mark, headEnd + 2);
    if (end === -1) throw new Refusal('request_invalid', 400);
    if (parts.push({ head: bytes.toString('utf8', at, headEnd), bytes: body.subarray(headEnd + 4, end) }) > maxFormParts)
      throw requestTooLarge();
    at = end + mark.length;
  }
  return parts;
}

/** The arguments as JSON in pieces: whole, they would be the largest object in memory. If a row is refused they end in the middle of the
    array, so that the database cannot mistake them for the whole array. */
function* argumentsOf(call: Record<string, unknown>, rows: Iterable<ImportRow>): Generator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let piece = `${jsonOf(call).slice(0, -1)},"rows":[`;
  let comma = '';
  for (const row of rows) {
    piece += comma + jsonOf(row);
    comma = ',';
    if (piece.length > 8 * 1024) {
      yield encoder.encode(piece);
      piece = '';
    }
  }
  if (comma === '') throw new Refusal('file_no_rows', 422);
  yield encoder.encode(`${piece}]}`);
}

/** Replaces what Postgres cannot store (NUL, lone surrogates) by U+FFFD; the database then reports the cell. */
function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/\\u(0000|d[89a-f])/.test(json)) return json;
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.replaceAll('\0', '\uFFFD').toWellFormed() : part));
}

/** The original cells of the header and of the rows with problems. */
function cellsOf(sheet: Sheet, header: number, wantedRows: Set<number>) {
  let headers: string[] = [];
  const cells: Record<string, string[]> = {};
  let missing = wantedRows.size;
  for (const line of sheet) {
    if (line.row === header) headers = line.cells;
    if (wantedRows.has(line.row)) {
      cells[line.row] = line.cells;
      missing--;
    }
    if (missing === 0 && line.row >= header) break;
  }
  return { headers, cells };
}

/** The field of each column as sent; unknown fields become null. */
function parseFields(value: unknown, name: string, kind: Kind): (FieldName | null)[] {
  if (!Array.isArray(value)) throw new Refusal('request_invalid', 400, { field: name });
  return value.map((field: unknown) => (fieldsOf[kind] as readonly FieldName[]).find((known) => known === field) ?? null);
}

function mappingOf(value: unknown, kind: Kind): (FieldName | null)[] {
  const mapping = parseFields(value, 'mapping', kind);
  // Stock by place has one quantity column per place.
  const used = mapping.filter((field) => field !== null && field !== 'quantity');
  const duplicate = used.find((field, index) => used.indexOf(field) !== index);
  if (duplicate) throw new Refusal('column_twice', 400, { field: duplicate });
  return mapping;
}

function placesOf(value: unknown): Record<string, string | null> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || !Object.values(value).every((branch) => branch === null || typeof branch === 'string'))
    throw new Refusal('request_invalid', 400, { field: 'places' });
  return value as Record<string, string | null>;
}

function amountsOf(value: unknown): Record<string, string> {
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || !Object.values(value).every((unit) => typeof unit === 'string'))
    throw new Refusal('request_invalid', 400, { field: 'amounts' });
  return value as Record<string, string>;
}

/** A valid time zone; an unknown one is refused. */
function timeZoneOf(value: unknown): string | undefined {
  const zone = textOf(value);
  try {
    if (zone !== undefined) new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    throw new Refusal('request_invalid', 400, { field: 'time_zone' });
  }
  return zone;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
