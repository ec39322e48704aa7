import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { fingerprint, hasEnded } from './journal.js';
import { languages } from './languages.js';
import { countLabels, parsePrintRequest, sheetsOf } from './print-request.js';
import { sendToQueue } from './queues.js';
import { sendRaw, socketOf } from './raw.js';
import { Refusal } from './refusal.js';
import { isRaw } from './settings.js';

/** @typedef {import('./journal.js').Job} Job */

const maxUnfinished = 200;

/** @param {Job} job */
export const shown = ({ owner: _, hash: __, ...job }) => job;

/** Accepts and stores jobs, and sends them to each printer one after another. Jobs interrupted while being sent are left to the user. */
export class Jobs {
  /**
   * @param {import('./journal.js').Journal} journal @param {import('./printers.js').Printers} printers
   * @param {{ changed: (job: Job) => void, say: (line: string) => void }} heard
   */
  constructor(journal, printers, heard) {
    this.journal = journal;
    this.printers = printers;
    this.heard = heard;
    /** @type {Map<string, Promise<unknown>>} the jobs being accepted, by id */
    this.taking = new Map();
    /** @type {Map<string, Promise<void>>} the last promise of each printer's queue */
    this.queues = new Map();
    this.stopping = false;
  }

  /** After a restart, queued jobs are printed; those that were being sent become uncertain. */
  async resume() {
    for (const job of [...this.journal.jobs.values()]) {
      if (job.state === 'sending') {
        await this.change(job, 'uncertain', 'server_stopped');
        this.heard.say(`Job ${job.id} was being sent when the server stopped: check the printer before printing it again`);
      }
      if (job.state === 'queued') this.enqueue(job);
    }
  }

  /** @param {string} owner */
  of = (owner) => [...this.journal.jobs.values()].filter((job) => job.owner === owner);

  /** @param {string} id @param {string} owner */
  find(id, owner) {
    const job = this.journal.jobs.get(id);
    if (!job || job.owner !== owner) throw new Refusal(404, 'job_not_found');
    return job;
  }

  /** @param {string} id @param {string} owner @param {unknown} body @returns {Promise<{ job: Job, fresh: boolean }>} */
  async take(id, owner, body) {
    const request = parsePrintRequest(body);
    const hash = fingerprint(request);
    // The same job sent twice at once is accepted once.
    while (this.taking.has(id)) await this.taking.get(id)?.catch(() => {});
    const known = this.journal.jobs.get(id);
    if (known && (known.owner !== owner || known.hash !== hash)) throw new Refusal(409, 'job_differs');
    if (known) return { job: known, fresh: false };
    const taken = this.accept(id, owner, hash, request);
    this.taking.set(id, taken);
    try {
      return { job: await taken, fresh: true };
    } finally {
      this.taking.delete(id);
    }
  }

  /** @param {string} id @param {string} owner @param {string} hash @param {import('./print-request.js').PrintRequest} request */
  async accept(id, owner, hash, request) {
    if (this.stopping || [...this.journal.jobs.values()].filter((job) => !hasEnded(job)).length >= maxUnfinished)
      throw new Refusal(503, 'server_busy');
    const printer = await this.printers.find(request.printer);
    if (!printer) throw new Refusal(404, 'printer_not_found');
    if (printer.dpi !== request.dpi) throw new Refusal(409, 'printer_changed');
    await this.check(request);
    if (!(await this.printers.isOnline(printer))) throw new Refusal(409, 'printer_offline');
    const now = new Date().toISOString();
    /** @type {Job} */
    const job = {
      id,
      owner,
      hash,
      printer: printer.id,
      labels: countLabels(request),
      state: 'queued',
      reason: null,
      created: now,
      changed: now,
    };
    await this.journal.add(job, JSON.stringify(request)).catch((error) => {
      this.heard.say(`A job can’t be kept: ${error.message}`);
      throw new Refusal(507, 'storage_failed');
    });
    this.heard.changed(job);
    this.enqueue(job);
    return job;
  }

  /** Validates all pages before the job is accepted; yields to other requests after each page. @param {import('./print-request.js').PrintRequest} request */
  async check(request) {
    let size = '';
    for (const {
      bitmap: { width, height },
    } of sheetsOf(request)) {
      size ||= `${width} ${height}`;
      if (size !== `${width} ${height}`) throw new Refusal(422, 'pictures_differ_in_size');
      await yieldToOthers();
    }
  }

  /** @param {string} id @param {string} owner */
  async cancel(id, owner) {
    const job = this.find(id, owner);
    if (job.state === 'canceled') return job;
    if (job.state !== 'queued') throw new Refusal(409, 'job_not_queued');
    return this.change(job, 'canceled', null);
  }

  /** @param {Job} job */
  enqueue({ id, printer }) {
    const turn = (this.queues.get(printer) ?? Promise.resolve()).then(() => this.print(id)).catch((error) => this.giveUp(id, error));
    this.queues.set(printer, turn);
    void turn.then(() => this.queues.get(printer) === turn && this.queues.delete(printer));
  }

  /** Ends a job that threw an error, so that it is not sent after a later restart. @param {string} id @param {Error} error */
  async giveUp(id, error) {
    this.heard.say(`Job ${id}: ${error.stack}`);
    const job = this.journal.jobs.get(id);
    if (job && !hasEnded(job)) await this.change(job, job.state === 'sending' ? 'uncertain' : 'failed', 'server_failed');
  }

  /** @param {string} id */
  async print(id) {
    const job = /** @type {Job} */ (this.journal.jobs.get(id));
    if (job.state !== 'queued' || this.stopping) return;
    const printer = await this.printers.find(job.printer);
    if (!printer) return void (await this.change(job, 'failed', 'printer_not_found'));
    const request = parsePrintRequest(JSON.parse(await this.journal.pages(id)));
    if (request.dpi !== printer.dpi) return void (await this.change(job, 'failed', 'printer_changed'));
    // Canceled while its pages were read.
    if (this.journal.jobs.get(id)?.state !== 'queued') return;
    // Recorded on disk before the first byte is sent, so that it is never sent twice.
    const sending = await this.change(job, 'sending', null);
    if (sending.state !== 'sending') return;
    this.printers.setBusy(printer, true);
    const { state, reason } = await this.send(printer, request).finally(() => this.printers.setBusy(printer, false));
    await this.change(sending, state, reason);
    this.heard.say(
      `${printer.name}: ${job.labels} ${job.labels === 1 ? 'page' : 'pages'} ${state}${reason ? ` (${reason})` : ''}, job ${id}`,
    );
    if (reason === 'printer_offline') await this.printers.lookAt(printer);
  }

  /** @param {import('./settings.js').Printer} printer @param {import('./print-request.js').PrintRequest} request */
  send(printer, request) {
    const document = /** @type {import('./languages.js').Language} */ (languages[printer.language])(sheetsOf(request), request);
    if (isRaw(printer.to)) return sendRaw(socketOf(printer.to), document);
    const [first] = sheetsOf(request);
    return sendToQueue(printer, this.printers.cups, document, {
      width: first?.bitmap.width ?? 1,
      height: first?.bitmap.height ?? 1,
      name: request.name,
    });
  }

  /**
   * A job is not sent if `sending` cannot be recorded; later states hold even if they cannot be.
   * @param {Job} before @param {import('./journal.js').State} state @param {string | null} reason
   */
  async change(before, state, reason) {
    await this.journal.change(before, state, reason).catch(async (error) => {
      this.heard.say(`The journal can’t be written: ${error.message}`);
      if (state === 'sending') await this.journal.change(before, 'failed', 'storage_failed').catch(() => {});
    });
    const job = /** @type {Job} */ (this.journal.jobs.get(before.id));
    this.heard.changed(job);
    return job;
  }

  /** Lets jobs being sent finish; queued ones stay in the journal. @param {number} patience */
  async stop(patience) {
    this.stopping = true;
    await Promise.race([Promise.all(this.queues.values()), new Promise((resolve) => setTimeout(resolve, patience).unref())]);
    await this.journal.close();
  }
}
