/* Parses print requests: only images, copies and the name of a printer, nothing that a printer, disk or network would execute. */
import { readBitmap } from './bitmap.js';
import { Refusal } from './refusal.js';

/** @typedef {{ png: string, copies: number }} Sheet */
/** @typedef {{ printer: string, dpi: number, name: string, cut: boolean, drawer: boolean, pages: Sheet[] }} PrintRequest */

const maxPages = 1_000;
const maxLabels = 10_000;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** @param {unknown} text */
const isName = (text) => typeof text === 'string' && text.length >= 1 && text.length <= 200;

/** @param {any} body @returns {PrintRequest} */
export function parsePrintRequest(body) {
  const { printer, dpi, name = 'Daftar', cut = false, drawer = false, pages } = body ?? {};
  if (
    !isName(printer) ||
    !isName(name) ||
    !Number.isInteger(dpi) ||
    typeof cut !== 'boolean' ||
    typeof drawer !== 'boolean' ||
    !Array.isArray(pages) ||
    pages.length === 0
  )
    throw new Refusal(422, 'job_malformed');
  if (pages.length > maxPages) throw new Refusal(413, 'too_many_pages');
  const sheets = pages.map(parseSheet);
  if (sheets.reduce((sum, { copies }) => sum + copies, 0) > maxLabels) throw new Refusal(413, 'too_many_labels');
  return { printer, dpi, name, cut, drawer, pages: sheets };
}

/** @param {any} page @returns {Sheet} */
function parseSheet(page) {
  const { png, copies } = page ?? {};
  if (typeof png !== 'string' || !base64.test(png)) throw new Refusal(422, 'picture_malformed');
  if (!Number.isInteger(copies) || copies < 1) throw new Refusal(422, 'copies_invalid');
  return { png, copies };
}

/** Decodes images one by one as they are sent, so that only one is in memory. @param {PrintRequest} request */
export function* sheetsOf({ pages }) {
  for (const { png, copies } of pages) yield { bitmap: readBitmap(Buffer.from(png, 'base64')), copies };
}

/** @param {PrintRequest} request */
export const countLabels = ({ pages }) => pages.reduce((sum, { copies }) => sum + copies, 0);
