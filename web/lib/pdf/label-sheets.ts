import { jsPDF } from 'jspdf';
import type { Size } from '../labels/dots.ts';

interface Grid {
  across: number;
  down: number;
  width: number;
  height: number;
}

const [pageWidth, pageHeight] = [210, 297];

/** Sheets of A4, label by label from the place that is free, each with its picture in its middle. */
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
      const at = place % (across * down);
      if (at === 0 && place > skip) pdf.addPage();
      // By its name a picture is kept once, however often it is shown.
      pdf.addImage(
        png,
        'PNG',
        left + (at % across) * width,
        top + Math.floor(at / across) * height,
        drawn.width,
        drawn.height,
        `label ${picture}`,
        'FAST',
      );
    }
  }
  return pdf.output('blob');
}
