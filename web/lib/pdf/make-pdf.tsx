import { pdf } from '@react-pdf/renderer';
import regular from '@expo-google-fonts/cairo/400Regular/Cairo_400Regular.ttf?url';
import bold from '@expo-google-fonts/cairo/700Bold/Cairo_700Bold.ttf?url';
import { loadFace } from './face.ts';
import { PaperDocument } from './paper-document.tsx';
import type { Paper } from './paper.ts';

/** Draws a document as a PDF file. This module is heavy: import it when the button is pressed. */
export async function makePdf(paper: Paper): Promise<Blob> {
  return pdf(<PaperDocument paper={paper} face={await loadFace(regular, bold)} />).toBlob();
}
