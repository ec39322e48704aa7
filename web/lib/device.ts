// What a device is called: by its browser, in two words that people know ("Chrome · Windows"), and by letters of its own.
import { newId } from './id.ts';
import { onDevice } from './stored.ts';

const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

const named = (agent: string, names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(agent))?.[1];

/** Empty where it says nothing that is known. */
export const deviceName = (agent: string | null): string =>
  [named(agent ?? '', browsers), named(agent ?? '', systems)].filter(Boolean).join(' · ');

export const isPhone = (agent: string | null): boolean => /iPhone|iPod|iPad|Android/.test(agent ?? '');

let letters = '';

/** The letters before this device's own receipt numbers, by which it is known. Where nothing can be kept they hold until the page is loaded anew: told
    others each time, it would be no till's device. */
export function deviceLetters(): string {
  letters = onDevice.read('device', '') || letters || newId().slice(-4).toUpperCase();
  onDevice.write('device', letters);
  return letters;
}
