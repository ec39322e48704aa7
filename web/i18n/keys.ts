import type { Texts } from './texts.gen.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts };
    /** Only for the types, in which keys are flat. */
    keySeparator: false;
    strictInterpolationChecks: true;
    interpolationFormatTypeMap: { isolate: string | number };
  }
}

/** Keys of texts without parameters. */
export type PlainKey = { [Key in keyof Texts]: Texts[Key] extends '' ? Key : never }[keyof Texts];

/** `PlainKeyBelow<'app.menu'>`: the last parts of the keys below. */
export type PlainKeyBelow<Area extends string> = PlainKey extends infer Key ? (Key extends `${Area}.${infer Name}` ? Name : never) : never;
