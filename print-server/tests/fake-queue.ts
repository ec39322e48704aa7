/* A fake IPP printer with a settable state: it accepts documents and handles them as told. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Mood = {
  state?: number;
  reasons?: string[];
  accepting?: boolean;
  jobState?: number;
  refuse?: number;
  silent?: boolean;
  loseAnswer?: boolean;
  rubbish?: Buffer;
  info?: string;
};

const uint = (value: number, size: number) => Buffer.from([...Array(size).keys()].map((at) => (value >>> (8 * (size - 1 - at))) & 0xff));
const attribute = (kind: number, name: string, content: Buffer) =>
  Buffer.concat([uint(kind, 1), uint(name.length, 2), Buffer.from(name), uint(content.length, 2), content]);

export async function fakeQueue() {
  const mood: Mood = {};
  const documents: Buffer[] = [];
  const asked: { operation: number; text: string }[] = [];
  let canceled = 0;

  function answerTo(operation: number): Buffer[] {
    if (operation === 0x000b)
      return [
        uint(4, 1),
        attribute(0x23, 'printer-state', uint(mood.state ?? 3, 4)),
        attribute(0x22, 'printer-is-accepting-jobs', uint(mood.accepting === false ? 0 : 1, 1)),
        ...(mood.reasons ?? ['none']).map((reason, index) =>
          attribute(0x44, index === 0 ? 'printer-state-reasons' : '', Buffer.from(reason)),
        ),
        // Real printers send a collection in between, which must be skipped.
        attribute(0x34, 'media-col-default', Buffer.alloc(0)),
        attribute(0x4a, '', Buffer.from('media-size')),
        attribute(0x34, '', Buffer.alloc(0)),
        attribute(0x4a, '', Buffer.from('x-dimension')),
        attribute(0x21, '', uint(5_000, 4)),
        attribute(0x37, '', Buffer.alloc(0)),
        attribute(0x37, '', Buffer.alloc(0)),
        attribute(0x44, 'media-default', Buffer.from('custom_label_50x30mm')),
      ];
    if (operation === 0x4002)
      return [
        uint(4, 1),
        attribute(0x42, 'printer-name', Buffer.from('Hall')),
        attribute(0x41, 'printer-info', Buffer.from(mood.info ?? 'Printer in the hall')),
      ];
    if (operation === 0x0002)
      return [uint(2, 1), attribute(0x21, 'job-id', uint(documents.length, 4)), attribute(0x23, 'job-state', uint(3, 4))];
    if (operation === 0x0009) return [uint(2, 1), attribute(0x23, 'job-state', uint(canceled > 0 ? 7 : (mood.jobState ?? 9), 4))];
    if (operation === 0x0008) canceled++;
    return [];
  }

  const server = createServer((incoming, outgoing) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const body = Buffer.concat(parts);
      const operation = body.readUInt16BE(2);
      const text = body.toString('latin1');
      asked.push({ operation, text });
      if (mood.silent) return;
      if (operation === 0x0002 && !mood.refuse) documents.push(body.subarray(text.indexOf('%PDF')));
      if (operation === 0x0002 && mood.loseAnswer) return void outgoing.destroy();
      const status = operation === 0x0002 ? (mood.refuse ?? 0) : 0;
      outgoing.setHeader('content-type', 'application/ipp');
      outgoing.end(
        mood.rubbish ??
          Buffer.concat([
            uint(0x0101, 2),
            uint(status, 2),
            uint(1, 4),
            uint(1, 1),
            attribute(0x47, 'attributes-charset', Buffer.from('utf-8')),
            ...answerTo(operation),
            uint(3, 1),
          ]),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    mood,
    documents,
    asked,
    uri: `ipp://127.0.0.1:${port}/ipp/print`,
    get canceled() {
      return canceled;
    },
    down: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
