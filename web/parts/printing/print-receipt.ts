/* The counter's paper on the printer of this device, through the print server. */
import wasm from 'zxing-wasm/writer/zxing_writer.wasm?url';
import { newId } from '@/lib/id.ts';
import { prepareCodes } from '@/lib/labels/code.ts';
import { base64Of, pngOf } from '@/lib/labels/dots.ts';
import { drawReceipt, rollDots } from '@/lib/labels/receipt.ts';
import type { Paper } from '@/lib/pdf/paper.ts';
import { PrintServerError } from '@/lib/print-server.ts';
import { connected, print } from './connection.ts';
import { device } from './device.ts';

/** Whether it was printed: not where this device has no printer for receipts, or it cannot be reached. The paper then comes from the browser. */
export async function printReceipt(paper: Paper): Promise<boolean> {
  const { receiptPrinter, address } = device();
  if (!receiptPrinter) return false;
  const printers = await connected(address);
  const printer = printers?.find(({ id }) => id === receiptPrinter);
  if (!printer?.online) return false;
  prepareCodes({ locateFile: () => wasm });
  const dots = await drawReceipt(paper, rollDots(printer.media?.width ?? null, printer.dpi));
  const { state } = await print(newId(), {
    printer: printer.id,
    dpi: printer.dpi,
    name: `${paper.title} ${paper.number}`,
    cut: true,
    drawer: paper.drawer === true,
    pages: [{ png: base64Of(pngOf(dots)), copies: 1 }],
  }).catch((error: unknown) => {
    // What the print server does not take is not printed.
    if (error instanceof PrintServerError) return { state: 'failed' };
    throw error;
  });
  // What may have been printed is not printed again by itself.
  return state !== 'failed' && state !== 'canceled';
}
