import { jsPDF } from 'jspdf';

interface Grid {
  across: number;
  down: number;
  width: number;
  height: number;
}

const [pageWidth, pageHeight] = [210, 297];

/** Sheets of A4, label by label from the place that is free, every one the picture that a printer of labels gets. */
export async function labelSheets(
  pictures: AsyncIterable<{ png: Uint8Array; copies: number }>,
  { across, down, width, height }: Grid,
  skip: number,
): Promise<Blob> {
  const pdf = new jsPDF({ unit: 'mm', format: 'a4', compress: true });
  const [left, top] = [(pageWidth - across * width) / 2, (pageHeight - down * height) / 2];
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
        width,
        height,
        `label ${picture}`,
        'FAST',
      );
    }
  }
  return pdf.output('blob');
}
