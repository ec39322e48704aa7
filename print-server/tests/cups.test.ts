/* The real CUPS with the real driver for Zebra printers, in front of the fake printer. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { zplToBase64Async } from 'zpl-renderer-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dotsPerMm } from '../src/dots.js';
import { languages } from '../src/languages.js';
import { Printers } from '../src/printers.js';
import { sendToQueue } from '../src/queues.js';
import { readPrinter, type Settings } from '../src/settings.js';
import { privateCups } from './cups.ts';
import { fakePrinter, type FakePrinter } from './fake-printer.ts';
import { bitmap, differing, readShades } from './pictures.ts';
import { installPrograms, until } from './machine.ts';

const why = process.platform === 'linux' ? installPrograms('cupsd', 'lpadmin', 'gs', 'pdftoppm') : 'CUPS is tried on Linux';
if (why) console.log(`Not tried with CUPS: ${why}`);

describe.skipIf(why)('CUPS', () => {
  let cups: Awaited<ReturnType<typeof privateCups>>;
  let printer: FakePrinter;
  let settings: Settings;
  beforeAll(async () => {
    printer = await fakePrinter('zpl');
    cups = await privateCups();
    cups.addQueue('Zebra', `socket://127.0.0.1:${printer.port}`, 'drv:///sample.drv/zebra.ppd');
    cups.addQueue('Raw', `socket://127.0.0.1:${printer.port}`, 'raw');
    settings = { origins: [], names: [], cups: cups.socket, printers: [] };
  });
  afterAll(async () => {
    await cups?.close();
    await printer?.down();
  });
  const printers = () => new Printers({ current: settings });
  const picture = bitmap(400, 240, 5, 6);
  const print = (to: object, copies: number, patience?: number) => {
    const queue = readPrinter({ id: 'queue', ...to });
    return sendToQueue(
      queue,
      cups.socket,
      languages[queue.language]!([{ bitmap: picture, copies }], { dpi: queue.dpi, cut: false, drawer: false }),
      { width: 400, height: 240, name: 'Labels' },
      patience,
    );
  };

  test('its queues are listed without configuration, online while their printer is', async () => {
    const seen = await printers().look();
    expect(seen.map(({ id, language, dpi, online }) => ({ id, language, dpi, online }))).toEqual(
      expect.arrayContaining([{ id: 'cups:Zebra', language: 'pdf', dpi: 203, online: true }]),
    );
    await printer.down();
    // CUPS itself reports it as idle.
    expect(cups.command('lpstat', '-p', 'Zebra')).toContain('is idle');
    expect((await printers().look()).find(({ id }) => id === 'cups:Zebra')?.online).toBe(false);
    await printer.up();
  });

  test('the driver prints every dot at its exact size and the requested number of copies', async () => {
    const before = printer.jobs.length;
    expect(await print({ to: 'cups:Zebra', language: 'pdf' }, 3)).toEqual({ state: 'done', reason: null });
    const zpl = await until(() => (printer.jobs.length > before ? printer.jobs.slice(before).join('') : undefined), 'the driver’s ZPL');
    // The driver stores each page as a graphic and recalls it.
    expect(zpl.match(/\^XGR:CUPS\.GRF,1,1\^FS/g)).toHaveLength(3);
    const first = zpl.slice(0, zpl.indexOf('^XZ') + 3);
    expect(first).toMatch(/^~DGR:CUPS\.GRF,12000,50,/);
    expect(differing(picture, readShades(Buffer.from(await zplToBase64Async(first, 50, 30, 8), 'base64')))).toBe(0);
  });

  test("a raw queue gets the printer's own language once for several copies", async () => {
    const before = printer.jobs.length;
    expect(await print({ to: 'cups:Raw', language: 'zpl' }, 4)).toEqual({ state: 'done', reason: null });
    await until(() => printer.jobs.length > before, 'the job');
    const labels = printer.labels.slice(-1);
    expect(printer.jobs).toHaveLength(before + 1);
    expect([labels[0]?.copies, differing(picture, labels[0]!)]).toEqual([4, 0]);
  });

  test('a job for a printer that went offline is cancelled as uncertain and not printed later', async () => {
    await printer.down();
    const before = printer.jobs.length;
    expect(await print({ to: 'cups:Raw', language: 'zpl' }, 1, 2_000)).toEqual({ state: 'uncertain', reason: 'connection_lost' });
    expect(cups.command('lpstat', '-o')).toBe('');
    await printer.up();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(printer.jobs).toHaveLength(before);
  });

  test('the PDF renders every dot exactly at 203 and 300 dpi', () => {
    const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
    for (const [dpi, exact] of [
      [203, 203.2],
      [300, 300],
    ] as const) {
      for (const [width, height] of [
        [50, 30],
        [40, 30],
        [38, 25],
        [58, 40],
        [100, 50],
      ] as const) {
        const drawn = bitmap(Math.round(width * dotsPerMm(dpi)), Math.round(height * dotsPerMm(dpi)), width, 3);
        writeFileSync(
          join(folder, 'x.pdf'),
          Buffer.concat([...languages.pdf!([{ bitmap: drawn, copies: 2 }], { dpi, cut: false, drawer: false })]),
        );
        spawnSync('pdftoppm', ['-r', String(exact), '-gray', '-png', join(folder, 'x.pdf'), join(folder, 'page')]);
        expect(
          ['page-1.png', 'page-2.png'].map((page) => differing(drawn, readShades(readFileSync(join(folder, page))))),
          `${width} × ${height} at ${dpi}`,
        ).toEqual([0, 0]);
      }
    }
    rmSync(folder, { recursive: true });
  });
});
