/* Printing without a print server: a PDF of sheets, or the browser's printing at the exact size, with the same images as on a roll. */
import { pngOf, type Size } from '@/lib/labels/dots.ts';
import type { Piece } from './print-labels.ts';
import type { Sheet } from './sizes.ts';

/** Dots per inch, finer than office printers resolve. */
export const fine = 300;
/** Office printers do not print the edge of a sheet, so each label keeps this margin. In millimetres. */
const edge = 4;

async function* pictures(pieces: readonly Piece[], size: Size): AsyncGenerator<{ png: Uint8Array<ArrayBuffer>; copies: number }> {
  const { drawLabel } = await import('./drawing.ts');
  for (const { content, line } of pieces) {
    yield { png: pngOf((await drawLabel(content, { size, dpi: fine })).dots), copies: line.copies };
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** The size of a label on a sheet. */
export const sizeOn = (sheet: Sheet): Size => ({ width: sheet.width - 2 * edge, height: sheet.height - 2 * edge });

/** skip: the number of used places on the first sheet. */
export async function makeSheets(pieces: readonly Piece[], sheet: Sheet, skip: number): Promise<Blob> {
  const { labelSheets } = await import('@/lib/pdf/label-sheets.ts');
  const drawn = sizeOn(sheet);
  return labelSheets(pictures(pieces, drawn), sheet, drawn, skip);
}

/** Opens the browser's print dialog with label-sized pages. Resolves when it is closed. */
export async function printInBrowser(pieces: readonly Piece[], size: Size): Promise<void> {
  const paper = document.createElement('div');
  paper.className = 'label-print';
  const addresses: string[] = [];
  const shown: Promise<unknown>[] = [];
  for await (const { png, copies } of pictures(pieces, size)) {
    const address = URL.createObjectURL(new Blob([png], { type: 'image/png' }));
    addresses.push(address);
    for (let copy = 0; copy < copies; copy++) {
      const image = new Image();
      image.src = address;
      image.alt = '';
      paper.append(image);
      shown.push(image.decode());
    }
  }
  const style = new CSSStyleSheet();
  style.replaceSync(
    `@page{size:${size.width}mm ${size.height}mm;margin:0}@media screen{.label-print{display:none}}@media print{body>:not(.label-print){display:none!important}.label-print img{display:block;inline-size:${size.width}mm;block-size:${size.height}mm;break-after:page;image-rendering:pixelated}.label-print img:last-child{break-after:auto}}`,
  );
  document.adoptedStyleSheets.push(style);
  document.body.append(paper);
  try {
    await Promise.all(shown);
    window.print();
  } finally {
    paper.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== style);
    addresses.forEach((address) => URL.revokeObjectURL(address));
  }
}
