import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Watchers } from './events.js';
import { makeHome } from './home.js';
import { allow, answer, isOwnHost, preflight, withBody } from './http.js';
import { Jobs, shown } from './jobs.js';
import { Journal } from './journal.js';
import { Pairings } from './pairing.js';
import { Printers } from './printers.js';
import { Refusal } from './refusal.js';
import { SettingsFile } from './settings.js';

export const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const protocol = 1;
const jobPath = /^\/v1\/jobs\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * @typedef {import('node:http').IncomingMessage} Incoming
 * @typedef {import('node:http').ServerResponse} Outgoing
 */

/** @param {{ home: string, address?: string, port?: number, say?: (line: string) => void }} options */
export async function startServer({ home, address = '127.0.0.1', port = 17_777, say = () => {} }) {
  makeHome(home);
  const settings = new SettingsFile(home);
  void settings.current;
  const pairings = new Pairings(home);
  const watchers = new Watchers();
  const printers = new Printers(settings, (printer) => {
    say(`${printer.name} is ${printer.state}${printer.reasons.length > 0 ? ` (${printer.reasons.join(', ')})` : ''}`);
    watchers.printer(printer);
  });
  const jobs = new Jobs(await Journal.open(home), printers, { changed: (job) => watchers.job(job), say });
  watchers.look = async () => {
    const pairedIds = new Set(pairings.all.map(({ id }) => id));
    watchers.keepOnly((owner) => pairedIds.has(owner));
    await printers.look();
  };

  /**
   * Refuses unknown hosts and origins, without CORS headers, so that a page cannot read the response.
   * @param {Incoming} incoming @param {Outgoing} outgoing
   */
  function guard(incoming, outgoing) {
    const { current } = settings;
    if (!isOwnHost(incoming.headers.host, current.names, boundPort())) throw new Refusal(403, 'host_not_allowed');
    const { origin } = incoming.headers;
    if (origin === undefined || !current.origins.includes(origin)) throw new Refusal(403, 'origin_not_allowed');
    allow(outgoing, origin);
    return origin;
  }

  /** @param {Incoming} incoming @param {string} origin */
  function requirePairing(incoming, origin) {
    const [, token] = /^Bearer ([\w-]{20,100})$/.exec(incoming.headers.authorization ?? '') ?? [];
    const pairing = token && pairings.find(token, origin);
    if (!pairing) throw new Refusal(401, 'not_paired');
    return pairing.id;
  }

  /** @param {Incoming} incoming @param {Outgoing} outgoing @returns {Promise<void>} */
  async function serve(incoming, outgoing) {
    const origin = guard(incoming, outgoing);
    const { method, url } = incoming;
    if (method === 'OPTIONS') return preflight(outgoing);
    if (method === 'GET' && url === '/v1/health')
      return answer(outgoing, 200, { name, version, protocol, pairing: pairings.opened !== undefined });
    if (method === 'POST' && url === '/v1/pair') {
      const token = await withBody(incoming, (body) => pairings.pair(/** @type {any} */ (body)?.code, origin), 1_000);
      say(`Paired with ${origin}`);
      return answer(outgoing, 200, { token });
    }
    const owner = requirePairing(incoming, origin);
    if (method === 'GET' && url === '/v1/printers') return answer(outgoing, 200, await printers.look());
    if (method === 'GET' && url === '/v1/events') {
      if (watchers.full) throw new Refusal(503, 'server_busy');
      const seen = await printers.look();
      return watchers.add(outgoing, owner, { printers: seen, jobs: jobs.of(owner).map(shown) });
    }
    const [, id] = jobPath.exec(url ?? '') ?? [];
    if (id && method === 'PUT') {
      const { job, fresh } = await withBody(incoming, (body) => jobs.take(id, owner, body));
      return answer(outgoing, fresh ? 201 : 200, shown(job));
    }
    if (id && method === 'GET') return answer(outgoing, 200, shown(jobs.find(id, owner)));
    if (id && method === 'DELETE') return answer(outgoing, 200, shown(await jobs.cancel(id, owner)));
    throw new Refusal(404, 'not_found');
  }

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 30_000 }, (incoming, outgoing) => {
    incoming.on('error', () => {});
    outgoing.on('error', () => {});
    serve(incoming, outgoing).catch((error) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, 'server_failed');
      if (refusal !== error) say(`${incoming.method} ${incoming.url}: ${error.stack}`);
      if (outgoing.headersSent) return void outgoing.destroy();
      // The rest of the body is not read.
      if (!incoming.complete) outgoing.setHeader('connection', 'close');
      answer(outgoing, refusal.status, { error: refusal.code });
    });
  });
  server.maxConnections = 200;
  const boundPort = () => /** @type {import('node:net').AddressInfo} */ (server.address())?.port;
  await new Promise((resolve, reject) => server.once('error', reject).listen(port, address, () => resolve(undefined)));
  await jobs.resume();

  return {
    port: boundPort(),
    pairings,
    settings,
    printers,
    jobs,
    /** @param {number} [patience] milliseconds that jobs being sent may still take */
    async stop(patience = 5_000) {
      server.close();
      watchers.close();
      await jobs.stop(patience);
      server.closeAllConnections();
    },
  };
}
