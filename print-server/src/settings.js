import { statSync } from 'node:fs';
import { join } from 'node:path';
import { alone, readJson, writeJson } from './home.js';
import { languages } from './languages.js';

/**
 * @typedef {{ width: number, height: number | null }} Media in millimetres; a roll of receipts has no height
 * @typedef {{ id: string, name: string, place: string | null, to: string, language: string, kind: 'label' | 'receipt', dpi: number, media: Media | null }} Printer
 * @typedef {{ origins: string[], names: string[], cups: string | false | null, printers: Printer[] }} Settings
 */

/** @type {Settings} */
const defaults = { origins: [], names: [], cups: null, printers: [] };

/** The settings, changed by command or by hand. Read again when the file changes, so that a command affects a running server. */
export class SettingsFile {
  /** @param {string} home */
  constructor(home) {
    this.home = home;
    this.file = join(home, 'settings.json');
    this.read = defaults;
    this.stamp = '';
  }

  /** @returns {Settings} */
  get current() {
    const stamp = stampOf(this.file);
    if (stamp !== this.stamp) {
      this.read = validate(readJson(this.file) ?? {});
      this.stamp = stamp;
    }
    return this.read;
  }

  /** @param {(settings: Settings) => Settings} change */
  change(change) {
    alone(this.home, () => writeJson(this.file, validate(change(this.current))));
  }
}

/** @param {string} file */
function stampOf(file) {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat ? `${stat.mtimeNs} ${stat.size} ${stat.ino}` : 'none';
}

/** Normalises an origin to the form that browsers send. @param {string} text */
export function readOrigin(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`“${text}” isn’t the address of a web page, such as https://office.example`);
  return url.origin;
}

/** @param {any} settings @returns {Settings} */
function validate(settings) {
  const { origins = [], names = [], cups = null, printers = [] } = settings;
  if (![origins, names, printers].every(Array.isArray)) throw new Error('settings.json: origins, names and printers must be lists');
  /** @type {Printer[]} */
  const read = printers.map(readPrinter);
  const duplicate = read.find(({ id }, at) => read.findIndex((other) => other.id === id) !== at);
  if (duplicate) throw new Error(`There is already a printer “${duplicate.id}”`);
  return {
    origins: origins.map(readOrigin),
    names: names.map((/** @type {unknown} */ name) => String(name).toLowerCase()),
    cups,
    printers: read,
  };
}

const address = /^(?:(?<host>[a-z0-9.-]+|\[[0-9a-f:]+\])(?::(?<port>\d{1,5}))?|cups:(?<queue>[^\s/#]{1,127})|ipps?:\/\/[^\s]{1,500})$/i;

/** @param {any} printer @returns {Printer} */
export function readPrinter(printer) {
  const { id, name, place = null, to, language = 'zpl', dpi = 203, media = null } = printer ?? {};
  if (!/^[a-z0-9][a-z0-9-]{0,39}$/.test(String(id)))
    throw new Error(`“${id}” can’t be the id of a printer: use lowercase letters, digits and hyphens`);
  if (typeof to !== 'string' || !address.test(to))
    throw new Error(
      `“${to}” isn’t the address of a printer: use 192.168.1.50, 192.168.1.50:9100, cups:Queue or ipp://192.168.1.50/ipp/print`,
    );
  if (!(language in languages)) throw new Error(`“${language}” isn’t a printer language: use ${Object.keys(languages).join(', ')}`);
  if (language === 'pdf' && isRaw(to)) throw new Error('A network printer needs zpl, tspl or escpos; pdf is only for cups: and ipp:');
  if (language !== 'pdf' && /^ipps?:/i.test(to)) throw new Error('A printer at an ipp: address needs the language pdf');
  if (!Number.isInteger(dpi) || dpi < 100 || dpi > 1_200) throw new Error('dpi must be a whole number between 100 and 1200');
  const kind = printer.kind ?? (language === 'escpos' ? 'receipt' : 'label');
  if (kind !== 'label' && kind !== 'receipt') throw new Error('kind must be label or receipt');
  return {
    id,
    // The print history allows no spaces around a name.
    name:
      String(name ?? id)
        .trim()
        .slice(0, 100)
        .trim() || id,
    place: place === null ? null : String(place).slice(0, 100),
    to,
    language,
    kind,
    dpi,
    media: readMedia(media),
  };
}

/** @param {string} to */
export const isRaw = (to) => !/^(?:cups:|ipps?:)/i.test(to);

/** @param {any} media @returns {Media | null} */
function readMedia(media) {
  if (media === null) return null;
  const { width, height = null } = media;
  const fits = (/** @type {unknown} */ size) => typeof size === 'number' && size >= 5 && size <= 1_000;
  if (!fits(width) || !(height === null || fits(height))) throw new Error('media must be a width and a height in millimetres');
  return { width, height };
}
