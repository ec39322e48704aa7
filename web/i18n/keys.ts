import type { Texts } from './texts.gen.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts };
    /** In the types alone: there each key stands whole. */
    keySeparator: false;
    strictInterpolationChecks: true;
    interpolationFormatTypeMap: { isolate: string | number };
  }
}

/** The keys of texts that are told nothing. */
export type PlainKey = { [Key in keyof Texts]: Texts[Key] extends '' ? Key : never }[keyof Texts];

/** `PlainKeyBelow<'app.menu'>`: the names that stand below. */
export type PlainKeyBelow<Area extends string> = PlainKey extends infer Key ? (Key extends `${Area}.${infer Name}` ? Name : never) : never;
