/* Printers on a port of their own (9100): bytes in, and a few words about themselves out. */
import { connect } from 'node:net';

/**
 * @typedef {{ host: string, port: number }} Socket
 * @typedef {{ state: 'sent' | 'done' | 'failed' | 'uncertain', reason: string | null }} Outcome
 * @typedef {{ online: boolean, reasons: string[] }} Condition
 */

// A roll is changed while a job waits in the printer's full memory: it may take its time.
const untilPaperIsChanged = 5 * 60_000;
const untilConnected = 2_000;
const untilClosed = 700;

/** @param {string} to @returns {Socket} */
export function socketOf(to) {
  const [, six, four, port = '9100'] = /^(?:\[(.+)\]|([^:]+))(?::(\d+))?$/.exec(to) ?? [];
  return { host: six ?? four ?? '', port: Number(port) };
}

/**
 * What was refused before the first byte left is known not to be printed; what broke off after it is not known at all.
 * @param {Socket} place @param {Iterable<Buffer>} bytes @param {number} [patience]
 * @returns {Promise<Outcome>}
 */
export function sendRaw(place, bytes, patience = untilPaperIsChanged) {
  return new Promise((resolve) => {
    const socket = connect({ ...place, noDelay: true });
    let left = false;
    const end = (/** @type {Outcome} */ outcome) => {
      resolve(outcome);
      socket.destroy();
    };
    const broken = (/** @type {string} */ reason) =>
      end(left ? { state: 'uncertain', reason } : { state: 'failed', reason: 'printer_offline' });
    const rest = bytes[Symbol.iterator]();
    const write = () => {
      for (;;) {
        const { value, done } = rest.next();
        if (done) break;
        left = true;
        if (!socket.write(value)) return;
      }
      socket.removeListener('drain', write);
      // Closed by the printer, or silent: either way it has taken all. A reset says it has not.
      socket.end(() => setTimeout(() => end({ state: 'sent', reason: null }), untilClosed).unref());
      socket.on('end', () => end({ state: 'sent', reason: null }));
    };
    socket.setTimeout(untilConnected, () => broken('printer_stopped_reading'));
    socket.on('error', () => broken('connection_lost'));
    socket.on('close', () => broken('connection_lost'));
    socket.on('data', () => {});
    socket.on('drain', write);
    socket.on('connect', () => {
      socket.setTimeout(patience);
      try {
        write();
      } catch {
        broken('connection_lost');
      }
    });
  });
}

const untilTold = 500;
/** @type {Record<string, { question: string, whole: (answer: Buffer) => boolean, read: (answer: Buffer) => string[] }>} */
const questions = {
  zpl: { question: '~HS\r\n', whole: (answer) => answer.filter((byte) => byte === 3).length >= 3, read: readZebra },
  tspl: { question: '\x1b!?', whole: (answer) => answer.length >= 1, read: readTsc },
  escpos: { question: '\x10\x04\x01\x10\x04\x02\x10\x04\x04', whole: (answer) => answer.length >= 3, read: readReceipts },
};

/** Whether somebody is there, and what it says of itself. Many printers say nothing: being there is enough. @param {Socket} place @param {string} language @returns {Promise<Condition>} */
export function conditionOf(place, language) {
  const asked = questions[language];
  return new Promise((resolve) => {
    const socket = connect(place);
    /** @type {Buffer} */
    let answer = Buffer.alloc(0);
    let there = false;
    const end = () => {
      socket.destroy();
      resolve({ online: there, reasons: there && asked && answer.length > 0 ? asked.read(answer) : [] });
    };
    socket.setTimeout(1_500, end);
    socket.on('error', end);
    socket.on('close', end);
    socket.on('connect', () => {
      there = true;
      if (!asked) return end();
      socket.write(Buffer.from(asked.question, 'latin1'));
      setTimeout(end, untilTold).unref();
    });
    socket.on('data', (/** @type {Buffer} */ part) => {
      answer = Buffer.concat([answer, part]).subarray(0, 1_000);
      if (asked?.whole(answer)) end();
    });
  });
}

/** Three lines, each between a 2 and a 3. @param {Buffer} answer */
export function readZebra(answer) {
  const [first = [], second = []] = answer
    .toString('latin1')
    .split('\x02')
    .slice(1)
    .map((line) => line.split('\x03')[0]?.split(','));
  return said([
    [first[1] === '1', 'paper_out'],
    [first[2] === '1', 'paused'],
    [second[2] === '1', 'cover_open'],
    [second[3] === '1', 'ribbon_out'],
  ]);
}

/** @param {Buffer} answer */
export function readTsc(answer) {
  const byte = answer[0] ?? 0;
  return said([
    [byte & 1, 'cover_open'],
    [byte & 2, 'jammed'],
    [byte & 4, 'paper_out'],
    [byte & 8, 'ribbon_out'],
    [byte & 16, 'paused'],
    [byte & 128, 'error'],
  ]);
}

/** Three bytes, each known by its fixed bits. @param {Buffer} answer */
export function readReceipts(answer) {
  const [, stopped = 0, paper = 0] = answer.filter((byte) => (byte & 0x93) === 0x12);
  return said([
    [stopped & 4, 'cover_open'],
    [(stopped & 0x20) | (paper & 0x60), 'paper_out'],
    [stopped & 0x40, 'error'],
    [(paper & 0x60) === 0 && paper & 0x0c, 'paper_low'],
  ]);
}

/** @param {[unknown, string][]} facts */
const said = (facts) => facts.flatMap(([holds, reason]) => (holds ? [reason] : []));
