/* The content of a printed document, translated and formatted; this folder draws it. */
import { inLetters } from './letters.ts';

interface PaperFact {
  label: string;
  value: string;
  /** A phone number or code: always left to right. */
  code?: boolean;
}

/** The business's name, and below it its registration and contact details. */
export interface Letterhead {
  name: string;
  facts: PaperFact[];
  /** The URL of a picture. */
  logo?: string;
}

export interface PaperColumn {
  label: string;
  /** Share of the width, relative to the other columns. */
  share: number;
  /** text follows its own script; figure is right-aligned; code is left to right; box is an empty square to tick by hand. */
  kind: 'text' | 'figure' | 'code' | 'box';
  strong?: boolean;
}

interface PaperTotal {
  label: string;
  value: string;
  /** The final total, between a single rule above and a double one below. */
  final?: boolean;
}

export interface Paper {
  language: 'en' | 'ar';
  letterhead: Letterhead;
  title: string;
  number: string;
  /** Shown beside the number, as on screen. */
  status?: string;
  facts: PaperFact[];
  columns: PaperColumn[];
  rows: string[][];
  totals: PaperTotal[];
  notes?: PaperFact;
  /** On a till's 80 mm roll, as long as needed, instead of A4. */
  roll?: boolean;
  /** Receipts only: the business's own lines below its name, and at the end. */
  above?: string;
  below?: string;
  /** Cash goes into the till's drawer, so it opens. */
  drawer?: boolean;
  /** The content of the QR code. */
  qr?: string;
  /** Receipts only: the number as a barcode at the end. */
  hasBars?: boolean;
  /** Labels of the signature lines. */
  signatures: string[];
  /** In the footer of each page. */
  printed: string;
  page: (page: number, pages: number) => string;
}

const arabic = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const latin = /[A-Za-z\u00c0-\u024f]/;

/** The direction of a text by its first letter, like dir="auto"; without letters the document's own. */
export function directionOf(text: string, fallback: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  for (const letter of text) {
    if (arabic.test(letter)) return 'rtl';
    if (latin.test(letter)) return 'ltr';
  }
  return fallback;
}

/** All texts of a paper, without marks. */
export function textsOf({ letterhead, title, number, status, facts, columns, rows, totals, notes, ...more }: Paper): string[] {
  const { above, below, signatures, printed, page } = more;
  const pairs = [...letterhead.facts, ...facts, ...totals, ...(notes ? [notes] : [])].flatMap(({ label, value }) => [label, value]);
  const single = [letterhead.name, title, number, status, above, below, printed, page(1, 1)].filter((text) => text !== undefined);
  return [...single, ...pairs, ...columns.map(({ label }) => label), ...rows.flat(), ...signatures].map(withoutMarks);
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What the renderer misplaces or has no glyph for: Arabic vowel marks and byte order marks. */
const withoutMarks = (text: string): string => text.replace(/[\u064b-\u0652\u0670\ufeff]/g, '').replace(/\s/g, ' ');

/** Makes a text printable for the renderer: removes Arabic vowel marks and marks without a glyph; replaces characters that the font lacks
    by another spelling, or by a lozenge; and keeps a sign before its number in Arabic with the only direction mark that prints nothing. */
export function printable(text: string, shows: (letter: string) => boolean): string {
  const drawn = [...inLetters(withoutMarks(text), shows)].filter((letter) => letter === '\u200c' || !/[\p{Cc}\p{Cf}\p{DI}]/u.test(letter));
  return drawn.join('').replace(/(?<![\p{L}\p{N}])[+\-−](?=\p{N})/gu, '\u200e$&');
}

/** Splits words wider than their place into pieces of a line each, if possible after a dash or slash, because the renderer breaks lines
    only at spaces. */
export function cut(text: string, room: number, width: (text: string) => number): string {
  return text
    .split(' ')
    .map((word) => {
      if (width(word) <= room) return word;
      const pieces: string[] = [];
      let piece = '';
      for (const { segment } of graphemes.segment(word)) {
        if (piece !== '' && width(piece + segment) > room) {
          const end = /^.+[-/_.,](?=.)/su.exec(piece)?.[0].length ?? piece.length;
          pieces.push(piece.slice(0, end));
          piece = piece.slice(end);
        }
        piece += segment;
      }
      return [...pieces, piece].join(' ');
    })
    .join(' ');
}
