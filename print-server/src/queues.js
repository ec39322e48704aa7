/* Printers reached by IPP: the queues of this computer's CUPS, and printers that support IPP themselves. */
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { millimetres } from './dots.js';
import { ask, encode, firstOf, isGood, operation, printersOf } from './ipp.js';
import { conditionOf, socketOf } from './raw.js';

/**
 * @typedef {import('./settings.js').Printer} Printer
 * @typedef {import('./raw.js').Outcome} Outcome
 * @typedef {import('./raw.js').Condition} Condition
 */

const sockets = ['/run/cups/cups.sock', '/private/var/run/cupsd'];

/**
 * The address of this computer's CUPS, if it has one.
 * @param {string | false | null} setting @returns {import('./ipp.js').Endpoint | undefined}
 */
function cupsEndpoint(setting) {
  if (setting === false) return undefined;
  const socket = setting?.startsWith('/') ? setting : setting === null ? sockets.find((path) => existsSync(path)) : undefined;
  if (socket) return { url: new URL('ipp://localhost/'), socket };
  return setting ? { url: new URL(`ipp://${setting}/`) } : undefined;
}

/**
 * Sanitises a text, since any computer of the network can announce a queue: control characters must not reach a terminal or log.
 * @param {import('./ipp.js').Value | undefined} text
 */
const sanitise = (text) =>
  String(text ?? '')
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100)
    .trim();

const wanted = ['printer-name', 'printer-info', 'printer-location', 'printer-resolution-default'];

/** @param {string | false | null} setting @returns {Promise<Printer[]>} */
export async function queues(setting) {
  const endpoint = cupsEndpoint(setting);
  if (!endpoint) return [];
  const answer = await ask(endpoint, encode(operation.cupsGetPrinters, { wanted })).catch(() => undefined);
  return (answer ? printersOf(answer) : []).flatMap((found) => {
    const name = String(found['printer-name']?.[0] ?? '');
    const resolution = found['printer-resolution-default']?.[0];
    const dpi = resolution && typeof resolution === 'object' && resolution.across >= 100 ? resolution.across : 203;
    return name === ''
      ? []
      : [
          {
            id: `cups:${name}`,
            to: `cups:${name}`,
            name: sanitise(found['printer-info']?.[0]) || name,
            place: sanitise(found['printer-location']?.[0]) || null,
            language: 'pdf',
            kind: /** @type {const} */ ('label'),
            dpi,
            media: null,
          },
        ];
  });
}

/** @param {Printer} printer @param {string | false | null} setting @returns {import('./ipp.js').Endpoint | undefined} */
function endpointOf({ to }, setting) {
  if (!to.startsWith('cups:')) return { url: new URL(to) };
  const cups = cupsEndpoint(setting);
  return cups && { ...cups, url: new URL(`/printers/${encodeURIComponent(to.slice(5))}`, cups.url) };
}

/** @param {import('./ipp.js').Endpoint} endpoint */
const uriOf = ({ url }) => url.href.replace(/^ipps?:\/\/localhost(?=\/)/, 'ipp://localhost');

// IPP's names of the states that raw printers report as bits.
const reasonNames = [
  [/^media-(?:empty|needed)/, 'paper_out'],
  [/^(?:cover|door)-open/, 'cover_open'],
  [/^media-jam/, 'jammed'],
  [/^media-low/, 'paper_low'],
  [/^paused/, 'paused'],
  [/^marker-supply-empty/, 'ribbon_out'],
];
const offlineReasons = /^(?:offline|shutdown|timed-out|connecting-to-device)/;

/**
 * CUPS reports a dead printer as idle, so the device behind the queue is contacted if possible.
 * @param {Printer} printer @param {string | false | null} setting @returns {Promise<Condition>}
 */
export async function queueCondition(printer, setting) {
  const endpoint = endpointOf(printer, setting);
  const found =
    endpoint &&
    (await ask(
      endpoint,
      encode(operation.getPrinter, {
        uri: uriOf(endpoint),
        wanted: ['printer-state', 'printer-state-reasons', 'printer-is-accepting-jobs', 'device-uri'],
      }),
    ).catch(() => undefined));
  if (!found || !isGood(found)) return { online: false, reasons: [] };
  const attributes = firstOf(found);
  const reasons = (attributes['printer-state-reasons'] ?? []).map(String);
  if (attributes['printer-state']?.[0] === 5 || attributes['printer-is-accepting-jobs']?.[0] === false)
    return { online: false, reasons: ['queue_stopped'] };
  const reasonCodes = reasonNames.flatMap(([pattern, name]) =>
    reasons.some((reason) => /** @type {RegExp} */ (pattern).test(reason)) ? [String(name)] : [],
  );
  return {
    online: !reasons.some((reason) => offlineReasons.test(reason)) && (await deviceAnswers(String(attributes['device-uri']?.[0] ?? ''))),
    reasons: reasonCodes,
  };
}

/** @param {string} uri */
async function deviceAnswers(uri) {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.protocol === 'socket:') return (await conditionOf(socketOf(url.host), '')).online;
  if (url?.protocol === 'ipp:' || url?.protocol === 'ipps:')
    return ask({ url }, encode(operation.getPrinter, { uri, wanted: ['printer-state'] })).then(isGood, () => false);
  return true;
}

const jobStates = { pending: 3, held: 4, canceled: 7, aborted: 8, completed: 9 };
const pollInterval = 300;
const defaultStuckTimeout = 30_000;
const maxDuration = 30 * 60_000;

/**
 * @param {Printer} printer @param {string | false | null} setting @param {Iterable<Buffer>} document
 * @param {{ width: number, height: number, name: string }} page its size in dots
 * @param {number} [stuckTimeout] @returns {Promise<Outcome>}
 */
export async function sendToQueue(printer, setting, document, { width, height, name }, stuckTimeout = defaultStuckTimeout) {
  const endpoint = endpointOf(printer, setting);
  if (!endpoint) return { state: 'failed', reason: 'printer_offline' };
  const size = `${millimetres(width, printer.dpi)}x${millimetres(height, printer.dpi)}mm`;
  // CUPS replaces a page size by the nearest it knows, except in this spelling. Copies are not an option but pages of the document.
  /** @type {Record<string, string>} */
  const options =
    printer.language !== 'pdf'
      ? {}
      : printer.to.startsWith('cups:')
        ? { PageSize: `Custom.${size}`, 'print-scaling': 'none' }
        : { media: `custom_label_${size}`, 'print-scaling': 'none' };
  const format = printer.language === 'pdf' ? 'application/pdf' : 'application/vnd.cups-raw';
  const head = encode(operation.printJob, { uri: uriOf(endpoint), name, format, options });
  let answer;
  try {
    answer = await ask(endpoint, head, document, stuckTimeout);
  } catch (error) {
    // Without a connection nothing is printed; after a lost response the job may have been accepted.
    return /ECONNREFUSED|ENOENT|EHOSTUNREACH|ENETUNREACH/.test(String(/** @type {NodeJS.ErrnoException} */ (error).code))
      ? { state: 'failed', reason: 'printer_offline' }
      : { state: 'uncertain', reason: 'connection_lost' };
  }
  const job = firstOf(answer)['job-id']?.[0];
  if (!isGood(answer) || typeof job !== 'number') return { state: 'failed', reason: `ipp_${answer.status.toString(16)}` };
  return follow(printer, setting, endpoint, job, stuckTimeout);
}

/**
 * Waits until a job has ended, or cancels it if its printer is offline for too long, so that it does not print unexpectedly later.
 * @param {Printer} printer @param {string | false | null} setting @param {import('./ipp.js').Endpoint} endpoint @param {number} job @param {number} stuckTimeout @returns {Promise<Outcome>}
 */
async function follow(printer, setting, endpoint, job, stuckTimeout) {
  const started = Date.now();
  let lastOnline = started;
  for (;;) {
    const found = await ask(
      endpoint,
      encode(operation.getJob, { uri: uriOf(endpoint), job, wanted: ['job-state', 'job-state-reasons'] }),
    ).catch(() => undefined);
    const state = found && isGood(found) ? firstOf(found)['job-state']?.[0] : undefined;
    if (state === jobStates.completed) return { state: 'done', reason: null };
    if (state === jobStates.canceled || state === jobStates.aborted)
      return { state: 'failed', reason: state === jobStates.canceled ? 'printer_canceled' : 'printer_aborted' };
    if (found && (await queueCondition(printer, setting)).online) lastOnline = Date.now();
    if (Date.now() - lastOnline > stuckTimeout || Date.now() - started > maxDuration) return cancelStuckJob(endpoint, job, state);
    await wait(pollInterval);
  }
}

/**
 * Cancels a job. One that was only waiting was not printed; otherwise it may have been.
 * @param {import('./ipp.js').Endpoint} endpoint @param {number} job @param {unknown} state @returns {Promise<Outcome>}
 */
async function cancelStuckJob(endpoint, job, state) {
  const printerState = await ask(endpoint, encode(operation.getPrinter, { uri: uriOf(endpoint), wanted: ['printer-state-reasons'] })).catch(
    () => undefined,
  );
  const wasWaiting =
    state === jobStates.pending ||
    state === jobStates.held ||
    (printerState ? (firstOf(printerState)['printer-state-reasons'] ?? []) : []).some((reason) =>
      /^connecting-to-device/.test(String(reason)),
    );
  const isCanceled = await ask(endpoint, encode(operation.cancelJob, { uri: uriOf(endpoint), job })).then(isGood, () => false);
  return isCanceled && wasWaiting ? { state: 'failed', reason: 'printer_offline' } : { state: 'uncertain', reason: 'connection_lost' };
}
