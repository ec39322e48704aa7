import { beforeEach, expect, test, vi } from 'vitest';
import type { Paper } from '@/lib/pdf/paper.ts';
import { PrintServerError } from '@/lib/print-server.ts';
import { printReceipt } from './print-receipt.ts';

const server = vi.hoisted(() => ({ print: vi.fn() }));
vi.mock('./connection.ts', () => ({
  print: server.print,
  connected: () => Promise.resolve([{ id: 'till', dpi: 203, media: null, online: true }]),
}));
vi.mock('./device.ts', () => ({ device: () => ({ receiptPrinter: 'till', address: { host: '127.0.0.1', port: 17_777 } }) }));
vi.mock('@/lib/labels/receipt.ts', () => ({
  rollDots: () => 576,
  drawReceipt: () => Promise.resolve({ width: 1, height: 1, stride: 1, bits: new Uint8Array(1) }),
}));

beforeEach(() => server.print.mockReset());

test('the browser prints a receipt only if the print server certainly did not', async () => {
  for (const state of ['sent', 'done', 'uncertain', 'failed', 'canceled']) server.print.mockResolvedValueOnce({ state });
  // Printer offline in the meantime, picture too large, connection lost: refused before anything was printed.
  for (const code of ['printer_offline', 'picture_too_large', 'not_connected'])
    server.print.mockRejectedValueOnce(new PrintServerError(code));
  const printed = [];
  for (let receipt = 0; receipt < 8; receipt++) printed.push(await printReceipt({ title: 'Receipt', number: '1' } as Paper));
  expect(printed).toEqual([true, true, true, false, false, false, false, false]);
});
