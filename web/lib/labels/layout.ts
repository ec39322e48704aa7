/* Positions of everything on a label, in dots. Pure: text widths come from `measure`. */
import type { Code } from './code.ts';
import type { Size } from './dots.ts';

/** The texts of a label, in the reader's language. Only the name is required. */
export interface Wording {
  direction: 'ltr' | 'rtl';
  business?: string;
  name: string;
  second?: string;
  variant?: string;
  sku?: string;
  price?: string;
  currency?: string;
  oldPrice?: string;
  tax?: string;
  digits?: string;
}

interface Text {
  text: string;
  /** x of the left edge, middle or right edge, as `align` says; y of the baseline. */
  x: number;
  y: number;
  align: 'left' | 'center' | 'right';
  size: number;
  weight: number;
  /** Base direction: the label's, or left to right for figures; bidi resolution handles the other script. */
  direction: 'ltr' | 'rtl';
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Placed {
  texts: Text[];
  /** Drawn black: strokes through old prices. */
  strokes: Box[];
  code: (Box & { module: number }) | null;
  /** code_none: no symbology can encode it, or it does not fit; code_thin: a scanner may fail to read it;
      too_much: not enough room for everything. */
  problem: 'code_none' | 'code_thin' | 'too_much' | null;
}

export type Measure = (text: string, size: number, weight: number) => number;

export interface Ground extends Size {
  /** Dots per millimetre. */
  perMm: number;
}

/** Module width in millimetres below which scanners fail (about EAN-13 at 80 %; the same for Code 128). */
const minModule = 0.24;
const maxModule = 0.67;
/** In millimetres, as is minTextSize. */
const minCodeHeight = 5;
const minTextSize = 1.5;
/** As multiples of the text size; Arabic has dots below and hamzas above its letters. */
const ascent = 0.92;
const line = 1.28;

/** The largest module width in whole dots that fits. */
export function moduleOf(code: Code, room: number, perMm: number): number {
  return Math.min(Math.floor(room / (code.width + code.quiet[0] + code.quiet[1])), Math.max(1, Math.floor(maxModule * perMm)));
}

const shrinking = [1, 0.92, 0.85, 0.78, 0.71];

/** Fits a text into a number of lines, as large as possible, at worst without its middle. */
export function fitText(
  text: string,
  room: number,
  size: number,
  weight: number,
  lines: number,
  measure: Measure,
): { lines: string[]; size: number } {
  for (const shrunk of shrinking) {
    const broken = wrapText(text, room, (part) => measure(part, size * shrunk, weight));
    if (broken.length <= lines && broken.every((part) => measure(part, size * shrunk, weight) <= room))
      return { lines: broken, size: size * shrunk };
  }
  const minSize = size * shrinking[shrinking.length - 1]!;
  const broken = wrapText(text, room, (part) => measure(part, minSize, weight));
  const last = truncate(broken.slice(lines - 1).join(' '), (part) => measure(part, minSize, weight) <= room);
  return {
    lines: [...broken.slice(0, lines - 1).map((part) => truncate(part, (one) => measure(one, minSize, weight) <= room)), last],
    size: minSize,
  };
}

/** Breaks at spaces, with each line as full as possible. */
export function wrapText(text: string, room: number, width: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && width(`${last} ${word}`) <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Leaves out the middle, because the names of articles differ at their ends: sizes, colors, numbers. */
function truncate(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const letters = [...graphemes.segment(text)].map(({ segment }) => segment);
  const cut = (kept: number) => {
    const end = Math.floor(kept / 2);
    return `${letters
      .slice(0, kept - end)
      .join('')
      .trimEnd()}…${letters
      .slice(letters.length - end)
      .join('')
      .trimStart()}`;
  };
  let kept = letters.length - 1;
  while (kept > 1 && !fits(cut(kept))) kept -= 1;
  return cut(kept);
}

/** The labels on which a text was cut so that another article's label names it the same. Prices and codes do not name an article. */
export function alike<Label extends { wording: Wording; placed: Placed }>(labels: readonly Label[]): Label[] {
  const byLook = Map.groupBy(labels, ({ wording, placed: { texts } }) => {
    const { business, price, currency, oldPrice, tax, digits } = wording;
    const others = [business, price, currency, oldPrice, tax, digits];
    return JSON.stringify(texts.flatMap(({ text }) => (others.includes(text) ? [] : [text])));
  });
  const meant = ({ wording: { name, second, variant, sku } }: Label) => JSON.stringify([name, second, variant, sku]);
  return [...byLook.values()].filter((group) => new Set(group.map(meant)).size > 1).flat();
}

/** The label of a variant: business, name, variant, price, code. The price is the largest text. */
export function layoutLabel(wording: Wording, ground: Ground, code: Code | null, measure: Measure): Placed {
  const fittingScale = Math.min(ground.height / ground.perMm / 30, ground.width / ground.perMm / 50);
  const startScale = Math.min(Math.max(fittingScale, 0.8), 1.9);
  let placed = layoutAtScale(wording, ground, code, measure, startScale, 2);
  // The text shrinks before the code becomes too low to be scanned.
  for (let scale = startScale; placed.problem === 'too_much' && scale * 2.2 * 0.93 >= minTextSize; scale *= 0.93)
    placed = layoutAtScale(wording, ground, code, measure, scale * 0.93, 1);
  return placed;
}

function layoutAtScale(
  wording: Wording,
  { width, height, perMm }: Ground,
  code: Code | null,
  measure: Measure,
  scale: number,
  nameLines: number,
): Placed {
  const margin = Math.round(Math.min(1.5, 0.04 * (height / perMm)) * perMm);
  const room = width - 2 * margin;
  const [start, end] = wording.direction === 'rtl' ? [width - margin, margin] : [margin, width - margin];
  const [startward, endward] = wording.direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const);
  // Arabic letters are smaller at the same font size, and thinner when small.
  const isArabic = wording.direction === 'rtl';
  const mm = (millimetres: number) => millimetres * scale * perMm * (isArabic ? 1.12 : 1);
  const [small, body, large, huge] = [mm(2.2), mm(2.5), mm(3.1), mm(5.6)];
  const light = isArabic ? 700 : 600;
  const texts: Text[] = [];
  const strokes: Box[] = [];
  let top = margin;
  const addText = (text: string, size: number, weight: number, at: 'start' | 'center' | 'end', y: number) =>
    texts.push({
      text,
      size,
      weight,
      y: Math.round(y),
      direction: wording.direction,
      x: at === 'center' ? Math.round(width / 2) : at === 'start' ? start : end,
      align: at === 'center' ? 'center' : at === 'start' ? startward : endward,
    });
  /** Two texts on one line: the end text is fitted first, the start text gets the rest. */
  const addPair = (startText: string | undefined, endText: string | undefined, size: number, weight: number) => {
    if (!startText && !endText) return;
    const fittedEnd = endText ? fitText(endText, room * 0.5, size, weight, 1, measure) : null;
    const takenWidth = fittedEnd ? measure(fittedEnd.lines[0] ?? '', fittedEnd.size, weight) + size : 0;
    if (fittedEnd) addText(fittedEnd.lines[0] ?? '', fittedEnd.size, weight, 'end', top + size * ascent);
    if (startText) {
      const {
        lines: [text = ''],
        size: fits,
      } = fitText(startText, room - takenWidth, size, weight, 1, measure);
      addText(text, fits, weight, 'start', top + size * ascent);
    }
    top += size * line;
  };

  addPair(wording.business, wording.sku, small, light);
  const name = fitText(wording.name, room, large, 700, nameLines, measure);
  for (const text of name.lines) {
    addText(text, name.size, 700, 'start', top + name.size * ascent);
    top += name.size * line;
  }
  // The variant is beside the price, or above it where the old price takes that place.
  const isVariantAbove = wording.price === undefined || wording.oldPrice !== undefined;
  if (isVariantAbove && !wording.second) addPair(wording.variant, undefined, body, light);
  else addPair(wording.second, isVariantAbove ? wording.variant : undefined, body, light);

  if (wording.price !== undefined) {
    // The amount, followed at the edge by its currency in small letters.
    const currency = wording.currency ?? '';
    const currencyWidth = currency ? measure(currency, huge * 0.42, 700) + huge * 0.14 : 0;
    const size = Math.max(large * 1.15, huge * Math.min(1, (room * 0.72 - currencyWidth) / measure(wording.price, huge, 800)));
    const base = top + size * 0.86;
    const widthBesidePrice = room - measure(wording.price, size, 800) - currencyWidth - body;
    if (currency) addText(currency, huge * 0.42, 700, 'end', base);
    texts.push({
      text: wording.price,
      size,
      weight: 800,
      y: Math.round(base),
      direction: 'ltr',
      align: endward,
      x: Math.round(isArabic ? end + currencyWidth : end - currencyWidth),
    });
    if (wording.oldPrice) {
      const {
        lines: [text = ''],
        size: fits,
      } = fitText(wording.oldPrice, widthBesidePrice, body * 1.1, light, 1, measure);
      const wide = measure(text, fits, light);
      texts.push({ text, size: fits, weight: light, y: Math.round(base), direction: 'ltr', align: startward, x: start });
      strokes.push({
        x: Math.round(isArabic ? start - wide : start),
        y: Math.round(base - fits * 0.36),
        width: Math.round(wide),
        height: Math.max(2, Math.round(perMm * 0.25)),
      });
    } else if (wording.variant) {
      const { lines, size: fits } = fitText(wording.variant, widthBesidePrice, body, light, 2, measure);
      // On the price's baseline, or lower where the name's descenders would touch it.
      const first = Math.max(top + fits * ascent, base - (lines.length - 1) * fits * 1.16);
      lines.forEach((text, index) => addText(text, fits, light, 'start', first + index * fits * 1.16));
    }
    top += size * 1.02;
  }

  const digits = wording.digits || wording.tax ? small * 1.2 : 0;
  const bottom = height - margin - digits;
  const gapAbove = Math.round(perMm * 0.7);
  const codeHeight = Math.round(bottom - top - gapAbove);
  // Its quiet zones may extend into the margin, which is light too.
  const module = code ? moduleOf(code, width, perMm) : 0;
  const footerBaseline = height - margin - small * 0.16;
  if (wording.digits) addText(wording.digits, small * 0.95, light, 'center', footerBaseline);
  if (wording.tax) {
    const {
      lines: [text = ''],
      size: fits,
    } = fitText(
      wording.tax,
      wording.digits ? (room - measure(wording.digits, small * 0.95, light)) / 2 - small * 0.5 : room,
      small * 0.9,
      light,
      1,
      measure,
    );
    addText(text, fits, light, 'end', footerBaseline);
  }
  if (!code || module < 1) return { texts, strokes, code: null, problem: 'code_none' };
  const wide = code.width * module;
  const box = {
    x: Math.round((width - (code.width + code.quiet[0] + code.quiet[1]) * module) / 2) + code.quiet[0] * module,
    y: Math.round(top + gapAbove),
    width: wide,
    height: Math.max(codeHeight, 1),
    module,
  };
  return {
    texts,
    strokes,
    code: box,
    problem: codeHeight < minCodeHeight * perMm * Math.min(1, scale) ? 'too_much' : module / perMm < minModule ? 'code_thin' : null,
  };
}

export interface Badge {
  direction: 'ltr' | 'rtl';
  business?: string;
  name: string;
  role: string;
}

/** A badge: the user's name and role beside a QR code. */
export function layoutBadge(
  { direction, business, name, role }: Badge,
  { width, height, perMm }: Ground,
  code: Code | null,
  measure: Measure,
): Placed {
  const margin = Math.round(Math.min(1.5, 0.04 * (height / perMm)) * perMm);
  const side = Math.min(height - 2 * margin, (width - 2 * margin) * 0.5);
  const module = code ? moduleOf(code, side, perMm) : 0;
  if (!code || module < 1) return { texts: [], strokes: [], code: null, problem: 'code_none' };
  const square = code.width * module;
  const quiet = code.quiet[0] * module;
  const box = {
    x: direction === 'rtl' ? margin + quiet : width - margin - quiet - square,
    y: Math.round((height - square) / 2),
    width: square,
    height: square,
    module,
  };
  const room = width - margin - square - 2 * quiet - margin;
  const scale = Math.min(Math.max(height / perMm / 30, 0.8), 2.2);
  const mm = (millimetres: number) => millimetres * scale * perMm;
  const light = direction === 'rtl' ? 700 : 600;
  const rows = [
    ...(business ? [{ text: business, size: mm(2.3), weight: light, lines: 1 }] : []),
    { text: name, size: mm(4), weight: 800, lines: 3 },
    { text: role, size: mm(2.7), weight: light, lines: 2 },
  ].map(({ text, size, weight, lines }) => ({ ...fitText(text, room, size, weight, lines, measure), weight }));
  const tall = rows.reduce((sum, { lines, size }) => sum + lines.length * size * line, 0);
  let top = (height - tall) / 2;
  const texts: Text[] = rows.flatMap(({ lines, size, weight }) =>
    lines.map((text) => {
      const y = Math.round(top + size * ascent);
      top += size * line;
      return {
        text,
        size,
        weight,
        y,
        x: direction === 'rtl' ? width - margin : margin,
        align: direction === 'rtl' ? ('right' as const) : ('left' as const),
        direction,
      };
    }),
  );
  return { texts, strokes: [], code: box, problem: module / perMm < minModule ? 'code_thin' : null };
}

/** A test page that shows where the printer prints: a frame at the edge, a mark every five millimetres, and the size as text. */
export function layoutTest(title: string, direction: 'ltr' | 'rtl', { width, height, perMm }: Ground): Placed {
  const thick = Math.max(1, Math.round(perMm * 0.25));
  const strokes: Box[] = [
    { x: 0, y: 0, width, height: thick },
    { x: 0, y: height - thick, width, height: thick },
    { x: 0, y: 0, width: thick, height },
    { x: width - thick, y: 0, width: thick, height },
  ];
  for (let mm = 5; mm * perMm < width; mm += 5)
    strokes.push({ x: Math.round(mm * perMm), y: 0, width: thick, height: Math.round(perMm * (mm % 10 ? 1.5 : 3)) });
  for (let mm = 5; mm * perMm < height; mm += 5)
    strokes.push({ x: 0, y: Math.round(mm * perMm), width: Math.round(perMm * (mm % 10 ? 1.5 : 3)), height: thick });
  const size = Math.min(perMm * 3.4, height / 5);
  const lines = [title, `${Math.round((width / perMm) * 10) / 10} × ${Math.round((height / perMm) * 10) / 10} mm`];
  return {
    texts: lines.map((text, index) => ({
      text,
      size,
      weight: 700,
      x: Math.round(width / 2),
      y: Math.round(height / 2 + (index - 0.1) * size * line),
      align: 'center',
      direction: index ? 'ltr' : direction,
    })),
    strokes,
    code: null,
    problem: null,
  };
}
