import { Refusal } from '../_shared/errors.ts';

/* The XML inside workbooks, read as it comes: a sheet of 50,000 rows is 30 MB of it and is never all there. Names lose their
   prefixes, which writers choose as they like. There are no entities but the five and numbers: who declares one is refused. */

/** name is 'c' at the start and '/c' at the end of <c>; text is what stands before the tag, as it is written. */
export type OnTag = (name: string, attributes: string, text: string) => void;

// A cell holds 32,767 letters, each at most eight in XML; what goes on for longer is no sheet, and must not be gathered.
const longest = 1024 * 1024;

export class XmlReader {
  readonly #on: OnTag;
  #rest = '';
  #text = '';

  constructor(on: OnTag) {
    this.#on = on;
  }

  write(chunk: string): void {
    const source = this.#rest + chunk;
    let at = 0;
    for (let open = source.indexOf('<'); open !== -1; open = source.indexOf('<', at)) {
      const mark = source.charCodeAt(open + 1);
      const end = mark === 33 || mark === 63 ? endOfOther(source, open) : endOfTag(source, open);
      if (end === -1) break;
      if (open > at) this.#text += source.slice(at, open);
      if (mark === 33 || mark === 63) this.#other(source.slice(open, end));
      else this.#tag(source.slice(open + 1, end - 1));
      at = end;
    }
    this.#rest = source.slice(at);
    if (this.#rest.length + this.#text.length > longest) throw new Refusal('file_broken', 422);
  }

  #tag(inner: string): void {
    const text = this.#text;
    this.#text = '';
    if (inner.charCodeAt(0) === 47) return this.#on(localName(inner.trimEnd()), '', text);
    const end = inner.endsWith('/') ? inner.length - 1 : inner.length;
    let space = 0;
    while (space < end && inner.charCodeAt(space) > 32) space++;
    const name = localName(inner.slice(0, space));
    this.#on(name, inner.slice(space, end), text);
    if (end < inner.length) this.#on(`/${name}`, '', '');
  }

  #other(markup: string): void {
    if (markup.startsWith('<![CDATA[')) this.#text += markup.slice(9, -3).replaceAll('&', '&amp;');
    else if (markup.startsWith('<!') && !markup.startsWith('<!--')) throw new Refusal('file_broken', 422);
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  if (colon === -1) return name;
  return (name.startsWith('/') ? '/' : '') + name.slice(colon + 1);
}

/** The place after the tag; an attribute may hold a '>'. */
function endOfTag(source: string, open: number): number {
  let end = source.indexOf('>', open);
  if (source.charCodeAt(open + 1) === 47) return end + 1 || -1;
  while (end !== -1 && inQuotes(source, open, end)) end = source.indexOf('>', end + 1);
  return end + 1 || -1;
}

function inQuotes(source: string, from: number, to: number): boolean {
  let quote = 0;
  for (let at = from; at < to; at++) {
    const letter = source.charCodeAt(at);
    if (quote === 0 && (letter === 34 || letter === 39)) quote = letter;
    else if (letter === quote) quote = 0;
  }
  return quote !== 0;
}

/** Of a comment, CDATA, instruction or declaration. Which of them it is may not have come yet. */
function endOfOther(source: string, open: number): number {
  if (source.length < open + 9) return -1;
  const close = source.startsWith('<!--', open) ? '-->' : source.startsWith('<![CDATA[', open) ? ']]>' : '>';
  const end = source.indexOf(close, open + 4);
  return end === -1 ? -1 : end + close.length;
}

/** One attribute of a tag; of prefixed ones by the name alone, such as id of r:id. */
export function attribute(attributes: string, name: string): string | undefined {
  let finder = finders.get(name);
  if (!finder) finders.set(name, (finder = { usual: ` ${name}="`, any: new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`) }));
  // As nearly every writer writes it: a regular expression for three attributes of a million cells is a second.
  const at = attributes.indexOf(finder.usual);
  const found = at === -1 ? finder.any.exec(attributes) : null;
  const value = at === -1 ? (found?.[1] ?? found?.[2]) : attributes.slice(at + finder.usual.length, attributes.indexOf('"', at + finder.usual.length));
  return value?.includes('&') ? plain(value) : value;
}

const finders = new Map<string, { usual: string; any: RegExp }>();

const entities: Record<string, string> = { quot: '"', apos: "'", gt: '>', lt: '<', amp: '&' };

/** A text of the file; what XML cannot hold, such as a carriage return, Excel writes as _x000D_. */
export function plain(text: string): string {
  const read = text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(quot|apos|gt|lt|amp));/gi, (_, hex?: string, digits?: string, name?: string) =>
        name ? (entities[name.toLowerCase()] ?? '') : String.fromCodePoint(Math.min(hex ? parseInt(hex, 16) : Number(digits), 0x10ffff)))
    : text;
  const whole = read.includes('_x') ? read.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))) : read;
  return whole.includes('\r') ? whole.replaceAll('\r\n', '\n') : whole;
}
