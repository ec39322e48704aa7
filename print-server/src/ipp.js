/* The part of IPP (RFC 8010, 8011) that printing needs. Written by hand, since the packages have no timeouts and drop unknown values. */
import { request } from 'node:http';
import { request as secureRequest } from 'node:https';

export const operation = { printJob: 0x0002, cancelJob: 0x0008, getJob: 0x0009, getPrinter: 0x000b, cupsGetPrinters: 0x4002 };
const group = { operation: 1, job: 2, end: 3, printer: 4 };
const tag = {
  integer: 0x21,
  boolean: 0x22,
  enum: 0x23,
  resolution: 0x32,
  begin: 0x34,
  finish: 0x37,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mime: 0x49,
  member: 0x4a,
};

/** @typedef {string | number | boolean | { across: number, along: number } | null} Value */
/** @typedef {Record<string, Value[]>} Attributes */
/** @typedef {{ status: number, groups: { kind: number, attributes: Attributes }[] }} Answer */
/** @typedef {{ url: URL, socket?: string }} Endpoint a printer's or queue's URL, and the local CUPS's socket if it is reached through that */

/** @param {number} kind @param {string} name @param {string | number} value */
function attribute(kind, name, value) {
  const content = typeof value === 'number' ? uint(value, 4) : Buffer.from(value);
  return Buffer.concat([uint(kind, 1), uint(name.length, 2), Buffer.from(name), uint(content.length, 2), content]);
}

/** @param {number} value @param {1 | 2 | 4} size */
function uint(value, size) {
  const bytes = Buffer.alloc(size);
  bytes.writeUIntBE(value, 0, size);
  return bytes;
}

/**
 * @param {number} code
 * @param {{ uri?: string, job?: number, wanted?: string[], name?: string, format?: string, options?: Record<string, string> }} asked
 */
export function encode(code, { uri, job, wanted = [], name, format, options = {} }) {
  const parts = [
    uint(0x0101, 2),
    uint(code, 2),
    uint(1, 4),
    uint(group.operation, 1),
    attribute(tag.charset, 'attributes-charset', 'utf-8'),
    attribute(tag.language, 'attributes-natural-language', 'en'),
  ];
  if (uri) parts.push(attribute(tag.uri, 'printer-uri', uri));
  if (job !== undefined) parts.push(attribute(tag.integer, 'job-id', job));
  parts.push(attribute(tag.name, 'requesting-user-name', 'daftar'));
  if (name) parts.push(attribute(tag.name, 'job-name', name));
  if (format) parts.push(attribute(tag.mime, 'document-format', format));
  // Further values of an attribute have an empty name.
  wanted.forEach((word, at) => parts.push(attribute(tag.keyword, at === 0 ? 'requested-attributes' : '', word)));
  if (Object.keys(options).length > 0) parts.push(uint(group.job, 1));
  for (const [key, value] of Object.entries(options)) parts.push(attribute(tag.keyword, key, value));
  parts.push(uint(group.end, 1));
  return Buffer.concat(parts);
}

/** Throws if the response is truncated or a length exceeds it. @param {Buffer} bytes @returns {Answer} */
export function decode(bytes) {
  const groups = [];
  const status = bytes.readUInt16BE(2);
  let name = '';
  let depth = 0;
  for (let at = 8; ; ) {
    const kind = bytes.readUInt8(at++);
    if (kind === group.end) return { status, groups };
    if (kind < 0x10) {
      groups.push({ kind, attributes: /** @type {Attributes} */ ({}) });
      continue;
    }
    const nameLength = bytes.readUInt16BE(at);
    const own = bytes.toString('utf8', at + 2, at + 2 + nameLength);
    const size = bytes.readUInt16BE(at + 2 + nameLength);
    const from = at + 4 + nameLength;
    at = from + size;
    if (at > bytes.length) throw new RangeError('cut short');
    // Collections are skipped, since they are not used here.
    if (kind === tag.begin) depth++;
    if (kind === tag.finish) depth--;
    if (nameLength > 0 && depth === 0) name = own;
    if (depth > 0 || kind === tag.finish || kind === tag.member) continue;
    const attributes = groups.at(-1)?.attributes;
    if (attributes) (attributes[name] ??= []).push(value(kind, bytes.subarray(from, at)));
  }
}

/** @param {number} kind @param {Buffer} content @returns {Value} */
function value(kind, content) {
  if (kind === tag.integer || kind === tag.enum) return content.readInt32BE(0);
  if (kind === tag.boolean) return content.readUInt8(0) === 1;
  // Dots per inch if the unit (the ninth byte) is 3; the unit is ignored.
  if (kind === tag.resolution) return { across: content.readInt32BE(0), along: content.readInt32BE(4) };
  return kind < 0x20 ? null : content.toString('utf8');
}

const maxResponseBytes = 8 * 1024 * 1024;

/**
 * @param {Endpoint} endpoint @param {Buffer} head @param {Iterable<Buffer>} [body]
 * @param {number} [patience] milliseconds without a byte from the other side
 * @returns {Promise<Answer>}
 */
export function ask({ url, socket }, head, body = [], patience = 3_000) {
  return new Promise((resolve, reject) => {
    const secure = url.protocol === 'ipps:';
    const outgoing = (secure ? secureRequest : request)({
      ...(socket ? { socketPath: socket } : { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port || 631 }),
      path: url.pathname,
      method: 'POST',
      timeout: patience,
      headers: { 'content-type': 'application/ipp', host: socket ? 'localhost' : url.host },
      // Printers have self-signed certificates.
      ...(secure ? { rejectUnauthorized: false } : {}),
    });
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      /** @type {Buffer[]} */
      const parts = [];
      let size = 0;
      incoming.on('error', reject);
      incoming.on('data', (/** @type {Buffer} */ part) => {
        parts.push(part);
        if ((size += part.length) > maxResponseBytes) incoming.destroy(new Error('answer too large'));
      });
      incoming.on('end', () => {
        try {
          if (incoming.statusCode !== 200) throw new Error(`HTTP ${incoming.statusCode}`);
          resolve(decode(Buffer.concat(parts)));
        } catch (error) {
          reject(error);
        }
      });
    });
    outgoing.write(head);
    for (const part of body) outgoing.write(part);
    outgoing.end();
  });
}

/** The attributes of the first printer or job in a response. @param {Answer} answer @returns {Attributes} */
export const firstOf = (answer) => answer.groups.find(({ kind }) => kind !== group.operation)?.attributes ?? {};

/** @param {Answer} answer @returns {Attributes[]} */
export const printersOf = (answer) => answer.groups.filter(({ kind }) => kind === group.printer).map(({ attributes }) => attributes);

/** RFC 8011: below 0x0100 is success. @param {Answer} answer */
export const isGood = ({ status }) => status < 0x0100;
