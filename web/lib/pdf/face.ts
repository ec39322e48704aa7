import { Font } from '@react-pdf/renderer';

/** The letters of a document: whether it has one, and how wide a text of them is, in points. */
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

/** One face for both languages: a document in English still carries Arabic names. */
export async function loadFace(regular: string, bold: string): Promise<Face> {
  Font.register({
    family: 'Cairo',
    fonts: [
      { src: regular, fontWeight: 400 },
      { src: bold, fontWeight: 700 },
    ],
  });
  // Arabic has no hyphens, and a product's name is never broken inside a word: what is too long for its place was cut before.
  Font.registerHyphenationCallback((word) => [word]);
  const [plain, strong] = await Promise.all(
    [400, 700].map(async (fontWeight) => {
      const known = { fontFamily: 'Cairo', fontWeight };
      await Font.load(known);
      return Font.getFont(known)?.data as unknown as Letters | null;
    }),
  );
  if (!plain || !strong) throw new Error('The letters of documents did not load.');
  // A shape is kept as it was first asked for, and as a part of another (the ه in a ة) it is asked for without its letter: the next
  // document would join that letter to nothing.
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
