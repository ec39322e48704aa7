import { shown } from './jobs.js';

const maxStreams = 32;
const betweenPings = 5_000;
const betweenLooks = 2_000;

/** The event streams of clients, and the polling of printers while there are any. */
export class Watchers {
  constructor() {
    /** @type {Map<import('node:http').ServerResponse, string>} the open responses, with their pairing's id */
    this.streams = new Map();
    /** @type {(() => Promise<unknown>) | undefined} */
    this.look = undefined;
    /** @type {NodeJS.Timeout[]} */
    this.timers = [];
  }

  get full() {
    return this.streams.size >= maxStreams;
  }

  /** @param {import('node:http').ServerResponse} outgoing @param {string} owner @param {unknown} snapshot */
  add(outgoing, owner, snapshot) {
    // The client disconnected while the printers were polled: its `close` event is over, so it would never be removed.
    if (outgoing.destroyed) return;
    outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    this.streams.set(outgoing, owner);
    write(outgoing, 'snapshot', snapshot);
    outgoing.on('close', () => this.remove(outgoing));
    if (this.timers.length === 0) this.start();
  }

  start() {
    const ping = setInterval(() => this.streams.forEach((_, outgoing) => write(outgoing, 'ping', {})), betweenPings);
    let isPolling = false;
    const look = setInterval(() => {
      if (isPolling || !this.look) return;
      isPolling = true;
      void this.look()
        .catch(() => {})
        .finally(() => (isPolling = false));
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

  /** Jobs are shown only to the browser that sent them. @param {import('./journal.js').Job} job */
  job(job) {
    this.streams.forEach((owner, outgoing) => owner === job.owner && write(outgoing, 'job', shown(job)));
  }

  /** Disconnects browsers whose pairing was removed. @param {(owner: string) => boolean} isPaired */
  keepOnly(isPaired) {
    this.streams.forEach((owner, outgoing) => isPaired(owner) || outgoing.destroy());
  }

  close() {
    this.streams.forEach((_, outgoing) => outgoing.destroy());
    this.stop();
  }
}

/** @param {import('node:http').ServerResponse} outgoing @param {string} event @param {unknown} content */
function write(outgoing, event, content) {
  // A client with a megabyte unread is considered gone.
  if (outgoing.writableLength > 1_048_576) return void outgoing.destroy();
  outgoing.write(`event: ${event}\ndata: ${JSON.stringify(content)}\n\n`);
}
