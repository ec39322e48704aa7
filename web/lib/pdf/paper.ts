/* What a printed document says, in the reader's words and already formatted; how it is drawn is the business of this folder. */

interface PaperFact {
  label: string;
  value: string;
  /** A phone or code: left to right whatever stands around it. */
  code?: boolean;
}

/** Who prints: the name, beneath it what the business is registered and reached by. */
export interface Letterhead {
  name: string;
  facts: PaperFact[];
  /** Address of a picture. */
  logo?: string;
}

export interface PaperColumn {
  label: string;
  /** Share of the width among the columns. */
  share: number;
  /** text follows its own script; figure stands flush right; code is left-to-right; box is an empty square to tick by hand. */
  kind: 'text' | 'figure' | 'code' | 'box';
  strong?: boolean;
}

interface PaperTotal {
  label: string;
  value: string;
  /** The last sum of a document, under a single rule and above a double one. */
  final?: boolean;
}

export interface Paper {
  language: 'en' | 'ar';
  letterhead: Letterhead;
  title: string;
  number: string;
  /** Stands beside the number, as on the screen. */
  status?: string;
  facts: PaperFact[];
  columns: PaperColumn[];
  rows: string[][];
  totals: PaperTotal[];
  notes?: PaperFact;
  /** On the 80 mm roll of a till, as long as it needs to be, instead of A4. */
  roll?: boolean;
  /** Of a roll: lines of the business's own under its name, and at the end. */
  above?: string;
  below?: string;
  /** Cash goes into it: the drawer of a till opens. */
  drawer?: boolean;
  /** What a code to scan says. */
  qr?: string;
  /** Of a roll: the number as bars at its end, by which it is found again. */
  hasBars?: boolean;
  /** Names under the lines where people sign. */
  signatures: string[];
  /** At the foot of each page. */
  printed: string;
  page: (page: number, pages: number) => string;
}

const arabic = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const latin = /[A-Za-z\u00c0-\u024f]/;

/** The direction of a text by its first letter, as dir="auto" finds it; without letters the paper's own. */
export function directionOf(text: string, fallback: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
  for (const letter of text) {
    if (arabic.test(letter)) return 'rtl';
    if (latin.test(letter)) return 'ltr';
  }
  return fallback;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A text as the renderer can draw it. Arabic is read without its vowel marks, which the renderer sets beside their letters; a mark
    without a shape of its own prints as a stray letter; for what the face lacks, such as an emoji, stands a lozenge; and a sign stays
    before its figure also in Arabic, by the one mark of direction that prints as nothing. */
export function printable(text: string, shows: (letter: string) => boolean): string {
  const plain = text.replace(/[\u064b-\u0652\u0670\ufeff]/g, '').replace(/\s/g, ' ');
  const drawn = [...graphemes.segment(plain)].map(({ segment }) => {
    const letters = [...segment].filter((letter) => letter === '\u200c' || !/[\p{Cc}\p{Cf}\p{DI}]/u.test(letter));
    return letters.every((letter) => letter === '\u200c' || shows(letter)) ? letters.join('') : '◊';
  });
  return drawn.join('').replace(/(?<![\p{L}\p{N}])[+\-−](?=\p{N})/gu, '\u200e$&');
}

/** Words wider than their place are cut into pieces that fill a line each, where they can behind a dash or stroke: the renderer breaks
    at spaces only. */
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
