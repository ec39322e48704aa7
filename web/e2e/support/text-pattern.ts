/* Texts of the app as patterns: values may be in bidi isolates, and a count uses the plural form of its language. */
import { words } from './words.ts';
import type { Language } from './stack.ts';

type Values = Record<string, string | number>;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `said('ar', 'imports')('apply', { count: 9 })` matches the whole text; `part` matches within a longer one. */
export function textPattern(language: Language, area: string) {
  const text = words(language, area);
  const marked = (key: string, values: Values) => {
    const form = values.count === undefined ? key : `${key}_${new Intl.PluralRules(language).select(Number(values.count))}`;
    const isolated = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `\u2068${value}\u2069`]));
    return escaped(text(form, isolated))
      .replace(/[\u2066-\u2069]/g, '[\\u2066-\\u2069]?')
      .replace(/<\/?b>/g, '');
  };
  const whole = (key: string, values: Values = {}) => new RegExp(`^\\s*${marked(key, values)}\\s*$`);
  return Object.assign(whole, { part: (key: string, values: Values = {}) => new RegExp(marked(key, values)) });
}
