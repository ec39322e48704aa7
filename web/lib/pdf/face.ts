import { Font } from '@react-pdf/renderer';

/** A document's font: which characters it has, and the width of a text in points. */
export interface Face {
  shows: (letter: string) => boolean;
  width: (text: string, size: number, bold: boolean) => number;
}

interface Letters {
  unitsPerEm: number;
  hasGlyphForCodePoint: (codePoint: number) => boolean;
  layout: (text: string, features: object) => { advanceWidth: number };
  _glyphs: object;
}

/** One font for both languages, because English documents contain Arabic names. */
export async function loadFace(regular: string, bold: string): Promise<Face> {
  Font.register({
    family: 'Cairo',
    fonts: [
      { src: regular, fontWeight: 400 },
      { src: bold, fontWeight: 700 },
    ],
  });
  // Arabic has no hyphens, and product names are never hyphenated: what is too long was cut before.
  Font.registerHyphenationCallback((word) => [word]);
  const [plain, strong] = await Promise.all(
    [400, 700].map(async (fontWeight) => {
      const descriptor = { fontFamily: 'Cairo', fontWeight };
      await Font.load(descriptor);
      return Font.getFont(descriptor)?.data as unknown as Letters | null;
    }),
  );
  if (!plain || !strong) throw new Error('The letters of documents did not load.');
  // The font caches glyphs as first requested, and one requested as a part of another (the ه in a ة) has no code points: the next
  // document would print that letter unjoined.
  plain._glyphs = {};
  strong._glyphs = {};
  return {
    shows: (letter) => plain.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
    width: (text, size, isBold) => {
      const letters = isBold ? strong : plain;
      return (letters.layout(text, { kern: false }).advanceWidth / letters.unitsPerEm) * size;
    },
  };
}
