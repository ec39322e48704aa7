import { Refusal } from '../_shared/errors.ts';
import { builtInFormats, numberCell } from './cells.ts';
import { lastRow, maxColumns, maxInRow, maxParts, maxSheets, maxStyles, maxText, maxTexts } from './limits.ts';
import { type SheetWriter, tooManyColumns, tooMuchText } from './sheet.ts';
import { attribute, type OnTag, plain, XmlReader } from './xml.ts';
import type { Zip } from './zip.ts';

/* Reads .xlsx workbooks part by part as a stream: only the shared strings and the current row are in memory.
   Formulas are never run: the result saved in the file is read, or the formula itself if no result was saved. */

interface Book {
  sheets: { name: string; part: string; hidden: boolean }[];
  since1904: boolean;
  /** A program wrote the formulas without calculating them: their zeros are no results. */
  isUncalculated: boolean;
  texts?: string;
  styles?: string;
}

/** Reads the names of the sheets, and the cells of one of them: the requested one, or else the first visible one. */
export async function readXlsx(
  zip: Zip,
  wanted: string | undefined,
  rows: SheetWriter,
  currency: string,
): Promise<{ sheets: string[]; sheet: string }> {
  const book = await readBook(zip);
  const chosen = book.sheets.find(({ name }) => name === wanted) ?? book.sheets.find(({ hidden }) => !hidden) ?? book.sheets[0];
  if (!chosen) throw new Refusal('file_empty', 422);
  const texts = new Texts();
  if (book.texts) await readTexts(zip, book.texts, texts);
  const formats = book.styles ? await readFormats(zip, book.styles) : [];
  const read = (isUncalculated: boolean) =>
    readCells(zip, chosen.part, rows, isUncalculated, (value, type, style) => {
      if (type === 's') return texts.at(Number(value));
      if (type === 'b') return /^\s*(1|true)/i.test(value) ? 'true' : 'false';
      if (type !== undefined && type !== 'n') return plain(value);
      const number = value.trim() === '' ? NaN : Number(value);
      return Number.isNaN(number) ? plain(value) : numberCell(number, formats[Number(style ?? -1)] ?? 'General', book.since1904, currency);
    });
  // Programs that keep the zeros of uncalculated formulas when they save a workbook drop its mark.
  if ((await read(book.isUncalculated)) && !book.isUncalculated) {
    rows.clear();
    await read(true);
  }
  return { sheets: book.sheets.map(({ name }) => name), sheet: chosen.name };
}

async function readPart(zip: Zip, part: string, on: OnTag, done?: () => boolean): Promise<void> {
  const reader = new XmlReader(on);
  for await (const text of zip.text(part)) {
    reader.write(text);
    if (done?.()) return;
  }
  reader.end();
}

async function readBook(zip: Zip): Promise<Book> {
  const parts = new Map<string, { type: string; part: string }>();
  await readPart(zip, 'xl/_rels/workbook.xml.rels', (name, attributes) => {
    if (name !== 'Relationship') return;
    if (parts.size === maxParts) throw broken();
    const id = attribute(attributes, 'Id') ?? '';
    parts.set(id, { type: attribute(attributes, 'Type')?.split('/').at(-1) ?? '', part: partOf(attribute(attributes, 'Target') ?? '') });
  });
  const only = (type: string) => [...parts.values()].find((known) => known.type === type && zip.has(known.part))?.part;
  const book: Book = { sheets: [], since1904: false, isUncalculated: false, texts: only('sharedStrings'), styles: only('styles') };
  await readPart(zip, 'xl/workbook.xml', (name, attributes) => {
    if (name === 'workbookPr') book.since1904 = /^(1|true)$/i.test(attribute(attributes, 'date1904') ?? '');
    if (name === 'calcPr') book.isUncalculated = /^(1|true)$/i.test(attribute(attributes, 'fullCalcOnLoad') ?? '');
    const sheet = name === 'sheet' ? parts.get(attribute(attributes, 'id') ?? '') : undefined;
    if (sheet?.type !== 'worksheet') return;
    if (book.sheets.length === maxSheets) throw new Refusal('file_too_many_sheets', 413, { max: maxSheets });
    book.sheets.push({
      name: attribute(attributes, 'name') ?? '',
      part: sheet.part,
      hidden: /hidden/i.test(attribute(attributes, 'state') ?? ''),
    });
  });
  return book;
}

/** The part that a relationship points at; '' for an invalid URL, which matters only if that part is needed. */
function partOf(target: string): string {
  try {
    return decodeURIComponent(new URL(target, 'zip://book/xl/').pathname.slice(1));
  } catch {
    return '';
  }
}

/** Collects the text of all runs of <si> or <is>, without phonetic guides (<rPh>). */
function textReader(): { on: OnTag; take: () => string } {
  let collected = '';
  let isPhonetic = false;
  return {
    on: (name, _, text) => {
      if (name === 'rPh') isPhonetic = true;
      else if (name === '/rPh') isPhonetic = false;
      else if (name === '/t' && !isPhonetic) collected += plain(text);
      if (collected.length > maxInRow) throw new Refusal('file_text_too_long', 413, { max: maxInRow });
    },
    take: () => {
      const taken = collected;
      collected = '';
      return taken;
    },
  };
}

/** Many short strings in little memory: a substring would keep the whole chunk of XML alive. */
class Texts {
  #blocks: string[] = [];
  #open: string[] = [];
  #ends: number[] = [];
  #letters = 0;

  get count(): number {
    return this.#ends.length;
  }

  add(text: string): void {
    this.#open.push(text);
    this.#letters += text.length;
    this.#ends.push(this.#letters);
    if (this.#open.length === 256) this.close();
    if (this.#letters > maxText) throw tooMuchText();
  }

  close(): void {
    this.#blocks.push(this.#open.join(''));
    this.#open = [];
  }

  at(nth: number): string {
    const from = (nth >> 8) * 256;
    const before = from === 0 ? 0 : (this.#ends[from - 1] ?? 0);
    return (
      this.#blocks[nth >> 8]?.slice((nth === from ? before : (this.#ends[nth - 1] ?? 0)) - before, (this.#ends[nth] ?? 0) - before) ?? ''
    );
  }
}

async function readTexts(zip: Zip, part: string, texts: Texts): Promise<void> {
  const text = textReader();
  await readPart(zip, part, (name, attributes, before) => {
    text.on(name, attributes, before);
    if (name !== '/si') return;
    if (texts.count === maxTexts) throw new Refusal('file_too_many_texts', 413, { max: maxTexts });
    texts.add(text.take());
  });
  texts.close();
}

/** The number format of each style that a cell may have. */
async function readFormats(zip: Zip, part: string): Promise<string[]> {
  const own = new Map<number, string>();
  const formats: string[] = [];
  let isInCellStyles = false;
  await readPart(zip, part, (name, attributes) => {
    if (own.size + formats.length > maxStyles) throw new Refusal('file_too_many_styles', 413, { max: maxStyles });
    if (name === 'numFmt') own.set(Number(attribute(attributes, 'numFmtId')), attribute(attributes, 'formatCode') ?? '');
    else if (name === 'cellXfs') isInCellStyles = true;
    else if (name === '/cellXfs') isInCellStyles = false;
    else if (name === 'xf' && isInCellStyles) {
      const id = Number(attribute(attributes, 'numFmtId') ?? 0);
      formats.push(own.get(id) ?? builtInFormats[id] ?? 'General');
    }
  });
  return formats;
}

type CellOf = (value: string, type: string | undefined, style: string | undefined) => string | number;

/** Tags that may follow the merged cells, which follow the rows: reading stops there. */
const tagsAfterMerges = new Set([
  '/mergeCells',
  'phoneticPr',
  'conditionalFormatting',
  'dataValidations',
  'hyperlinks',
  'printOptions',
  'pageMargins',
  'pageSetup',
  'headerFooter',
  'rowBreaks',
  'colBreaks',
  'drawing',
  'legacyDrawing',
  'tableParts',
  'extLst',
]);

/** Answers whether the sheet has formulas and zero is the result of all of them. */
async function readCells(zip: Zip, part: string, rows: SheetWriter, isUncalculated: boolean, cellOf: CellOf): Promise<boolean> {
  const inline = textReader();
  let row = 0;
  let column = -1;
  let cells: (string | number)[] = [];
  let type: string | undefined;
  let style: string | undefined;
  let value = '';
  let formula: string | null = null;
  let zeros = 0;
  let hasResults = false;
  let isAfterRows = false;
  let isDone = false;
  await readPart(
    zip,
    part,
    (name, attributes, text) => {
      if (isDone) return;
      if (isAfterRows) {
        isDone = tagsAfterMerges.has(name);
        if (name !== 'mergeCell') return;
        const [, first = '', from = '', to = ''] = /^([A-Z]+)(\d+):[A-Z]+(\d+)$/i.exec(attribute(attributes, 'ref') ?? '') ?? [];
        rows.merge({ from: Number(from), to: Number(to), column: columnOf(first) });
      } else if (name === '/v') {
        value = text;
        // A formula's saved result may be an empty string.
        if (type === 'str') formula = null;
      } else if (name === '/f') formula = text;
      else if (name === 'c') {
        const place = attribute(attributes, 'r');
        column = place === undefined ? column + 1 : columnOf(place);
        type = attribute(attributes, 't');
        style = attribute(attributes, 's');
        value = '';
        formula = null;
      } else if (name === '/c') {
        const isZero = formula !== null && value !== '' && Number(value) === 0;
        if (isZero) zeros++;
        else if (formula !== null && value !== '') hasResults = true;
        const isResult = value !== '' && !(isUncalculated && isZero);
        const shown =
          type === 'inlineStr' ? inline.take() : isResult ? cellOf(value, type, style) : formula === null ? '' : `=${plain(formula)}`;
        if (shown === '') return;
        if (column >= maxColumns) throw tooManyColumns(row);
        while (cells.length < column) cells.push('');
        cells[column] = shown;
      } else if (name === 'row') {
        row = Number(attribute(attributes, 'r') ?? row + 1);
        if (!(Number.isInteger(row) && row > 0 && row <= lastRow)) throw broken();
        column = -1;
        cells = [];
      } else if (name === '/row') rows.add(row, cells);
      else if (name === '/sheetData') isAfterRows = true;
      else if (type === 'inlineStr') inline.on(name, attributes, text);
    },
    () => isDone,
  );
  return zeros > 0 && !hasResults;
}

const broken = () => new Refusal('file_broken', 422);

/** The index of a cell's column, from 0: 1 for B7. */
function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length; at++) {
    const letter = place.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}
