import { pdf } from '@react-pdf/renderer';
import regular from '@expo-google-fonts/cairo/400Regular/Cairo_400Regular.ttf?url';
import bold from '@expo-google-fonts/cairo/700Bold/Cairo_700Bold.ttf?url';
import otherRegular from 'pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf?url';
import otherBold from 'pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf?url';
import wasm from 'zxing-wasm/writer/zxing_writer.wasm?url';
import { loadFace } from './face.ts';
import { PaperDocument } from './paper-document.tsx';
import { UnprintableError, unprintable } from './letters.ts';
import { textsOf, type Paper } from './paper.ts';
import { ReceiptDocument } from './receipt-document.tsx';

/** Makes a document's PDF. Throws UnprintableError, but not for a receipt, which a customer waits for. This module is heavy: import it on
    demand. */
export async function makePdf(paper: Paper): Promise<Blob> {
  const {
    letterhead: { logo },
    qr,
    roll,
    number,
    hasBars,
  } = paper;
  const texts = textsOf(paper);
  const code = async (text: string, form: 'square' | 'bars') =>
    (await import('./scan-code.ts')).scanCodeOf(text, form, { locateFile: () => wasm });
  const [face, picture, square, bars] = await Promise.all([
    loadFace({ regular, bold }, { regular: otherRegular, bold: otherBold }, texts),
    logo ? drawable(logo) : undefined,
    qr ? code(qr, 'square') : null,
    hasBars ? code(number, 'bars') : null,
  ]);
  const wrong = roll ? null : unprintable(texts, face.shows);
  if (wrong) throw new UnprintableError(wrong);
  const drawn = { paper, face, logo: picture, square, bars };
  return pdf(roll ? <ReceiptDocument {...drawn} /> : <PaperDocument {...drawn} />).toBlob();
}

/** The picture as PNG, because PDF does not support WebP. Undefined where it cannot be loaded, so that printing does not fail. */
async function drawable(address: string): Promise<string | undefined> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
  // Sharp enough for a printer at its size on paper.
  const picture = answer?.ok
    ? await createImageBitmap(await answer.blob(), { resizeHeight: 200, resizeQuality: 'high' }).catch(() => null)
    : null;
  if (!picture) return undefined;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: picture.width, height: picture.height });
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas.toDataURL('image/png');
}
