import { expect, it, vi } from 'vitest';
import { deviceLetters, deviceName, isPhone } from './device.ts';

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    'Chrome · Windows',
    false,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge · Windows',
    false,
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet · Android',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari · Mac',
    false,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox · Linux', false],
  ['curl/8.5.0', '', false],
  [null, '', false],
])('%s', (agent, name, phone) => {
  expect([deviceName(agent), isPhone(agent)]).toEqual([name, phone]);
});

it('keeps the same letters for a device, even if nothing can be stored', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('Refused');
    },
  });
  const refused = deviceLetters();
  expect(refused).toMatch(/^[0-9A-F]{4}$/);
  expect(deviceLetters()).toBe(refused);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  kept.set('device', '"AB12"');
  expect([deviceLetters(), deviceLetters()]).toEqual(['AB12', 'AB12']);
  vi.unstubAllGlobals();
});
