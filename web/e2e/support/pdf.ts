/* Reads the texts of a PDF that the browser has saved. */
import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';

/** The text runs of a PDF in drawing order. A number is always one run. */
export async function pdfTextRuns(download: Download): Promise<string[]> {
  const file = await getDocument({ data: new Uint8Array(await readFile(await download.path())), useSystemFonts: false, verbosity: 0 })
    .promise;
  const pages = await Promise.all(
    Array.from({ length: file.numPages }, async (_, index) =>
      (await file.getPage(index + 1)).getTextContent({ disableNormalization: true }),
    ),
  );
  return pages.flatMap(({ items }) => (items as TextItem[]).map(({ str }) => str));
}
