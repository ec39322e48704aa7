/* What a printed document says, in the reader's words and already formatted; how it is drawn is the business of this folder. */

export interface PaperFact {
  label: string;
  value: string;
  /** A phone or code: left to right whatever stands around it. */
  code?: boolean;
}

export interface PaperColumn {
  label: string;
  /** Share of the width among the columns. */
  share: number;
  /** text follows its own script; figure stands flush right; code is left-to-right; box is an empty square to tick by hand. */
  kind: 'text' | 'figure' | 'code' | 'box';
  strong?: boolean;
}

export interface PaperTotal {
  label: string;
  value: string;
  /** The last sum of a document, under a single rule and above a double one. */
  final?: boolean;
}

export interface Paper {
  language: 'en' | 'ar';
  business: string;
  title: string;
  number: string;
  /** Stands beside the number, as on the screen. */
  status?: string;
  facts: PaperFact[];
  columns: PaperColumn[];
  rows: string[][];
  totals: PaperTotal[];
  notes?: PaperFact;
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

/** Arabic is read without its vowel marks, and the PDF renderer sets them beside their letters. */
export function printable(text: string): string {
  return text.replace(/[\u064b-\u0652\u0670]/g, '');
}
