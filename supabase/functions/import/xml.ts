import { Refusal } from '../_shared/errors.ts';
import { maxInRow, maxInTag } from './limits.ts';

/* A streaming parser of the XML in workbooks: a sheet of 50,000 rows is 30 MB and never all in memory. Namespace prefixes are
   removed, since writers choose them freely. Only the five predefined and numeric entities exist; a declaration is refused.
   Written by hand, since it takes half the time of saxes and CPU time is scarce in a hosted function: see Import in bench/README.md.
   No character is scanned twice: an unfinished tag is continued where the scan stopped. */

/** name is 'c' at the start and '/c' at the end of <c>; text is the raw text before the tag. */
export type OnTag = (name: string, attributes: string, text: string) => void;

export class XmlReader {
  readonly #on: OnTag;
  /** An unfinished tag, how many of its characters were scanned, and the quote that is open there. */
  #rest = '';
  #scanned = 0;
  #quote = 0;
  #text = '';

  constructor(on: OnTag) {
    this.#on = on;
  }

  write(chunk: string): void {
    const source = this.#rest + chunk;
    let at = 0;
    this.#rest = '';
    while (at < source.length) {
      const found = source.indexOf('<', at);
      const open = found === -1 ? source.length : found;
      if (open > at) this.#text += source.slice(at, open);
      if (this.#text.length > maxInRow) throw new Refusal('file_text_too_long', 413, { max: maxInRow });
      at = open;
      if (found === -1) break;
      const mark = source.charCodeAt(open + 1);
      const other = mark === 33 || mark === 63;
      const end = other ? this.#endOfOther(source, open) : this.#endOfTag(source, open);
      if (end === -1) {
        this.#rest = other ? this.#unfinished(source, open) : source.slice(open);
        break;
      }
      this.#scanned = this.#quote = 0;
      at = end;
      if (other) this.#other(source.slice(open, end));
      else if (end - open > maxInTag) throw broken();
      else this.#tag(source.slice(open + 1, end - 1));
    }
  }

  /** Refuses a file that ends within a tag. */
  end(): void {
    if (this.#rest !== '') throw broken();
  }

  /** The index after the tag, or -1; an attribute's value may contain '>'. */
  #endOfTag(source: string, open: number): number {
    let quote = this.#quote;
    for (let at = open + Math.max(1, this.#scanned); at < source.length; at++) {
      const letter = source.charCodeAt(at);
      if (quote !== 0) {
        if (letter === quote) quote = 0;
      } else if (letter === 62) return at + 1;
      else if (letter === 34 || letter === 39) quote = letter;
    }
    if (source.length - open > maxInTag) throw broken();
    this.#scanned = source.length - open;
    this.#quote = quote;
    return -1;
  }

  /** The index after a comment, CDATA, instruction or declaration, or -1; its kind is known after nine characters. */
  #endOfOther(source: string, open: number): number {
    if (source.length < open + 9) return -1;
    const close = source.startsWith('<!--', open) ? '-->' : source.startsWith('<![CDATA[', open) ? ']]>' : '>';
    // The part already scanned may end with the beginning of the end mark.
    const end = source.indexOf(close, open + Math.max(4, this.#scanned - 2));
    return end === -1 ? -1 : end + close.length;
  }

  /** Keeps of unfinished markup only its beginning, which tells its kind, and its last two characters, which may begin its end mark. */
  #unfinished(source: string, open: number): string {
    const headEnd = open + 9;
    if (source.length < headEnd + 3) return source.slice(open);
    const done = source.slice(headEnd, -2);
    if (source.startsWith('<![CDATA[', open)) this.#text += done.replaceAll('&', '&amp;');
    const rest = source.slice(open, headEnd) + source.slice(-2);
    this.#scanned = rest.length;
    return rest;
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
    else if (markup.startsWith('<!') && !markup.startsWith('<!--')) throw broken();
  }
}

const broken = () => new Refusal('file_broken', 422);

function localName(name: string): string {
  const colon = name.indexOf(':');
  if (colon === -1) return name;
  return (name.startsWith('/') ? '/' : '') + name.slice(colon + 1);
}

/** The value of an attribute, found by its name without a prefix: id finds r:id. */
export function attribute(attributes: string, name: string): string | undefined {
  let finder = finders.get(name);
  if (!finder)
    finders.set(name, (finder = { usual: ` ${name}="`, any: new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`) }));
  // The spelling of nearly every writer: a regular expression for three attributes of a million cells takes a second.
  const at = attributes.indexOf(finder.usual);
  const found = at === -1 ? finder.any.exec(attributes) : null;
  const value =
    at === -1 ? (found?.[1] ?? found?.[2]) : attributes.slice(at + finder.usual.length, attributes.indexOf('"', at + finder.usual.length));
  return value?.includes('&') ? plain(value) : value;
}

const finders = new Map<string, { usual: string; any: RegExp }>();

const entities: Record<string, string> = { quot: '"', apos: "'", gt: '>', lt: '<', amp: '&' };

/** Decodes raw text: entities, and the _x000D_ that Excel writes for characters that XML cannot hold, such as a carriage return. */
export function plain(text: string): string {
  const read = text.includes('&')
    ? text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(quot|apos|gt|lt|amp));/gi, (_, hex?: string, digits?: string, name?: string) =>
        name ? (entities[name.toLowerCase()] ?? '') : String.fromCodePoint(Math.min(hex ? parseInt(hex, 16) : Number(digits), 0x10ffff)),
      )
    : text;
  const whole = read.includes('_x')
    ? read.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : read;
  return whole.includes('\r') ? whole.replaceAll('\r\n', '\n') : whole;
}
