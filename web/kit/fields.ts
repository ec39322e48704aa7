// The kinds of field as plain data: allowed values, length, decimals. Their validation is in rules.ts, inputs in inputs.tsx and cells
// in cells.tsx, each loaded where used, so that the menu and the first list stay small.
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import type { ColumnOf, Demanded, Insert, TableName } from './schema.ts';

interface Common {
  /** Shown in the margin column on wide screens: for status and details. */
  aside?: boolean;
  /** Spans both columns. */
  wide?: boolean;
  /** False: hidden in the list at first; the user may show it. */
  listed?: boolean;
  /** The value in a new record; a function if it depends on the settings. */
  initial?: unknown;
  required: boolean;
}

export interface TextField extends Common {
  kind: 'text' | 'longText' | 'code' | 'day' | 'phone' | 'email' | 'color' | 'country' | 'currency' | 'timeZone';
  max: number;
  /** A format that the database checks too, with its constraint's name, so that both show the same message. */
  format?: { pattern: RegExp; constraint: string };
}
export interface NumberField extends Common {
  kind: 'number' | 'money' | 'percent';
  min: number;
  max: number;
  decimals: number;
  /** A percentage of change: shown with its sign and its effect on a price of 100. */
  change?: boolean;
}
interface FlagField extends Common {
  kind: 'flag';
}
interface RefField extends Common {
  kind: 'ref';
  table: TableName;
  /** Refers to the row's own table: shown as a path; neither the row itself nor its descendants are offered. */
  tree?: boolean;
}

interface ChoiceField extends Common {
  kind: 'choice';
  options: readonly Choice[];
}

/** A value of a choice; its text is `fields.choice.…`. */
export type Choice = PlainKeyBelow<'fields.choice'>;

export type AnyField = TextField | NumberField | FlagField | RefField | ChoiceField;

declare const writes: unique symbol;
/** A field with the type of the value it writes, so that a field of the wrong kind does not compile. */
export type Field<Written> = AnyField & { readonly [writes]?: Written };

/** A field for each required column and optionally for others, each of its column's type. */
export type Fields<T extends TableName> = { readonly [C in Demanded<T>]: Field<Insert<T>[C]> } & {
  readonly [C in Exclude<ColumnOf<T>, Demanded<T>>]?: Field<Exclude<Insert<T>[C & keyof Insert<T>], undefined>>;
};

type Options = Partial<Pick<Common, 'aside' | 'wide' | 'listed'>>;
type IsRequired<O> = O extends { required: true } ? true : false;
type Text<O> = IsRequired<O> extends true ? string : string | null;
type Amount<O> = IsRequired<O> extends true ? number : number | null;
interface TextOptions extends Options {
  required?: boolean;
  initial?: string | (() => string);
}
interface NumberOptions extends Options {
  required?: boolean;
  initial?: number;
  min?: number;
  max?: number;
  decimals?: number;
}

const words =
  (kind: TextField['kind'], max: number) =>
  <const O extends TextOptions>(options?: O): Field<Text<O>> => ({ kind, max, required: false, ...options });

// Each has a SQL domain with the same name and limit.
export const shortName = words('text', 120);
export const shortText = words('text', 300);
export const longText = words('longText', 4000);
export const phone = words('phone', 32);
export const email = words('email', 254);
export const color = words('color', 7);
export const country = words('country', 2);
export const currency = words('currency', 3);
export const timeZone = words('timeZone', 64);
/** The limit is for the typed text; the stored value is `2026-11-23`. */
export const day = words('day', 120);
export const code = <const O extends TextOptions & Pick<Partial<TextField>, 'max' | 'format'>>(options?: O): Field<Text<O>> => ({
  kind: 'code',
  required: false,
  max: 64,
  ...options,
});

export const integer = <const O extends NumberOptions>(options?: O): Field<Amount<O>> => ({
  kind: 'number',
  required: false,
  min: 0,
  max: 999_999_999,
  decimals: 0,
  ...options,
});
export const quantity = <const O extends NumberOptions>(options?: O): Field<Amount<O>> => ({
  kind: 'number',
  required: false,
  min: 0,
  max: 99_999_999_999,
  decimals: 3,
  ...options,
});
export const money = <const O extends NumberOptions>(options?: O): Field<Amount<O>> => ({
  kind: 'money',
  required: false,
  min: 0,
  max: 9_999_999_999,
  decimals: 4,
  ...options,
});
export const percentage = <const O extends NumberOptions & { change?: boolean }>(options?: O): Field<Amount<O>> => ({
  kind: 'percent',
  required: false,
  min: 0,
  max: 100,
  decimals: 4,
  ...options,
});

export const flag = (options?: Options & { initial?: boolean }): Field<boolean> => ({
  kind: 'flag',
  required: true,
  initial: false,
  ...options,
});

export const ref = <const O extends Options & { required?: boolean; tree?: boolean }>(table: TableName, options?: O): Field<Text<O>> => ({
  kind: 'ref',
  table,
  required: false,
  ...options,
});

/** One of a few fixed values; the first is that of a new record. */
export const choice = (options: readonly [Choice, ...Choice[]]): Field<string> => ({
  kind: 'choice',
  options,
  required: true,
  initial: options[0],
});

// The first fields of most plain records.
export const name = (): Field<string> => shortName({ required: true });
export const nameInArabic = (): Field<string | null> => shortName();
export const active = (): Field<boolean> => flag({ initial: true, aside: true });
