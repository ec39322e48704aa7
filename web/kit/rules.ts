// Validates each kind of field and turns the form's value (text or boolean) into the column's. Loaded with the form.
import * as z from 'zod/mini';
import { isBlank } from '@/lib/normalise.ts';
import { decimalsOf, readCode } from '@/lib/numerals.ts';
import { readDecimal } from '@/lib/typed-number.ts';
import { isDay } from '@/lib/read-day.ts';
import type { AnyField, NumberField, TextField } from './fields.ts';
import { packProblem, type Problem } from './problems.ts';

type Typed = string;
type Reading = { value: unknown } | { problem: Problem };

const refuse = (key: string, values?: Problem['values']): Reading => ({ problem: { key: `kit.problem.${key}`, values } });

// Same as the SQL domains of these names.
const forms: Partial<Record<TextField['kind'], { pattern: RegExp; problem: string }>> = {
  phone: { pattern: /^(?=.*[0-9])[0-9+() .\-/]{3,32}$/, problem: 'phone' },
  email: { pattern: /^[^@\s]+@[^@\s]+\.[^@\s]+$/, problem: 'email' },
  color: { pattern: /^#[0-9a-f]{6}$/, problem: 'color' },
};

/** Same as in the domains short_name and short_text. */
const unprintable = /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

function readText(field: TextField, typed: Typed): Reading {
  // Arabic-Indic digits are converted, as any keyboard may be used.
  const plain = field.kind === 'phone' || field.kind === 'code' ? readCode(typed) : typed;
  const text = field.kind === 'color' ? plain.trim().toLowerCase() : plain.trim();
  if (isBlank(text)) return field.required ? refuse('required') : { value: null };
  if (field.kind === 'text' && unprintable.test(text)) return { problem: { key: 'errors.short_text_printable' } };
  if ([...text].length > field.max) return refuse('tooLong', { max: field.max });
  if (field.kind === 'day') return isDay(text) ? { value: text } : { problem: { key: 'errors.day_unreadable' } };
  const form = forms[field.kind];
  if (form && !form.pattern.test(text)) return refuse(form.problem);
  if (!field.format || field.format.pattern.test(text)) return { value: text };
  // A format of capitals accepts small letters.
  const capitals = text.toUpperCase();
  return field.format.pattern.test(capitals) ? { value: capitals } : { problem: { key: `errors.${field.format.constraint}` } };
}

// The Latin consonants of Arabic letters, as in abbreviations of names: الزمالك is ZML.
const latin = new Map([...'بتثجحخدذرزسشصضطظعغفقكلمنه'].map((letter, index) => [letter, 'BTTGHKDZRZSSSDTZAGFQKLMNH'[index]]));

/** The code proposed for a name: its first letters, or '' where they do not fit the format. */
export function codeFrom(name: string, { format, max }: TextField): string {
  const letters = [
    ...name
      .replace(/(^|\s)ال/g, '$1')
      .normalize('NFKD')
      .toUpperCase(),
  ].map((letter) => latin.get(letter) ?? letter);
  const code = letters
    .join('')
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, Math.min(max, 3));
  return !format || format.pattern.test(code) ? code : '';
}

function readNumber(field: NumberField, typed: Typed): Reading {
  if (typed.trim() === '') return field.required ? refuse('required') : { value: null };
  const plain = readDecimal(typed);
  if (plain === null) return refuse('number');
  if (decimalsOf(plain) > field.decimals) {
    return field.decimals === 0 ? refuse('whole') : refuse('decimals', { decimals: field.decimals });
  }
  const number = Number(plain);
  if (number < field.min || number > field.max) return refuse('between', { min: field.min, max: field.max });
  return { value: number };
}

export function readField(field: AnyField, typed: unknown): Reading {
  switch (field.kind) {
    case 'flag':
      return { value: typed === true };
    case 'number':
    case 'money':
    case 'percent':
      return readNumber(field, String(typed ?? ''));
    case 'ref':
    case 'choice':
      return typed ? { value: typed } : field.required ? refuse('required') : { value: null };
    default:
      return readText(field, String(typed ?? ''));
  }
}

/** The schema of a whole record, for react-hook-form and other validation. */
export function schemaOf(fields: Readonly<Record<string, AnyField>>) {
  const shape = Object.entries(fields).map(([name, field]) => {
    const rule = z.pipe(
      z.unknown(),
      z.transform((typed: unknown, context) => {
        const reading = readField(field, typed);
        if ('value' in reading) return reading.value;
        context.issues.push({ code: 'custom', message: packProblem(reading.problem), input: typed });
        return z.NEVER;
      }),
    );
    return [name, rule] as const;
  });
  return z.object(Object.fromEntries(shape));
}

/** A column's value as the form holds it; numbers become text, so that typing is not reformatted. */
export function toTyped(field: AnyField, value: unknown): unknown {
  if (field.kind === 'flag') return value === true;
  return value === null || value === undefined ? '' : String(value);
}

const initialOf = ({ initial }: AnyField): unknown => (typeof initial === 'function' ? (initial as () => unknown)() : initial);

export function blankValues(
  fields: Readonly<Record<string, AnyField>>,
  initialValues: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, initialValues[name] ?? toTyped(field, initialOf(field))]));
}

export function typedValues(fields: Readonly<Record<string, AnyField>>, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toTyped(field, row[name])]));
}
