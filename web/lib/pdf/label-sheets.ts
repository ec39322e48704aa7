import { jsPDF } from 'jspdf';
import type { Size } from '../labels/dots.ts';

interface Grid {
  across: number;
  down: number;
  width: number;
  height: number;
}

const [pageWidth, pageHeight] = [210, 297];

/** A4 sheets filled with labels from the first free place on, each picture centred in its label. */
export async function labelSheets(
  pictures: AsyncIterable<{ png: Uint8Array; copies: number }>,
  { across, down, width, height }: Grid,
  drawn: Size,
  skip: number,
): Promise<Blob> {
  const pdf = new jsPDF({ unit: 'mm', format: 'a4', compress: true });
  const left = (pageWidth - across * width + width - drawn.width) / 2;
  const top = (pageHeight - down * height + height - drawn.height) / 2;
  let place = skip;
  let picture = 0;
  for await (const { png, copies } of pictures) {
    picture++;
    for (let copy = 0; copy < copies; copy++, place++) {
      const cell = place % (across * down);
      if (cell === 0 && place > skip) pdf.addPage();
      // With an alias, the PDF stores the picture only once.
      pdf.addImage(
        png,
        'PNG',
        left + (cell % across) * width,
        top + Math.floor(cell / across) * height,
        drawn.width,
        drawn.height,
        `label ${picture}`,
        'FAST',
      );
    }
  }
  return pdf.output('blob');
}
