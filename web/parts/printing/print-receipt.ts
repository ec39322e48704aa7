/* Prints a receipt on this device's printer, through the print server. */
import wasm from 'zxing-wasm/writer/zxing_writer.wasm?url';
import { newId } from '@/lib/id.ts';
import { prepareCodes } from '@/lib/labels/code.ts';
import { base64Of, pngOf } from '@/lib/labels/dots.ts';
import { drawReceipt, rollDots } from '@/lib/labels/receipt.ts';
import type { Paper } from '@/lib/pdf/paper.ts';
import { PrintServerError } from '@/lib/print-server.ts';
import { connected, print } from './connection.ts';
import { device } from './device.ts';

/** Answers whether it was printed; false without a receipt printer or if it is unreachable. The browser prints instead. */
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
    // A job rejected by the print server was not printed.
    if (error instanceof PrintServerError) return { state: 'failed' };
    throw error;
  });
  // Uncertain jobs count as printed, so that none is printed twice automatically.
  return state !== 'failed' && state !== 'canceled';
}
