/* Imports a file as the signed-in person: multipart with `file` and `request` (JSON); with {packed: 'gzip'} the file comes packed.
   The file comes with each question, since a function keeps nothing and half-done imports would need a place and an end.
   {kind, action: 'read', sheet?, encoding?, separator?} says what the file holds and how its columns might be read.
   {kind, action: 'check' | 'apply', id, header_row, mapping, options, edits?, …} runs import_sheet, dry or for good. */
import { callAsCaller } from '../_shared/client.ts';
import { Refusal } from '../_shared/errors.ts';
import { json, readId, readJson, serve } from '../_shared/http.ts';
import { colorValues } from './colors.ts';
import { encodings, type Encoding } from './encoding.ts';
import { mostRows } from './excel.ts';
import { type FieldName, fieldsOf, findHeader, isShopify, type Kind, kinds, suggestMapping } from './fields.ts';
import { mostMegabytes, readFile, type SheetFile, unpacked } from './file.ts';
import { type Edits, type ImportRow, readRows } from './rows.ts';

interface Report {
  problems: { row: number }[];
  [key: string]: unknown;
}

serve(async (request) => {
  if (Number(request.headers.get('content-length') ?? 0) > (mostMegabytes + 1) * 1024 * 1024) {
    throw new Refusal('file_too_large', 413, { max_mb: mostMegabytes });
  }
  const { name, bytes, asked } = await readForm(request);
  const kind = kinds.find((known) => known === asked.kind);
  if (!kind) throw new Refusal('import_kind_unknown', 400);
  const read = await readFile(name, bytes, {
    sheet: textOf(asked.sheet),
    encoding: encodings.find((known): known is Encoding => known === asked.encoding),
    separator: textOf(asked.separator),
  });
  const header = typeof asked.header_row === 'number' ? asked.header_row - 1 : findHeader(read.rows, kind);
  if (header < 0) throw new Refusal('file_empty', 422);
  if (asked.action === 'read') return json(200, describe(read, header, kind));
  if (asked.action !== 'check' && asked.action !== 'apply') throw new Refusal('request_invalid', 400, { field: 'action' });

  const rows = readRows({
    kind,
    rows: read.rows,
    header,
    mapping: mappingOf(asked.mapping, kind),
    edits: (asked.edits ?? {}) as Edits,
    decimalMark: read.separator === ';' ? null : '.',
  });
  const report = await callAsCaller<Report>(request, 'import_sheet', callOf({
    kind,
    id: readId(asked.id, 'id'),
    options: { ...(asked.options as object), file_name: name, ...(kind === 'products' ? { color_values: colorValues } : {}) },
    dry_run: asked.action === 'check',
  }, rows));
  const wanted = new Set(report.problems.map(({ row }) => row));
  const cells = Object.fromEntries([...wanted].map((row) => [row, read.rows[row - 1] ?? []]));
  return json(200, { ...report, headers: read.rows[header], cells });
});

async function readForm(request: Request): Promise<{ name: string; bytes: Uint8Array; asked: Record<string, unknown> }> {
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    throw new Refusal('request_invalid', 400);
  }
  const file = form.get('file');
  if (!(file instanceof File)) throw new Refusal('file_missing', 400);
  const asked = readJson(String(form.get('request') ?? '{}'));
  return { name: file.name, bytes: asked.packed === 'gzip' ? await unpacked(file) : new Uint8Array(await file.arrayBuffer()), asked };
}

/** The arguments as JSON, made piece by piece: as one text they would be the largest thing in memory. Bytes and no stream, so
    that they can be sent again when the line to the database was closed just then. */
function callOf(args: Record<string, unknown>, rows: Iterable<ImportRow>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  let piece = `${JSON.stringify(args).slice(0, -1)},"rows":[`;
  let count = 0;
  for (const row of rows) {
    if (++count > mostRows) throw new Refusal('file_too_many_rows', 413, { max: mostRows });
    piece += (count > 1 ? ',' : '') + JSON.stringify(row);
    if (piece.length > 64 * 1024) {
      pieces.push(encoder.encode(piece));
      piece = '';
    }
  }
  if (count === 0) throw new Refusal('file_no_rows', 422);
  pieces.push(encoder.encode(`${piece}]}`));
  const whole = new Uint8Array(pieces.reduce((size, { length }) => size + length, 0));
  let at = 0;
  for (const part of pieces) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function describe(read: SheetFile, header: number, kind: Kind) {
  const { format, encoding, separator, sheets, sheet } = read;
  const filled = read.rows.slice(header + 1).filter((row) => row.some((cell) => cell.trim() !== ''));
  if (filled.length === 0) throw new Refusal('file_no_rows', 422);
  if (filled.length > mostRows) throw new Refusal('file_too_many_rows', 413, { max: mostRows });
  const headers = (read.rows[header] ?? []).map((head) => head.trim());
  const width = filled.slice(0, 50).reduce((most, row) => Math.max(most, row.length), headers.length);
  while (headers.length < width) headers.push('');
  return {
    format, encoding, separator, sheets, sheet, headers,
    header_row: header + 1,
    shopify: kind === 'products' && isShopify(headers),
    mapping: suggestMapping(headers, kind),
    // Of each column the first values that say something: an empty sample explains nothing.
    samples: headers.map((_, column) => filled.map((row) => (row[column] ?? '').trim()).filter(Boolean).slice(0, 3).map((text) => text.slice(0, 80))),
    rows: filled.length,
  };
}

function mappingOf(value: unknown, kind: Kind): (FieldName | null)[] {
  if (!Array.isArray(value)) throw new Refusal('request_invalid', 400, { field: 'mapping' });
  const mapping = value.map((field: unknown) => (fieldsOf[kind] as readonly FieldName[]).find((known) => known === field) ?? null);
  const used = mapping.filter((field) => field !== null);
  const twice = used.find((field, at) => used.indexOf(field) !== at);
  if (twice) throw new Refusal('column_twice', 400, { field: twice });
  return mapping;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
