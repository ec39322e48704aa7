// A device's name from its browser ("Chrome · Windows"), and an id of four letters.
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

const nameFor = (agent: string, names: readonly [RegExp, string][]) => names.find(([sign]) => sign.test(agent))?.[1];

/** '' where the user agent is unknown. */
export const deviceName = (agent: string | null): string =>
  [nameFor(agent ?? '', browsers), nameFor(agent ?? '', systems)].filter(Boolean).join(' · ');

export const isPhone = (agent: string | null): boolean => /iPhone|iPod|iPad|Android/.test(agent ?? '');

let letters = '';

/** The letters that identify this device and start its own receipt numbers. Where storage fails they are kept until the page is
    reloaded: with new letters at each call it could not be a till. */
export function deviceLetters(): string {
  letters = onDevice.read('device', '') || letters || newId().slice(-4).toUpperCase();
  onDevice.write('device', letters);
  return letters;
}
