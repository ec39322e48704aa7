/* A receipt as dots: the same content in the same order as its PDF, drawn by the browser's text engine. */
import { inLetters } from '../pdf/letters.ts';
import { directionOf, type Paper } from '../pdf/paper.ts';
import { barsOf, squareOf, type Code } from './code.ts';
import { dotsOf, dotsPerMm, type Dots } from './dots.ts';
import { fontOf, isDrawn, loadFaces, measureIn, type Direction } from './draw.ts';
import { wrapText, fitText } from './layout.ts';

type Align = 'start' | 'center' | 'end';
type Draw = (context: CanvasRenderingContext2D) => void;

/** The printable width in dots: 72 mm of an 80 mm roll, 48 mm of a 58 mm one. */
export const rollDots = (paperWidth: number | null, dpi: number): number =>
  Math.round(((paperWidth !== null && paperWidth < 70 ? 48 : 72) * dotsPerMm(dpi)) / 8) * 8;

/** The drawing of a receipt, from top to bottom, with its current height. */
class Roll {
  readonly draws: Draw[] = [];
  top = 0;
  readonly width: number;
  readonly direction: Direction;
  readonly unit: number;

  constructor(width: number, direction: Direction) {
    this.width = width;
    this.direction = direction;
    this.unit = width / 576;
  }

  get measure() {
    const measure = measureIn(this.direction);
    return (text: string, size: number, weight: number) => measure(inLetters(text, isDrawn), size, weight);
  }

  /** One text within a box; `code`: always left to right. */
  private addText(text: string, size: number, weight: number, align: Align, from: number, room: number, code = false): void {
    const rtl = this.direction === 'rtl';
    const physical = align === 'center' ? 'center' : (align === 'start') === rtl ? 'right' : 'left';
    const x = align === 'center' ? from + room / 2 : physical === 'right' ? from + room : from;
    const y = this.top + size * 0.95;
    this.draws.push((context) => {
      context.font = fontOf(this.direction, size, weight);
      context.textAlign = physical;
      context.direction = code ? 'ltr' : directionOf(text, this.direction);
      context.fillText(inLetters(text, isDrawn), x, y);
    });
  }

  gap(by: number): void {
    this.top += by * this.unit;
  }

  lines(text: string, dots: number, weight: number, align: Align, code = false): void {
    const size = dots * this.unit;
    for (const line of wrapText(text, this.width, (one) => this.measure(one, size, weight))) {
      const {
        lines: [fitted = ''],
        size: fitting,
      } = fitText(line, this.width, size, weight, 1, this.measure);
      this.addText(fitted, fitting, weight, align, 0, this.width, code);
      this.top += size * 1.3;
    }
  }

  /** A label at the start and its value at the end; a value too wide for the line goes below. */
  pair(label: string, value: string, dots: number, weight: number, code = false): void {
    const size = dots * this.unit;
    const wide = this.measure(value, size, weight);
    const room = this.width - this.measure(label, size, weight) - size;
    this.addText(label, size, weight, 'start', 0, this.width);
    if (wide > room) this.top += size * 1.3;
    const { lines, size: fitted } = fitText(value, this.width, size, weight, 3, this.measure);
    for (const line of wide > room ? lines : [value]) {
      this.addText(line, wide > room ? fitted : size, weight, 'end', 0, this.width, code);
      this.top += size * 1.3;
    }
  }

  /** Numbers side by side, each right-aligned in its column. */
  figures(cells: readonly string[], dots: number, weight: number): void {
    const size = dots * this.unit;
    const column = this.width / cells.length;
    cells.forEach((cell, index) => {
      const place = this.direction === 'rtl' ? cells.length - 1 - index : index;
      const {
        lines: [text = ''],
        size: fitted,
      } = fitText(cell, column - size * 0.4, size, weight, 1, this.measure);
      this.addText(text, fitted, weight, 'end', place * column, column, true);
    });
    this.top += size * 1.3;
  }

  rule(thick = 1): void {
    const y = Math.round(this.top + 5 * this.unit);
    this.draws.push((context) => context.fillRect(0, y, this.width, Math.max(1, Math.round(thick * this.unit))));
    this.gap(12);
  }

  /** As many whole dots per module as fit; `high`: the height of a row, by default one module. */
  code({ width, height, dark, quiet: [before, after] }: Code, room: number, high?: number): void {
    const module = Math.max(1, Math.floor(room / (width + before + after)));
    const tall = high === undefined ? module : Math.round(high * this.unit);
    const from = Math.round((this.width - width * module) / 2);
    const top = Math.round(this.top);
    this.draws.push((context) =>
      dark.forEach(
        (isDark, index) =>
          isDark && context.fillRect(from + (index % width) * module, top + Math.floor(index / width) * tall, module, tall),
      ),
    );
    this.top += height * tall;
  }

  picture(image: ImageBitmap): void {
    const scale = Math.min((320 * this.unit) / image.width, (120 * this.unit) / image.height, 1);
    const [width, height, top] = [image.width * scale, image.height * scale, this.top];
    this.draws.push((context) => context.drawImage(image, (this.width - width) / 2, top, width, height));
    this.top += height;
  }
}

/** Null where the logo cannot be loaded, so that printing does not fail. */
async function logoOf(address: string | undefined): Promise<ImageBitmap | null> {
  const answer = address ? await fetch(address, { signal: AbortSignal.timeout(2_000) }).catch(() => null) : null;
  return answer?.ok ? createImageBitmap(await answer.blob()).catch(() => null) : null;
}

export async function drawReceipt(paper: Paper, width: number): Promise<Dots> {
  const { letterhead, facts, columns, rows, totals } = paper;
  const [square, bars, logo] = await Promise.all([
    paper.qr ? squareOf(paper.qr) : null,
    paper.hasBars ? barsOf(paper.number) : null,
    logoOf(letterhead.logo),
    loadFaces(JSON.stringify({ ...paper, rows: rows.flat().join(' ') })),
  ]);
  const roll = new Roll(width, paper.language === 'ar' ? 'rtl' : 'ltr');
  if (logo) roll.picture(logo);
  const addCentred = (text = '') =>
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .forEach((line) => roll.lines(line, 21, 600, 'center'));
  roll.lines(letterhead.name, 34, 700, 'center');
  addCentred(paper.above);
  for (const { label, value, code: isCode } of letterhead.facts) roll.pair(label, value, 21, 600, isCode);
  roll.gap(6);
  roll.lines(paper.title, 23, 600, 'center');
  roll.lines(paper.number, 28, 700, 'center', true);
  if (paper.status) roll.lines(paper.status, 26, 700, 'center');
  roll.rule();
  for (const { label, value, code: isCode } of facts) roll.pair(label, value, 21, 600, isCode);
  roll.rule();
  const [texts, figures] = [
    columns.flatMap(({ kind }, index) => (kind === 'figure' ? [] : [index])),
    columns.flatMap(({ kind }, index) => (kind === 'figure' ? [index] : [])),
  ];
  roll.figures(
    figures.map((at) => columns[at]?.label ?? ''),
    19,
    600,
  );
  for (const row of rows) {
    for (const at of texts) if (row[at]) roll.lines(row[at] ?? '', 23, 700, 'start');
    roll.figures(
      figures.map((at) => row[at] ?? ''),
      22,
      600,
    );
    roll.gap(3);
  }
  roll.rule();
  for (const { label, value, final } of totals) roll.pair(label, value, final ? 32 : 22, final ? 700 : 600, true);
  roll.rule(2);
  if (square) {
    roll.gap(8);
    roll.code(square, 290 * roll.unit);
    roll.gap(10);
  }
  if (bars) {
    roll.gap(8);
    roll.code(bars, width, 70);
    roll.gap(10);
  }
  if (paper.notes) roll.lines(paper.notes.value, 20, 600, 'center');
  addCentred(paper.below);
  roll.lines(paper.printed, 18, 600, 'center');
  return paint(roll);
}

function paint({ draws, width, top }: Roll): Dots {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height: Math.ceil(top) + 4 });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser draws nothing');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const draw of draws) draw(context);
  return dotsOf(context.getImageData(0, 0, canvas.width, canvas.height));
}
