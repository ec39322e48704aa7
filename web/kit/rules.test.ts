import { describe, expect, test } from 'vitest';
import {
  code,
  color,
  day,
  email,
  flag,
  name,
  percentage,
  phone,
  ref,
  shortName,
  integer,
  type AnyField,
  type TextField,
} from './fields.ts';
import { blankValues, codeFrom, readField, schemaOf, toTyped, typedValues } from './rules.ts';

const value = (field: AnyField, typed: unknown) => readField(field, typed);
const problem = (field: AnyField, typed: unknown) => {
  const reading = readField(field, typed);
  return 'problem' in reading ? reading.problem.key.replace('kit.problem.', '') : 'accepted';
};

describe('text', () => {
  test('is trimmed; blank text is null, or refused if required', () => {
    expect(value(name(), '  Siwa ')).toEqual({ value: 'Siwa' });
    expect(value(shortName(), '   ')).toEqual({ value: null });
    expect(problem(name(), '   ')).toBe('required');
    for (const unseen of ['\u200b', '\u200f\u200e', '\u00ad', '\u3164', '\u2800', '\u{e0041}'])
      expect(problem(name(), unseen)).toBe('required');
    expect(value(name(), 'Siwa \u008f')).toEqual({ problem: { key: 'errors.short_text_printable' } });
    expect(value(name(), 'می\u200cخواهم')).toEqual({ value: 'می\u200cخواهم' });
  });

  test('is limited to the length of its column in characters', () => {
    expect(problem(name(), 'ا'.repeat(120))).toBe('accepted');
    expect(problem(name(), 'ا'.repeat(121))).toBe('tooLong');
    expect(problem(name(), '👗'.repeat(120))).toBe('accepted');
  });

  test('phone numbers accept any digits and refuse text that cannot be dialled', () => {
    expect(value(phone(), ' +٢٠ ١٠٠ ٢٢٠ ')).toEqual({ value: '+20 100 220' });
    expect(problem(phone(), 'call me')).toBe('phone');
    expect(problem(phone(), '12')).toBe('phone');
    expect(problem(phone(), '---')).toBe('phone');
  });

  test('codes are stored in canonical form: Latin digits, no invisible characters, capitals', () => {
    expect(value(code(), '\u200f٤١٢-٣٣ ')).toEqual({ value: '412-33' });
    const currency = code({ required: true, max: 3, format: { pattern: /^[A-Z]{3}$/, constraint: 'business_currency_code' } });
    expect(value(currency, 'sar')).toEqual({ value: 'SAR' });
    expect(value(currency, 'sa1')).toEqual({ problem: { key: 'errors.business_currency_code' } });
  });

  test('a date must exist in the calendar', () => {
    expect(value(day(), '2026-11-23')).toEqual({ value: '2026-11-23' });
    for (const wrong of ['31/2', '2026-02-31', '0026-01-01', '1/1/0026', 'the first day of the next month'])
      expect(value(day(), wrong)).toEqual({ problem: { key: 'errors.day_unreadable' } });
    expect(problem(day({ required: true }), '')).toBe('required');
  });

  test('validates email addresses and colors', () => {
    expect(problem(email(), 'laila@example.com')).toBe('accepted');
    expect(problem(email(), 'laila@example')).toBe('email');
    expect(problem(email(), 'la ila@example.com')).toBe('email');
    expect(value(color({ required: true }), '#A1B2C3')).toEqual({ value: '#a1b2c3' });
    expect(problem(color({ required: true }), 'red')).toBe('color');
  });
});

describe('a code with its own format', () => {
  const ofBranch = code({ required: true, max: 6, format: { pattern: /^[A-Z0-9]{2,6}$/, constraint: 'branches_code_form' } }) as TextField;

  test('is changed to capitals, and refused if it still does not match', () => {
    expect(value(ofBranch, ' zam ')).toEqual({ value: 'ZAM' });
    expect(value(ofBranch, 'z m')).toEqual({ problem: { key: 'errors.branches_code_form' } });
  });

  test('is suggested from the name, in either script', () => {
    expect(['Zamalek', 'Nasr City', 'الزمالك', 'مدينة نصر', 'Élan', '5', '中'].map((name) => codeFrom(name, ofBranch))).toEqual([
      'ZAM',
      'NAS',
      'ZML',
      'MDN',
      'ELA',
      '',
      '',
    ]);
  });
});

describe('numbers', () => {
  const change = percentage({ required: true, min: -100, max: 1000, change: true });

  test('are read in either script', () => {
    expect(value(change, '−١٢٫٥')).toEqual({ value: -12.5 });
    expect(value(integer({ required: true }), '1,250')).toEqual({ value: 1250 });
  });

  test.each([
    ['-100', 'accepted'],
    ['-100.0001', 'between'],
    ['1000', 'accepted'],
    ['1000.1', 'between'],
    ['1.23456', 'decimals'],
    ['1.20000', 'accepted'],
    ['ten', 'number'],
    ['', 'required'],
  ])('a change of %s %% is %s', (typed, expected) => {
    expect(problem(change, typed)).toBe(expected);
  });

  test('must be whole where required', () => {
    expect(problem(integer(), '1.5')).toBe('whole');
    expect(value(integer(), '')).toEqual({ value: null });
  });
});

test('a flag is true or false, and a reference is an id or null', () => {
  expect(value(flag(), undefined)).toEqual({ value: false });
  expect(value(ref('brands'), '')).toEqual({ value: null });
  expect(problem(ref('brands', { required: true }), '')).toBe('required');
});

describe('a whole record', () => {
  const fields = { name: name(), phone: phone(), percentage: percentage({ required: true, initial: 0 }), active: flag({ initial: true }) };

  test('starts blank, with the given values', () => {
    expect(blankValues(fields, { name: 'Siwa' })).toEqual({ name: 'Siwa', phone: '', percentage: '0', active: true });
  });

  test('is unchanged after a round trip through the form', () => {
    const row = { name: 'Siwa', phone: null, percentage: 18, active: false };
    expect(schemaOf(fields).parse(typedValues(fields, row))).toEqual(row);
  });

  test('reports every invalid field', () => {
    const result = schemaOf(fields).safeParse({ name: '', phone: 'x', percentage: '200', active: true });
    expect(result.error?.issues.map((issue) => issue.path[0])).toEqual(['name', 'phone', 'percentage']);
  });

  test('keeps numbers as text while they are typed', () => {
    expect(toTyped(percentage(), -18)).toBe('-18');
    expect(toTyped(percentage(), null)).toBe('');
  });
});
