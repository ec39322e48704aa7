/* Raw network printers (port 9100): they receive bytes and report their state. */
import { connect } from 'node:net';

/**
 * @typedef {{ host: string, port: number }} Socket
 * @typedef {{ state: 'sent' | 'done' | 'failed' | 'uncertain', reason: string | null }} Outcome
 * @typedef {{ online: boolean, reasons: string[] }} Condition
 */

// Time to change a roll while the printer's buffer is full.
const untilPaperIsChanged = 5 * 60_000;
const untilConnected = 2_000;
const untilClosed = 700;

/** @param {string} to @returns {Socket} */
export function socketOf(to) {
  const [, six, four, port = '9100'] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(to) ?? [];
  return { host: six ?? four ?? '', port: Number(port) };
}

/**
 * A job that fails before its first byte is sent is certainly not printed; one that breaks off later may be.
 * @param {Socket} address @param {Iterable<Buffer>} bytes @param {number} [stuckTimeout]
 * @returns {Promise<Outcome>}
 */
export function sendRaw(address, bytes, stuckTimeout = untilPaperIsChanged) {
  return new Promise((resolve) => {
    const socket = connect({ ...address, noDelay: true });
    let hasSent = false;
    const end = (/** @type {Outcome} */ outcome) => {
      resolve(outcome);
      socket.destroy();
    };
    const broken = (/** @type {string} */ reason) =>
      end(hasSent ? { state: 'uncertain', reason } : { state: 'failed', reason: 'printer_offline' });
    const rest = bytes[Symbol.iterator]();
    const write = () => {
      for (;;) {
        const { value, done } = rest.next();
        if (done) break;
        hasSent = true;
        if (!socket.write(value)) return;
      }
      socket.removeListener('drain', write);
      // If the printer closes the connection or stays silent, it has received everything; a reset means that it has not.
      socket.end(() => setTimeout(() => end({ state: 'sent', reason: null }), untilClosed).unref());
      socket.on('end', () => end({ state: 'sent', reason: null }));
    };
    socket.setTimeout(untilConnected, () => broken('printer_stopped_reading'));
    socket.on('error', () => broken('connection_lost'));
    socket.on('close', () => broken('connection_lost'));
    socket.on('data', () => {});
    socket.on('drain', write);
    socket.on('connect', () => {
      socket.setTimeout(stuckTimeout);
      try {
        write();
      } catch {
        broken('connection_lost');
      }
    });
  });
}

const untilAnswered = 500;
/** @type {Record<string, { question: string, whole: (answer: Buffer) => boolean, read: (answer: Buffer) => string[] }>} */
const questions = {
  zpl: { question: '~HS\r\n', whole: (answer) => answer.filter((byte) => byte === 3).length >= 3, read: readZebra },
  tspl: { question: '\x1b!?', whole: (answer) => answer.length >= 1, read: readTsc },
  escpos: { question: '\x10\x04\x01\x10\x04\x02\x10\x04\x04', whole: (answer) => answer.length >= 3, read: readReceipts },
};

/**
 * Whether a printer accepts connections, and the state it reports. Many report nothing, which is not a fault.
 * @param {Socket} address @param {string} language @returns {Promise<Condition>}
 */
export function conditionOf(address, language) {
  const query = questions[language];
  return new Promise((resolve) => {
    const socket = connect(address);
    /** @type {Buffer} */
    let answer = Buffer.alloc(0);
    let isConnected = false;
    const end = () => {
      socket.destroy();
      resolve({ online: isConnected, reasons: isConnected && query && answer.length > 0 ? query.read(answer) : [] });
    };
    socket.setTimeout(1_500, end);
    socket.on('error', end);
    socket.on('close', end);
    socket.on('connect', () => {
      isConnected = true;
      if (!query) return end();
      socket.write(Buffer.from(query.question, 'latin1'));
      setTimeout(end, untilAnswered).unref();
    });
    socket.on('data', (/** @type {Buffer} */ part) => {
      answer = Buffer.concat([answer, part]).subarray(0, 1_000);
      if (query?.whole(answer)) end();
    });
  });
}

/** Parses three lines, each between STX (2) and ETX (3). @param {Buffer} answer */
export function readZebra(answer) {
  const [first = [], second = []] = answer
    .toString('latin1')
    .split('\x02')
    .slice(1)
    .map((line) => line.split('\x03')[0]?.split(','));
  return reasonsOf([
    [first[1] === '1', 'paper_out'],
    [first[2] === '1', 'paused'],
    [second[2] === '1', 'cover_open'],
    [second[3] === '1', 'ribbon_out'],
  ]);
}

/** @param {Buffer} answer */
export function readTsc(answer) {
  const byte = answer[0] ?? 0;
  return reasonsOf([
    [byte & 1, 'cover_open'],
    [byte & 2, 'jammed'],
    [byte & 4, 'paper_out'],
    [byte & 8, 'ribbon_out'],
    [byte & 16, 'paused'],
    [byte & 128, 'error'],
  ]);
}

/** Parses three status bytes, recognised by their fixed bits. @param {Buffer} answer */
export function readReceipts(answer) {
  const [, stopped = 0, paper = 0] = answer.filter((byte) => (byte & 0x93) === 0x12);
  return reasonsOf([
    [stopped & 4, 'cover_open'],
    [(stopped & 0x20) | (paper & 0x60), 'paper_out'],
    [stopped & 0x40, 'error'],
    [(paper & 0x60) === 0 && paper & 0x0c, 'paper_low'],
  ]);
}

/** @param {[unknown, string][]} facts */
const reasonsOf = (facts) => facts.flatMap(([holds, reason]) => (holds ? [reason] : []));
