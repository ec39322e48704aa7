/* Imports a file as the signed-in person: multipart with `file` and `request` (JSON).
   {kind, action: 'read', sheet?, encoding?, separator?, packed?, currency?} says what the file holds and how its columns might be read; with
   {packed: 'gzip'} the file comes packed. The answer's `content` is the sheet as plain rows (base64): from here on that is the file,
   so that a workbook is taken apart once, and nothing is kept here between two questions.
   {kind, action: 'check' | 'apply', id, separator, header_row, mapping, otherwise?, options, edits?, currency?, time_zone?, places?, amounts?}
   runs import_sheet, dry or for good; otherwise: of each column the field whose blanks it fills; places: {what the file calls a place: the
   branch's code, or null to leave its stock out}, for columns that hold one place's stock; amounts: {a column: the currency beside its
   figures, which are amounts in the business's all the same}.
   A hosted function has 256 MB, 2 s of processor for a question and 150 s until it must answer: see Import in bench/README.md. */
import { Buffer } from 'node:buffer';
import { Growing } from '../_shared/bytes.ts';
import { callAsCaller } from '../_shared/client.ts';
import { Refusal } from '../_shared/errors.ts';
import { json, readBody, readId, readJson, requestTooLarge, serve } from '../_shared/http.ts';
import { colorValues } from './colors.ts';
import { encodings, type Encoding } from './encoding.ts';
import { type FieldName, fieldsOf, type Kind, kinds } from './fields.ts';
import { readFile, tooLarge, unpacked } from './file.ts';
import { mostAsked, mostFile, mostPartsAsked } from './limits.ts';
import { describe } from './reading.ts';
import { type Edits, type ImportRow, readRows } from './rows.ts';
import { Sheet } from './sheet.ts';

interface Report {
  problems: { row: number }[];
  [key: string]: unknown;
}

serve(async (request) => {
  const { file, asked } = await readForm(request);
  const kind = kinds.find((known) => known === asked.kind);
  if (!kind) throw new Refusal('import_kind_unknown', 400);
  if (asked.action === 'read') {
    const bytes = asked.packed === 'gzip' ? await unpacked(file) : new Uint8Array(await file.arrayBuffer());
    return json(
      200,
      await describe(
        await readFile(file.name, bytes, {
          sheet: textOf(asked.sheet),
          encoding: encodings.find((known): known is Encoding => known === asked.encoding),
          separator: textOf(asked.separator),
          currency: textOf(asked.currency),
        }),
        kind,
        textOf(asked.currency),
      ),
    );
  }
  if (asked.action !== 'check' && asked.action !== 'apply') throw new Refusal('request_invalid', 400, { field: 'action' });

  const call = {
    kind,
    id: readId(asked.id, 'id'),
    options: { ...(asked.options as object), file_name: file.name, ...(kind === 'products' ? { color_values: colorValues } : {}) },
    dry_run: asked.action === 'check',
  };
  const mapping = mappingOf(asked.mapping, kind);
  const otherwise = fieldsIn(asked.otherwise ?? [], 'otherwise', kind);
  const header = asked.header_row as number;
  if (!Number.isInteger(header) || header < 0) throw new Refusal('request_invalid', 400, { field: 'header_row' });
  // What was asked is looked at before the file is.
  const [timeZone, places, amounts] = [timeZoneOf(asked.time_zone), placesOf(asked.places), amountsOf(asked.amounts)];
  const sheet = await Sheet.unpack(file);
  const edits = (asked.edits ?? {}) as Edits;
  const decimalMark = asked.separator === ';' ? null : '.';
  const currency = textOf(asked.currency);
  let total = null as number | null;
  const rows = (function* () {
    total = yield* readRows({ kind, rows: sheet, header, mapping, otherwise, edits, decimalMark, currency, timeZone, places, amounts });
  })();
  // Told the arguments' names, PostgREST passes the body on; else it reads all of it to learn them.
  const report = await callAsCaller<Report>(
    request,
    `import_sheet?columns=${[...Object.keys(call), 'rows'].join()}`,
    argumentsOf(call, rows),
  );
  return json(200, { ...report, total_row: total, ...cellsOf(sheet, header, new Set(report.problems.map(({ row }) => row))) });
});

async function readForm(request: Request): Promise<{ file: File; asked: Record<string, unknown> }> {
  const body = await readBody(request, mostFile + 1024 * 1024, tooLarge);
  const [, boundary = ''] = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(request.headers.get('content-type') ?? '') ?? [];
  if (boundary === '') throw new Refusal('request_invalid', 400);
  if (endsOf(body, boundary) > mostPartsAsked) throw requestTooLarge();
  let form: FormData;
  try {
    form = await new Response(body, { headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` } }).formData();
  } catch {
    throw new Refusal('request_invalid', 400);
  }
  const file = form.get('file');
  if (!(file instanceof File)) throw new Refusal('file_missing', 400);
  const asked = String(form.get('request') ?? '{}');
  if (asked.length > mostAsked) throw requestTooLarge();
  return { file, asked: readJson(asked) };
}

/** How many parts of a form end, or more than may: to take apart three hundred thousand empty ones would take twenty seconds. */
function endsOf(body: Uint8Array<ArrayBuffer>, boundary: string): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const mark = `\r\n--${boundary}`;
  let ends = 0;
  for (let at = bytes.indexOf(mark); at >= 0 && ends <= mostPartsAsked; at = bytes.indexOf(mark, at + 1)) ends++;
  return ends;
}

/** The arguments as JSON, made piece by piece: as one text they would be the largest thing in memory. Bytes and no stream, so
    that they can be sent again when the line to the database was closed just then. */
function argumentsOf(call: Record<string, unknown>, rows: Iterable<ImportRow>): Uint8Array<ArrayBuffer> {
  const whole = new Growing();
  let piece = `${jsonOf(call).slice(0, -1)},"rows":[`;
  let comma = '';
  for (const row of rows) {
    piece += comma + jsonOf(row);
    comma = ',';
    if (piece.length > 16 * 1024) {
      whole.text(piece);
      piece = '';
    }
  }
  if (comma === '') throw new Refusal('file_no_rows', 422);
  whole.text(`${piece}]}`);
  return whole.whole();
}

/** What Postgres cannot keep, a NUL or half a letter, as the mark of what could not be read: the database names its cell. */
function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  if (!/\\u(0000|d[89a-f])/.test(json)) return json;
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.replaceAll('\0', '\uFFFD').toWellFormed() : part));
}

/** The heads and the rows that have problems, as they stand in the file. */
function cellsOf(sheet: Sheet, header: number, wanted: Set<number>) {
  let headers: string[] = [];
  const cells: Record<string, string[]> = {};
  let missing = wanted.size;
  for (const line of sheet) {
    if (line.row === header) headers = line.cells;
    if (wanted.has(line.row)) {
      cells[line.row] = line.cells;
      missing--;
    }
    if (missing === 0 && line.row >= header) break;
  }
  return { headers, cells };
}

/** Of each column the field that is asked for it. */
function fieldsIn(value: unknown, name: string, kind: Kind): (FieldName | null)[] {
  if (!Array.isArray(value)) throw new Refusal('request_invalid', 400, { field: name });
  return value.map((field: unknown) => (fieldsOf[kind] as readonly FieldName[]).find((known) => known === field) ?? null);
}

function mappingOf(value: unknown, kind: Kind): (FieldName | null)[] {
  const mapping = fieldsIn(value, 'mapping', kind);
  // Stock by place stands in a column for each.
  const used = mapping.filter((field) => field !== null && field !== 'quantity');
  const twice = used.find((field, at) => used.indexOf(field) !== at);
  if (twice) throw new Refusal('column_twice', 400, { field: twice });
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

/** One that there is: of another the days would be nobody's. */
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
