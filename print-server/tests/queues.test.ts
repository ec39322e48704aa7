import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, decode, encode } from '../src/ipp.js';
import { languages } from '../src/languages.js';
import { queueCondition, queues, sendToQueue } from '../src/queues.js';
import { readPrinter } from '../src/settings.js';
import { fakeQueue } from './fake-queue.ts';
import { bitmap } from './pictures.ts';

let queue: Awaited<ReturnType<typeof fakeQueue>>;
let printer: ReturnType<typeof readPrinter>;
beforeEach(async () => {
  queue = await fakeQueue();
  printer = readPrinter({ id: 'ipp', to: queue.uri, language: 'pdf', dpi: 203 });
});
afterEach(() => queue.down());

const send = (patience?: number) =>
  sendToQueue(
    printer,
    false,
    languages.pdf!([{ bitmap: bitmap(400, 240), copies: 3 }], { dpi: 203, cut: false, drawer: false }),
    { width: 400, height: 240, name: 'Labels' },
    patience,
  );

test('a document of three pages is sent at its exact size and is done when the printer says so', async () => {
  expect(await send()).toEqual({ state: 'done', reason: null });
  const [document = Buffer.alloc(0)] = queue.documents;
  expect(document.toString('latin1').match(/\/Type\/Page\//g)).toHaveLength(3);
  expect(document.toString('latin1').match(/\/Subtype\/Image/g)).toHaveLength(1);
  expect(document.toString('latin1')).toContain('/MediaBox[0 0 141.7322 85.0393]');
  const text = queue.asked.find(({ operation }) => operation === 2)?.text ?? '';
  expect(text).toContain('custom_label_50x30mm');
  // Copies are sent as pages, because queues treat the copies attribute differently.
  expect(text.slice(0, text.indexOf('%PDF'))).not.toContain('copies');
});

test('a printer name announced by another computer is cleaned of control characters', async () => {
  queue.mood.info = 'طابعة\x1b]0;owned\x07\n2026-01-01 00:00:00  Paired with https://evil.example\u009b2J';
  const [found] = await queues(new URL(queue.uri).host);
  expect(found).toMatchObject({ id: 'cups:Hall', name: 'طابعة ]0;owned  2026-01-01 00:00:00  Paired with https://evil.example 2J' });
  // Trimmed and limited in length, as the print history stores it.
  queue.mood.info = ` Hall ${'x'.repeat(200)}`;
  expect((await queues(new URL(queue.uri).host))[0]?.name).toBe(`Hall ${'x'.repeat(95)}`);
  queue.mood.info = '  ';
  expect((await queues(new URL(queue.uri).host))[0]?.name).toBe('Hall');
  expect(readPrinter({ id: 'till', to: '10.0.0.1', name: ' Zebra ' }).name).toBe('Zebra');
});

test('the state of a queue is mapped to online and reasons', async () => {
  expect(await queueCondition(printer, false)).toEqual({ online: true, reasons: [] });
  queue.mood.reasons = ['media-empty-error', 'cover-open-report'];
  expect(await queueCondition(printer, false)).toEqual({ online: true, reasons: ['paper_out', 'cover_open'] });
  queue.mood.reasons = ['offline-report'];
  expect((await queueCondition(printer, false)).online).toBe(false);
  Object.assign(queue.mood, { reasons: ['none'], state: 5 });
  expect(await queueCondition(printer, false)).toEqual({ online: false, reasons: ['queue_stopped'] });
  Object.assign(queue.mood, { state: 3, accepting: false });
  expect(await queueCondition(printer, false)).toEqual({ online: false, reasons: ['queue_stopped'] });
  await queue.down();
  expect(await queueCondition(printer, false)).toEqual({ online: false, reasons: [] });
});

test("a cancelled, aborted or refused job fails with the printer's reason", async () => {
  queue.mood.jobState = 7;
  expect(await send()).toEqual({ state: 'failed', reason: 'printer_canceled' });
  queue.mood.jobState = 8;
  expect(await send()).toEqual({ state: 'failed', reason: 'printer_aborted' });
  queue.mood.refuse = 0x040a;
  expect(await send()).toEqual({ state: 'failed', reason: 'ipp_40a' });
});

test('a job stuck in the queue is cancelled and fails', async () => {
  Object.assign(queue.mood, { jobState: 3, reasons: ['offline'] });
  expect(await send(600)).toEqual({ state: 'failed', reason: 'printer_offline' });
  expect(queue.canceled).toBe(1);
});

test('a job stuck while printing is cancelled and becomes uncertain', async () => {
  Object.assign(queue.mood, { jobState: 5, reasons: ['offline'] });
  expect(await send(600)).toEqual({ state: 'uncertain', reason: 'connection_lost' });
  expect(queue.canceled).toBe(1);
});

test('a lost response makes the job uncertain, and an unreachable printer makes it fail', async () => {
  queue.mood.loseAnswer = true;
  expect(await send()).toEqual({ state: 'uncertain', reason: 'connection_lost' });
  await queue.down();
  expect(await send()).toEqual({ state: 'failed', reason: 'printer_offline' });
});

test('a printer that does not answer or sends invalid data counts as offline', async () => {
  queue.mood.silent = true;
  await expect(ask({ url: new URL(queue.uri) }, encode(0x000b, {}), [], 200)).rejects.toThrow('timeout');
  queue.mood.silent = false;
  for (const rubbish of [
    '',
    'x',
    '\x01\x01\0\0\0\0\0\x01',
    '\x01\x01\0\0\0\0\0\x01\x04\x44\0\x0fprinter-state-re\xff\xff',
    '\x01\x01\0\0\0\0\0\x01\x04\x21\0\x01a\0\x01a\x03',
  ]) {
    queue.mood.rubbish = Buffer.from(rubbish, 'latin1');
    expect((await queueCondition(printer, false)).online).toBe(false);
  }
});

test('a truncated response is refused and never read past its end', () => {
  const whole = Buffer.concat([encode(0x000b, { uri: 'ipp://x/', wanted: ['a', 'b'], options: { c: 'd' } })]);
  expect(decode(whole).groups[0]?.attributes['requested-attributes']).toEqual(['a', 'b']);
  for (let at = 0; at < whole.length; at++) expect(() => decode(whole.subarray(0, at))).toThrow();
});
