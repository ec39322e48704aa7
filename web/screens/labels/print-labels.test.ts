import { beforeEach, expect, test, vi } from 'vitest';
import { PrintServerError, type Job, type PrintRequest, type Printer } from '@/lib/print-server.ts';
import type { Content, Target } from './drawing.ts';
import { printLabels, type Piece } from './print-labels.ts';

/* Labels of one white dot; each test sets the outcome of its jobs. */
const server = vi.hoisted(() => ({ print: vi.fn<(id: string, order: PrintRequest) => Promise<Partial<Job>>>(), draw: vi.fn() }));
vi.mock('@/parts/printing/connection.ts', () => ({ print: server.print }));
vi.mock('./drawing.ts', () => ({ drawLabel: server.draw }));

const printer = { id: 'p', dpi: 203 } as Printer;
const target = { size: { width: 50, height: 30 }, dpi: 203 } satisfies Target;
const pieces = (count: number, copies = 1): Piece[] =>
  Array.from({ length: count }, () => ({ content: {} as Content, line: { variant_id: 'v', copies } }));
const send = (labels: readonly Piece[]) => printLabels(labels, printer, target, 'Labels', () => {});
const jobs = () => server.print.mock.calls.map(([, { pages }]) => pages);

beforeEach(() => {
  server.print.mockReset().mockResolvedValue({ state: 'sent', reason: null });
  server.draw.mockReset().mockResolvedValue({ dots: { width: 1, height: 1, stride: 1, bits: new Uint8Array(1) } });
});

test('the first job is small, and no job exceeds the limits of the print server', async () => {
  expect(await send(pieces(60, 1_000))).toEqual({ state: 'sent', reason: null, reached: 60 });
  expect(jobs().map(({ length }) => length)).toEqual([4, 10, 10, 10, 10, 10, 6]);
  server.print.mockClear();
  await send(pieces(300));
  expect(jobs().map(({ length }) => length)).toEqual([4, 40, 200, 56]);
});

test('labels that have reached the printer are not part of the rest after a failure', async () => {
  const part = { state: 'sent', reason: null } as const;
  server.print.mockResolvedValueOnce(part).mockRejectedValueOnce(new PrintServerError('printer_offline'));
  expect(await send(pieces(10))).toEqual({ state: 'refused', reason: 'printer_offline', reached: 4 });
  server.print.mockResolvedValueOnce(part).mockResolvedValueOnce({ state: 'uncertain', reason: 'connection_lost' });
  expect(await send(pieces(10))).toEqual({ state: 'uncertain', reason: 'connection_lost', reached: 4 });
  server.draw.mockResolvedValueOnce(await server.draw()).mockRejectedValueOnce(new Error('This browser draws nothing'));
  expect(await send(pieces(10))).toEqual({ state: 'refused', reason: 'unknown', reached: 0 });
});
