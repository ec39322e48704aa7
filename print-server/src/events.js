import { shown } from './jobs.js';

const mostStreams = 32;
const betweenPings = 5_000;
const betweenLooks = 2_000;

/** Who watches, and the looking that goes on while somebody does. */
export class Watchers {
  constructor() {
    /** @type {Map<import('node:http').ServerResponse, string>} the answer that stays open, and whose it is */
    this.streams = new Map();
    /** @type {(() => Promise<unknown>) | undefined} */
    this.look = undefined;
    /** @type {NodeJS.Timeout[]} */
    this.timers = [];
  }

  get full() {
    return this.streams.size >= mostStreams;
  }

  /** @param {import('node:http').ServerResponse} outgoing @param {string} owner @param {unknown} snapshot */
  add(outgoing, owner, snapshot) {
    // Left while the printers were asked: its end was told before anybody listened, and would never free its place.
    if (outgoing.destroyed) return;
    outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    this.streams.set(outgoing, owner);
    write(outgoing, 'snapshot', snapshot);
    outgoing.on('close', () => this.remove(outgoing));
    if (this.timers.length === 0) this.start();
  }

  start() {
    const ping = setInterval(() => this.streams.forEach((_, outgoing) => write(outgoing, 'ping', {})), betweenPings);
    let looking = false;
    const look = setInterval(() => {
      if (looking || !this.look) return;
      looking = true;
      void this.look()
        .catch(() => {})
        .finally(() => (looking = false));
    }, betweenLooks);
    this.timers = [ping, look];
  }

  /** @param {import('node:http').ServerResponse} outgoing */
  remove(outgoing) {
    this.streams.delete(outgoing);
    if (this.streams.size === 0) this.stop();
  }

  stop() {
    this.timers.forEach(clearInterval);
    this.timers = [];
  }

  /** @param {import('./printers.js').Shown} printer */
  printer(printer) {
    this.streams.forEach((_, outgoing) => write(outgoing, 'printer', printer));
  }

  /** A job is seen by who sent it. @param {import('./journal.js').Job} job */
  job(job) {
    this.streams.forEach((owner, outgoing) => owner === job.owner && write(outgoing, 'job', shown(job)));
  }

  /** A pairing that is taken back sees no more. @param {(owner: string) => boolean} holds */
  keepOnly(holds) {
    this.streams.forEach((owner, outgoing) => holds(owner) || outgoing.destroy());
  }

  close() {
    this.streams.forEach((_, outgoing) => outgoing.destroy());
    this.stop();
  }
}

/** @param {import('node:http').ServerResponse} outgoing @param {string} event @param {unknown} content */
function write(outgoing, event, content) {
  // Who reads nothing for a megabyte is not there any more.
  if (outgoing.writableLength > 1_048_576) return void outgoing.destroy();
  outgoing.write(`event: ${event}\ndata: ${JSON.stringify(content)}\n\n`);
}
