import { queueCondition, queues } from './queues.js';
import { conditionOf, socketOf } from './raw.js';
import { isRaw } from './settings.js';

/**
 * @typedef {import('./settings.js').Printer} Printer
 * @typedef {Omit<Printer, 'to'> & { online: boolean, state: 'idle' | 'printing' | 'stopped' | 'offline', reasons: string[] }} Shown
 */

// Milliseconds for which a printer's last state is used for a new job.
const freshFor = 2_500;

/** The printers of this computer: those in its settings, and the queues of its CUPS that no setting refers to. */
export class Printers {
  /** @param {{ current: import('./settings.js').Settings }} settings @param {(printer: Shown) => void} [changed] */
  constructor(settings, changed = () => {}) {
    this.settings = settings;
    this.changed = changed;
    /** @type {Map<string, { shown: Shown, at: number }>} */
    this.looked = new Map();
    /** @type {Set<string>} */
    this.busy = new Set();
  }

  get cups() {
    return this.settings.current.cups;
  }

  async all() {
    const { printers } = this.settings.current;
    const configured = new Set(printers.map(({ to }) => to));
    return [...printers, ...(await queues(this.cups)).filter(({ to }) => !configured.has(to))];
  }

  /** @param {string} id */
  async find(id) {
    return (
      this.settings.current.printers.find((printer) => printer.id === id) ??
      (id.startsWith('cups:') ? (await this.all()).find((printer) => printer.id === id) : undefined)
    );
  }

  async look() {
    const all = await this.all();
    const shown = await Promise.all(all.map((printer) => this.lookAt(printer)));
    for (const id of this.looked.keys()) if (!all.some((printer) => printer.id === id)) this.looked.delete(id);
    return shown;
  }

  /** A raw printer is not polled while it is sent a job, since many accept only one connection. @param {Printer} printer */
  async lookAt(printer) {
    const before = this.looked.get(printer.id)?.shown;
    const condition =
      this.busy.has(printer.id) && isRaw(printer.to)
        ? { online: before?.online ?? true, reasons: before?.reasons ?? [] }
        : await this.conditionOf(printer);
    return this.keep(printer, condition);
  }

  /** @param {Printer} printer */
  conditionOf(printer) {
    return isRaw(printer.to) ? conditionOf(socketOf(printer.to), printer.language) : queueCondition(printer, this.cups);
  }

  /** @param {Printer} printer @param {import('./raw.js').Condition} condition */
  keep({ to: _, ...printer }, { online, reasons }) {
    const before = this.looked.get(printer.id)?.shown;
    const state = !online
      ? 'offline'
      : this.busy.has(printer.id)
        ? 'printing'
        : reasons.some((reason) => reason !== 'paper_low')
          ? 'stopped'
          : 'idle';
    /** @type {Shown} */
    const shown = { ...printer, online, state, reasons };
    this.looked.set(printer.id, { shown, at: Date.now() });
    if (JSON.stringify(shown) !== JSON.stringify(before)) this.changed(shown);
    return shown;
  }

  /** @param {Printer} printer */
  async isOnline(printer) {
    const last = this.looked.get(printer.id);
    return last && last.shown.online && Date.now() - last.at < freshFor ? true : (await this.lookAt(printer)).online;
  }

  /** @param {Printer} printer @param {boolean} busy */
  setBusy(printer, busy) {
    if (busy) this.busy.add(printer.id);
    else this.busy.delete(printer.id);
    const last = this.looked.get(printer.id)?.shown;
    if (last) this.keep(printer, last);
  }
}
