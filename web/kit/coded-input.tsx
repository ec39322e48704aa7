import { useTranslation } from '@/i18n/use-translation.ts';
import { arabicCities, countries, currencies } from '@/lib/codes.ts';
import { searchWords } from '@/lib/normalise.ts';
import type { Language } from '@/lib/settings.ts';
import { Combobox, type ComboboxOption } from '@/ui/combobox.tsx';

export type Coded = 'country' | 'currency' | 'timeZone';

const displayed = (type: 'region' | 'currency', code: string, language: string) =>
  new Intl.DisplayNames(language, { type }).of(code) ?? code;

const zonePart = (zone: string, language: string, timeZoneName: 'shortGeneric' | 'shortOffset') =>
  new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName }).formatToParts().find(({ type }) => type === 'timeZoneName')?.value ??
  zone;

/** The city of a zone; in Arabic its country where the city's name is not known. */
const placeOf = (zone: string, language: string): string =>
  language === 'ar'
    ? (arabicCities[zone] ?? zonePart(zone, 'ar', 'shortGeneric').replace(/^توقيت /, ''))
    : (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** Asia/Riyadh as “Riyadh, UTC+3”. */
const zoneName = (zone: string, language: string): string =>
  `${placeOf(zone, language)}${language === 'ar' ? '،' : ','} \u2066${zonePart(zone, 'en', 'shortOffset').replace('GMT', 'UTC')}\u2069`;

/** A country, currency or time zone in the reader's language. */
export function codedName(kind: Coded, code: string, language: string): string {
  if (kind === 'timeZone') return zoneName(code, language);
  if (kind === 'country') return displayed('region', code, language);
  return `${displayed('currency', code, language)} (\u2068${code}\u2069)`;
}

const codesOf: Record<Coded, () => readonly string[]> = {
  country: () => countries,
  currency: () => currencies,
  timeZone: () => Intl.supportedValuesOf('timeZone'),
};

const searchTexts = new Map<Coded, ReadonlyMap<string, string>>();

/** What each code is found by: its names in both languages, and the code itself. */
function searchTextsOf(kind: Coded): ReadonlyMap<string, string> {
  const known = searchTexts.get(kind);
  if (known) return known;
  const languages: readonly Language[] = ['en', 'ar'];
  const made = new Map(
    codesOf[kind]().map((code) => {
      const names = languages.flatMap((language) =>
        kind === 'timeZone'
          ? [zonePart(code, language, 'shortGeneric'), placeOf(code, language)]
          : displayed(kind === 'country' ? 'region' : 'currency', code, language),
      );
      return [code, searchWords([code.replaceAll(/[/_]/g, ' '), ...names].join(' ')).join(' ')];
    }),
  );
  searchTexts.set(kind, made);
  return made;
}

/** The codes that are found by all words, in either language; those with the first word as a whole word first. */
export function findCodes(kind: Coded, words: string): string[] {
  const searched = searchWords(words.replaceAll(/[/_]/g, ' '));
  const isWord = (text: string) => Number(text.split(' ').some((word) => word === searched[0]));
  return [...searchTextsOf(kind)]
    .filter(([, text]) => searched.every((word) => text.includes(word)))
    .sort(([, a], [, b]) => (searched.length > 0 ? isWord(b) - isWord(a) : 0))
    .map(([code]) => code);
}

interface CodedInputProps {
  kind: Coded;
  value: string;
  onChange: (code: string) => void;
  disabled?: boolean;
  placeholder?: string;
}

/** Picks a country, currency or time zone, searched by its names in both languages. */
export function CodedInput({ kind, value, onChange, disabled, placeholder }: CodedInputProps) {
  const { i18n } = useTranslation();
  const option = (code: string): ComboboxOption => ({
    value: code,
    label: codedName(kind, code, i18n.language),
    ...(kind === 'timeZone' && { hint: code }),
  });
  return (
    <Combobox
      value={value ? option(value) : null}
      onChange={(chosen) => chosen && onChange(chosen.value)}
      search={(words) => Promise.resolve(findCodes(kind, words).slice(0, 50).map(option))}
      disabled={disabled}
      placeholder={placeholder}
    />
  );
}
