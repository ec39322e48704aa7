/* HTTP: accepted hosts, CORS headers and limits of request bodies. */
import { networkInterfaces } from 'node:os';
import { Refusal } from './refusal.js';

/**
 * Against DNS rebinding, only this computer's own names are accepted in the Host header: a foreign page can make its name
 * resolve to this computer, but cannot change the name it sends. IP addresses are accepted if they are this computer's.
 * @param {string | undefined} host @param {string[]} names @param {number} port
 */
export function isOwnHost(host, names, port) {
  const url = host && /^[\w.:[\]-]+$/.test(host) && URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  if (!url || Number(url.port || 80) !== port) return false;
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const own = Object.values(networkInterfaces()).flatMap((addresses) => (addresses ?? []).map(({ address }) => address));
  return ['localhost', ...names, ...own].includes(name);
}

// A thousand different labels are five megabytes. A larger body is drained up to a limit, so that the client can read the response.
const maxBytes = 16 * 1024 * 1024;
const maxDrained = 64 * 1024 * 1024;
const maxBuffered = 48 * 1024 * 1024;
let buffered = 0;

/**
 * @template Result @param {import('node:http').IncomingMessage} incoming @param {(body: unknown) => Result | Promise<Result>} then
 * @param {number} [most] @returns {Promise<Result>}
 */
export async function withBody(incoming, then, most = maxBytes) {
  const size = Number(incoming.headers['content-length'] ?? NaN);
  if (!/^application\/json(?:;|$)/.test(incoming.headers['content-type'] ?? '')) throw new Refusal(415, 'json_expected');
  if (!Number.isInteger(size)) throw new Refusal(411, 'length_expected');
  if (size > most) {
    if (size <= maxDrained) for await (const _ of incoming);
    throw new Refusal(413, 'too_large');
  }
  if (buffered + size > maxBuffered) throw new Refusal(503, 'server_busy');
  buffered += size;
  try {
    const parts = [];
    for await (const part of incoming) parts.push(part);
    return await then(readJson(Buffer.concat(parts).toString('utf8')));
  } finally {
    buffered -= size;
  }
}

const maxDepth = 8;
// Objects and arrays in a body; a job of a thousand pages has a few more than that. Counted before parsing, since each takes far more
// memory than its brackets.
const maxParts = 2_000;
const [quote, escape] = ['"', '\\'].map((mark) => mark.charCodeAt(0));
const opening = new Set(['[', '{'].map((mark) => mark.charCodeAt(0)));
const closing = new Set([']', '}'].map((mark) => mark.charCodeAt(0)));

/** @param {string} text @returns {unknown} */
function readJson(text) {
  let depth = 0;
  let parts = 0;
  let inText = false;
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === quote) inText = !inText;
    else if (inText) at += Number(mark === escape);
    else if (opening.has(mark) && (++depth > maxDepth || ++parts > maxParts)) throw new Refusal(400, 'json_invalid');
    else if (closing.has(mark)) depth--;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'json_invalid');
  }
}

/** @param {import('node:http').ServerResponse} outgoing @param {number} status @param {unknown} [content] */
export function answer(outgoing, status, content) {
  const body = content === undefined ? '' : JSON.stringify(content);
  outgoing.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  outgoing.end(body);
}

/** Allows the page's origin to read the response. @param {import('node:http').ServerResponse} outgoing @param {string} origin */
export function allow(outgoing, origin) {
  outgoing.setHeader('access-control-allow-origin', origin);
  outgoing.setHeader('vary', 'origin');
}

/** @param {import('node:http').ServerResponse} outgoing */
export function preflight(outgoing) {
  outgoing.setHeader('access-control-allow-methods', 'GET, POST, PUT, DELETE');
  outgoing.setHeader('access-control-allow-headers', 'authorization, content-type');
  outgoing.setHeader('access-control-allow-private-network', 'true');
  outgoing.setHeader('access-control-max-age', '600');
  outgoing.writeHead(204).end();
}
