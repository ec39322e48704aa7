import { Font } from '@react-pdf/renderer';
import { unprintable } from './letters.ts';

/** A document's font: which characters it has, and the width of a text in points. */
export interface Face {
  /** The fonts in which each character is looked for, in this order. */
  families: string[];
  shows: (letter: string) => boolean;
  width: (text: string, size: number, bold: boolean) => number;
}

interface Letters {
  unitsPerEm: number;
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  layout: (text: string, features: object) => { advanceWidth: number };
  _glyphs: object;
}

interface Sources {
  regular: string;
  bold: string;
}

async function load(family: string, { regular, bold }: Sources): Promise<Letters[]> {
  Font.register({
    family,
    fonts: [
      { src: regular, fontWeight: 400 },
      { src: bold, fontWeight: 700 },
    ],
  });
  const loaded = await Promise.all(
    [400, 700].map(async (fontWeight) => {
      const descriptor = { fontFamily: family, fontWeight };
      await Font.load(descriptor);
      return Font.getFont(descriptor)?.data as unknown as Letters | null;
    }),
  );
  const letters = loaded.filter((one) => one !== null && one !== undefined);
  if (letters.length < loaded.length) throw new Error('The letters of documents did not load.');
  // The font caches glyphs as first requested, and one requested as a part of another (the ه in a ة) has no code points: the next
  // document would print that letter unjoined.
  for (const one of letters) one._glyphs = {};
  return letters;
}

const has = (letters: Letters | undefined, letter: string): boolean => letters?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0) ?? false;

/** One font for both languages, because English documents contain Arabic names. `others` has Greek and Cyrillic letters and more signs; it is
    loaded only if one of the texts has a character that the first font lacks. */
export async function loadFace(main: Sources, others: Sources, texts: readonly string[]): Promise<Face> {
  // Arabic has no hyphens, and product names are never hyphenated: what is too long was cut before.
  Font.registerHyphenationCallback((word) => [word]);
  const first = await load('Cairo', main);
  const isLacking = unprintable(texts, (letter) => has(first[0], letter)) !== null;
  const second = isLacking ? await load('Liberation Sans', others) : [];
  const isOther = (letter: string) => !has(first[0], letter) && has(second[0], letter);
  return {
    families: isLacking ? ['Cairo', 'Liberation Sans'] : ['Cairo'],
    shows: (letter) => has(first[0], letter) || has(second[0], letter),
    width: (text, size, isBold) => {
      const widthIn = (letters: Letters | undefined, part: string) =>
        letters && part ? (letters.layout(part, { kern: false }).advanceWidth / letters.unitsPerEm) * size : 0;
      const weight = isBold ? 1 : 0;
      if (!isLacking) return widthIn(first[weight], text);
      const [ours, theirs] = [[...text].filter((letter) => !isOther(letter)), [...text].filter(isOther)];
      return widthIn(first[weight], ours.join('')) + widthIn(second[weight], theirs.join(''));
    },
  };
}
