import { Font, pdf } from '@react-pdf/renderer';
import regular from '@expo-google-fonts/cairo/400Regular/Cairo_400Regular.ttf?url';
import bold from '@expo-google-fonts/cairo/700Bold/Cairo_700Bold.ttf?url';
import { PaperDocument } from './paper-document.tsx';
import type { Paper } from './paper.ts';

// One face for both languages: a document in English still carries Arabic names.
Font.register({ family: 'Cairo', fonts: [{ src: regular, fontWeight: 400 }, { src: bold, fontWeight: 700 }] });
// Arabic has no hyphens, and a product's name is never broken inside a word.
Font.registerHyphenationCallback((word) => [word]);

/** Draws a document as a PDF file. This module is heavy: import it when the button is pressed. */
export function makePdf(paper: Paper): Promise<Blob> {
  return pdf(<PaperDocument paper={paper} />).toBlob();
}
