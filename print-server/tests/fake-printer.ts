/* A fake network printer: it counts what it prints, reports its state, and can fail in every way that printers do. */
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

export type Label = { width: number; height: number; stride: number; dots: Buffer; copies: number };
type Mood = { paperOut?: boolean; headUp?: boolean; paused?: boolean; mute?: boolean; stalled?: boolean; dropAfter?: number };

export type FakePrinter = Awaited<ReturnType<typeof fakePrinter>>;

export async function fakePrinter(language: 'zpl' | 'tspl' | 'escpos', wanted = 0) {
  const mood: Mood = {};
  const jobs: Buffer[] = [];
  let received = 0;
  const sockets = new Set<Socket>();

  const hear = (socket: Socket) => {
    sockets.add(socket);
    const parts: Buffer[] = [];
    if (mood.stalled) socket.pause();
    socket.on('data', (part: Buffer) => {
      received += part.length;
      const status = statusOf(language, part.toString('latin1'), mood);
      if (status) return void (mood.mute || socket.write(status));
      parts.push(part);
      if (mood.dropAfter !== undefined && parts.reduce((sum, { length }) => sum + length, 0) >= mood.dropAfter) socket.resetAndDestroy();
    });
    socket.on('end', () => socket.end());
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      if (parts.length > 0) jobs.push(Buffer.concat(parts));
    });
  };

  let server: Server | undefined;
  const up = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server = createServer({ allowHalfOpen: true }, hear)
        .once('error', reject)
        .listen(port, '127.0.0.1', () => resolve((server!.address() as AddressInfo).port));
    });
  const port = await up(wanted);

  return {
    port,
    mood,
    jobs,
    get received() {
      return received;
    },
    /** Everything it was told to print, in order. */
    get labels(): Label[] {
      return jobs.flatMap((job) => read[language]!(job));
    },
    get printed() {
      return this.labels.reduce((sum, { copies }) => sum + copies, 0);
    },
    up: async () => void (await up(port)),
    /** Switches it off, even in the middle of a job. */
    down: () =>
      new Promise<void>((resolve) => {
        sockets.forEach((socket) => socket.resetAndDestroy());
        if (server?.listening) server.close(() => resolve());
        else resolve();
      }),
  };
}

function statusOf(language: string, asked: string, { paperOut, headUp, paused }: Mood): Buffer | undefined {
  if (language === 'zpl' && asked === '~HS\r\n') {
    const bit = (on: boolean | undefined) => (on ? '1' : '0');
    return Buffer.from(
      `\x02030,${bit(paperOut)},${bit(paused)},0245,000,0,0,0,000,0,0,0\x03\r\n\x02000,0,${bit(headUp)},0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n`,
      'latin1',
    );
  }
  if (language === 'tspl' && asked === '\x1b!?') return Buffer.from([(headUp ? 1 : 0) | (paperOut ? 4 : 0) | (paused ? 16 : 0)]);
  if (language === 'escpos' && asked.startsWith('\x10\x04'))
    return Buffer.from([0x12, 0x12 | (headUp ? 4 : 0) | (paperOut ? 0x20 : 0), 0x12 | (paperOut ? 0x60 : 0)]);
  return undefined;
}

const read: Record<string, (job: Buffer) => Label[]> = {
  zpl: (job) =>
    [
      ...job.toString('latin1').matchAll(/\^XA(?:(?!\^XZ).)*\^PW(\d+)\^LL(\d+)\^FO0,0\^GFA,(\d+),\3,(\d+),([0-9A-F]+)\^FS\^PQ(\d+)\^XZ/g),
    ].map(([, width, height, , stride, hex, copies]) => ({
      width: Number(width),
      height: Number(height),
      stride: Number(stride),
      dots: Buffer.from(hex!, 'hex'),
      copies: Number(copies),
    })),

  tspl: (job) => {
    const labels: Label[] = [];
    for (let index = 0; (index = job.indexOf('BITMAP ', index)) >= 0; ) {
      const [head = '', stride, height] = /^BITMAP 0,0,(\d+),(\d+),0,/.exec(job.toString('latin1', index, index + 60)) ?? [];
      const from = index + head.length;
      index = from + Number(stride) * Number(height);
      const [, copies] = /^\r\nPRINT 1,(\d+)\r\n/.exec(job.toString('latin1', index, index + 40)) ?? [];
      labels.push({
        width: Number(stride) * 8,
        height: Number(height),
        stride: Number(stride),
        dots: Buffer.from(job.subarray(from, index).map((byte) => ~byte)),
        copies: Number(copies),
      });
    }
    return labels;
  },

  // A receipt ends with the feed before the cut.
  escpos: (job) => {
    const labels: Label[] = [];
    let bands: Buffer[] = [];
    let stride = 0;
    for (let at = 0; at < job.length; ) {
      const code = job.readUInt16BE(at);
      if (code === 0x1d76) {
        stride = job.readUInt16LE(at + 4);
        const size = stride * job.readUInt16LE(at + 6);
        bands.push(job.subarray(at + 8, at + 8 + size));
        at += 8 + size;
      } else if (code === 0x1b64) {
        const dots = Buffer.concat(bands);
        labels.push({ width: stride * 8, height: dots.length / stride, stride, dots, copies: 1 });
        bands = [];
        at += 3;
      } else if (code === 0x1b40) at += 2;
      else if (code === 0x1b70) at += 5;
      else if (code === 0x1d56) at += 4;
      else throw new Error(`A receipt printer would print rubbish at ${at}: ${code.toString(16)}`);
    }
    return labels;
  },
};
