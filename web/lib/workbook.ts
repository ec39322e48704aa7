/* A workbook of one sheet, written row by row into its zip: as objects, the cells of a hundred thousand rows take a gigabyte. */
import { strToU8, Zip, ZipDeflate } from 'fflate';

export interface WorkbookCell {
  /** Text becomes a text cell, which no program runs as a formula; a date is a number of days since 1900. */
  type: 'text' | 'code' | 'number' | 'money' | 'date' | 'flag';
  value: string;
}

interface WorkbookSheet {
  name: string;
  rightToLeft: boolean;
  /** Of money. */
  decimals: number;
  /** By column, in characters. */
  widths: readonly number[];
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/* Indexes in the list of styles. */
const STYLES = ['general', 'code', 'date', 'money'];
const styleXml = (decimals: number) =>
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm"/><numFmt numFmtId="165" formatCode="${decimals > 0 ? `#,##0.${'0'.repeat(decimals)}` : '#,##0'}"/></numFmts><fonts count="1"><font><sz val="12"/><name val="Calibri"/></font></fonts>` +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>' +
  `<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4">${[0, 49, 164, 165].map((format) => `<xf numFmtId="${format}" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;

const relations = (...targets: [type: string, target: string][]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets.map(([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

export function zippedWorkbook(rows: Iterable<readonly (WorkbookCell | null)[]>, count: number, sheet: WorkbookSheet): Blob {
  return zipOf(
    {
      '[Content_Types].xml': [
        `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
          `${[
            ['workbook', 'sheet.main'],
            ['worksheets/sheet1', 'worksheet'],
            ['styles', 'styles'],
          ]
            .map(([part, type]) => `<Override PartName="/xl/${part}.xml" ContentType="${TYPE}.${type}+xml"/>`)
            .join('')}</Types>`,
      ],
      '_rels/.rels': [relations(['officeDocument', 'xl/workbook.xml'])],
      'xl/workbook.xml': [
        `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ],
      'xl/_rels/workbook.xml.rels': [relations(['worksheet', 'worksheets/sheet1.xml'], ['styles', 'styles.xml'])],
      'xl/styles.xml': [styleXml(sheet.decimals)],
      'xl/worksheets/sheet1.xml': sheetXml(rows, count, sheet),
    },
    `${TYPE}.sheet`,
  );
}

function* sheetXml(
  rows: Iterable<readonly (WorkbookCell | null)[]>,
  count: number,
  { widths, rightToLeft }: WorkbookSheet,
): Generator<string> {
  const columns = widths.map((_, index) => lettersOf(index));
  const all = `A1:${columns.at(-1) ?? 'A'}${count}`;
  yield `${XML}<worksheet xmlns="${MAIN}"><dimension ref="${all}"/><sheetViews><sheetView workbookViewId="0"${rightToLeft ? ' rightToLeft="1"' : ''}/></sheetViews>` +
    `<cols>${widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width + 0.83203125}" customWidth="1"/>`).join('')}</cols><sheetData>`;
  let place = 0;
  let piece = '';
  for (const row of rows) {
    place += 1;
    piece += `<row r="${place}">`;
    row.forEach((cell, index) => (piece += cell ? cellXml(cell, `${columns[index]}${place}`) : ''));
    piece += '</row>';
    if (piece.length < 65_536) continue;
    yield piece;
    piece = '';
  }
  // Excel would otherwise mark barcodes as numbers stored as text.
  yield `${piece}</sheetData><ignoredErrors><ignoredError numberStoredAsText="1" sqref="${all}"/></ignoredErrors></worksheet>`;
}

function cellXml({ type, value }: WorkbookCell, place: string): string {
  const styled = STYLES.includes(type) ? ` s="${STYLES.indexOf(type)}"` : '';
  if (type === 'text' || type === 'code')
    return `<c r="${place}"${styled} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  return `<c r="${place}"${styled}${type === 'flag' ? ' t="b"' : ''}><v>${value}</v></c>`;
}

/* Characters that XML cannot contain are written as _xHHHH_; text that looks like this is escaped. */
const escaped = (text: string) =>
  text
    .replace(/_x[0-9a-f]{4}_/gi, '_x005F$&')
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Zips one file after the other, compressing each piece as it comes. */
function zipOf(files: Record<string, Iterable<string>>, type: string): Blob {
  const parts: BlobPart[] = [];
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part as Uint8Array<ArrayBuffer>);
  });
  for (const [path, pieces] of Object.entries(files)) {
    const file = new ZipDeflate(path);
    zip.add(file);
    for (const piece of pieces) file.push(strToU8(piece));
    file.push(new Uint8Array(), true);
  }
  zip.end();
  return new Blob(parts, { type });
}
