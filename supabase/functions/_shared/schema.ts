/* Validates the part of JSON Schema that our functions' OpenAPI files use, so that a function accepts exactly what its file says. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly description?: string;
}

type Known = Readonly<Record<string, Schema>>;

/** The path of the first invalid value, as `lines.2.quantity` (counted from 1); '' is the value itself, null means all is valid.
    Infinity is not a number (JSON parses 1e400 to it, but writes it as null), and a text must be one that Postgres can store. */
export function findInvalid(value: unknown, schema: Schema, known: Known): string | null {
  const { type, enum: choices } = schema;
  const named = schema.$ref?.split('/').at(-1);
  if (named !== undefined) return findInvalid(value, known[named] ?? throwMissing(named), known);
  if (type !== undefined && !(typeof type === 'string' ? [type] : type).includes(typeOf(value))) return '';
  if (choices && !choices.includes(value)) return '';
  if (typeof value === 'string') return fitsText(value, schema) ? null : '';
  if (typeof value === 'number') {
    const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
    return value >= minimum && value <= maximum && value > exclusiveMinimum ? null : '';
  }
  if (Array.isArray(value)) {
    const { items = {}, minItems = 0, maxItems = Infinity } = schema;
    if (value.length < minItems || value.length > maxItems) return '';
    return first(value, (item, at) => within(String(at + 1), findInvalid(item, items, known)));
  }
  if (typeof value !== 'object' || value === null) return null;
  const { properties = {}, required = [], additionalProperties } = schema;
  return (
    required.find((key) => !Object.hasOwn(value, key)) ??
    first(Object.entries(value), ([key, part]) => {
      const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
      return own ? within(key, findInvalid(part, own, known)) : additionalProperties === false ? key.slice(0, 40).toWellFormed() : null;
    })
  );
}

function fitsText(text: string, { minLength = 0, maxLength = Infinity, pattern }: Schema): boolean {
  return (
    text.length >= minLength &&
    text.length <= maxLength &&
    text.isWellFormed() &&
    !text.includes('\0') &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  );
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' && !Number.isFinite(value) ? 'no number' : typeof value;
}

function first<Part>(parts: readonly Part[], find: (part: Part, index: number) => string | null): string | null {
  for (const [index, part] of parts.entries()) {
    const found = find(part, index);
    if (found !== null) return found;
  }
  return null;
}

const within = (place: string, inner: string | null): string | null => (inner === null ? null : inner === '' ? place : `${place}.${inner}`);

function throwMissing(name: string): never {
  throw new Error(`no schema ${name}`);
}
