import { afterEach, expect, test } from 'vitest';
import { conditionOf, readReceipts, readTsc, readZebra, sendRaw, socketOf } from '../src/raw.js';
import { fakePrinter, type FakePrinter } from './fake-printer.ts';

let printer: FakePrinter;
afterEach(() => printer.down());

for (const language of ['zpl', 'tspl', 'escpos'] as const) {
  test(`a ${language} printer reports ready, out of paper and cover open`, async () => {
    printer = await fakePrinter(language);
    const asked = () => conditionOf({ host: '127.0.0.1', port: printer.port }, language);
    expect(await asked()).toEqual({ online: true, reasons: [] });
    printer.mood.paperOut = true;
    expect(await asked()).toEqual({ online: true, reasons: ['paper_out'] });
    Object.assign(printer.mood, { paperOut: false, headUp: true });
    expect(await asked()).toEqual({ online: true, reasons: ['cover_open'] });
    // Many such printers never answer; being reachable is enough.
    printer.mood.mute = true;
    expect(await asked()).toEqual({ online: true, reasons: [] });
    await printer.down();
    expect(await asked()).toEqual({ online: false, reasons: [] });
    expect(printer.jobs).toEqual([]);
  });
}

test('reads the status bytes of real printers and ignores invalid ones', async () => {
  printer = await fakePrinter('zpl');
  expect(
    readZebra(Buffer.from('\x02014,0,0,0622,000,0,0,0,000,0,0,0\x03\r\n\x02001,0,0,0,1,2,6,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n')),
  ).toEqual([]);
  expect(
    readZebra(Buffer.from('\x02014,1,1,0622,000,0,0,0,000,0,0,0\x03\r\n\x02001,0,1,1,1,2,6,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n')),
  ).toEqual(['paper_out', 'paused', 'cover_open', 'ribbon_out']);
  expect([readZebra(Buffer.from('HTTP/1.1 400')), readZebra(Buffer.alloc(0)), readZebra(Buffer.from('\x02\x03\x02'))]).toEqual([
    [],
    [],
    [],
  ]);
  expect([readTsc(Buffer.from([0])), readTsc(Buffer.from([0x20])), readTsc(Buffer.from([0x0d])), readTsc(Buffer.from([0x80]))]).toEqual([
    [],
    [],
    ['cover_open', 'paper_out', 'ribbon_out'],
    ['error'],
  ]);
  expect([
    readReceipts(Buffer.from([0x12, 0x12, 0x12])),
    readReceipts(Buffer.from([0x1a, 0x36, 0x72])),
    readReceipts(Buffer.from([0x12, 0x12, 0x1e])),
    readReceipts(Buffer.from('no')),
  ]).toEqual([[], ['cover_open', 'paper_out'], ['paper_low'], []]);
});

test('parses host names, IPv4 and IPv6 addresses, with and without port', async () => {
  printer = await fakePrinter('zpl');
  expect(['192.168.1.50', '192.168.1.50:9101', 'tills.local:1', '[::1]:9100', '[fe80::1]'].map(socketOf)).toEqual([
    { host: '192.168.1.50', port: 9100 },
    { host: '192.168.1.50', port: 9101 },
    { host: 'tills.local', port: 1 },
    { host: '::1', port: 9100 },
    { host: 'fe80::1', port: 9100 },
  ]);
});

test('a printer that stops reading makes the job uncertain, an unreachable one makes it fail', async () => {
  printer = await fakePrinter('zpl');
  printer.mood.stalled = true;
  const much = function* () {
    for (let index = 0; index < 500; index++) yield Buffer.alloc(65_536);
  };
  const place = { host: '127.0.0.1', port: printer.port };
  expect(await sendRaw(place, much(), 400)).toEqual({ state: 'uncertain', reason: 'printer_stopped_reading' });
  await printer.down();
  expect(await sendRaw(place, much())).toEqual({ state: 'failed', reason: 'printer_offline' });
  expect(await sendRaw({ host: 'no.such.name.invalid', port: 9100 }, much())).toEqual({ state: 'failed', reason: 'printer_offline' });
});
