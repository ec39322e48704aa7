// The kinds of field, as plain descriptions: what may be written, how long, how many decimals. Their rule stands in rules.ts, their input in
// inputs.tsx, their cell in cells.tsx, each loaded where it is used, so that the menu and the first list stay light.
import type { ColumnOf, Demanded, Insert, TableName } from './schema.ts';

interface Common {
  /** In the margin column on wide screens: status and details, apart from the content. */
  aside?: boolean;
  /** Across both columns. */
  wide?: boolean;
  /** Not a column of the list at first; the reader may add it. */
  listed?: boolean;
  /** What a new record starts with. */
  initial?: unknown;
  required: boolean;
}

export interface TextField extends Common {
  kind: 'text' | 'longText' | 'code' | 'day' | 'phone' | 'email' | 'color' | 'timeZone';
  max: number;
  /** A form that the database checks too; its constraint's name, so that both refuse with one sentence. */
  form?: { pattern: RegExp; constraint: string };
}
export interface NumberField extends Common {
  kind: 'number' | 'money' | 'percent';
  min: number;
  max: number;
  decimals: number;
  /** Shown with its sign, and with what it does to a price of 100. */
  change?: boolean;
}
interface FlagField extends Common {
  kind: 'flag';
}
interface RefField extends Common {
  kind: 'ref';
  table: TableName;
  /** The row's own table: shown as a path, and never offers the row itself or what is below it. */
  tree?: boolean;
}

export type AnyField = TextField | NumberField | FlagField | RefField;

declare const writes: unique symbol;
/** A description that remembers what it writes into its column, so that a field of the wrong kind does not compile. */
export type Field<Written> = AnyField & { readonly [writes]?: Written };

/** A field for each column that must be filled, maybe one for the others; each writes what its column takes. */
export type Fields<T extends TableName> = { readonly [C in Demanded<T>]: Field<Insert<T>[C]> } & {
  readonly [C in Exclude<ColumnOf<T>, Demanded<T>>]?: Field<Exclude<Insert<T>[C & keyof Insert<T>], undefined>>;
};

type Options = Partial<Pick<Common, 'aside' | 'wide' | 'listed'>>;
type IsRequired<O> = O extends { required: true } ? true : false;
type Text<O> = IsRequired<O> extends true ? string : string | null;
type Amount<O> = IsRequired<O> extends true ? number : number | null;
interface TextOptions extends Options {
  required?: boolean;
  initial?: string;
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

// Each has a SQL domain of the same name and the same limit.
export const shortName = words('text', 120);
export const shortText = words('text', 300);
export const longText = words('longText', 4000);
export const phone = words('phone', 32);
export const email = words('email', 254);
export const color = words('color', 7);
export const timeZone = words('timeZone', 64);
/** As many letters as somebody may write for a day; what is kept is `2026-11-23`. */
export const day = words('day', 120);
export const code = <const O extends TextOptions & Pick<Partial<TextField>, 'max' | 'form'>>(options?: O): Field<Text<O>> => ({
  kind: 'code',
  required: false,
  max: 64,
  ...options,
});

export const whole = <const O extends NumberOptions>(options?: O): Field<Amount<O>> => ({
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

// What almost every plain record begins with.
export const name = (): Field<string> => shortName({ required: true });
export const nameInArabic = (): Field<string | null> => shortName();
export const active = (): Field<boolean> => flag({ initial: true, aside: true });
