import type { Page } from '@playwright/test';

export type ScannerKey = [key: string, code: string, held?: 'Shift' | 'Control'];

const virtual: Record<string, number> = { Enter: 13, Tab: 9, KeyJ: 74 };

/** Sends keys to the browser as the operating system does, with their codes and at a scanner's pace however busy the machine is, so that
 browser shortcuts take effect. */
export async function pressAsScanner(page: Page, keys: ScannerKey[]): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const begun = Date.now() / 1000;
  await Promise.all(
    keys.flatMap(([key, code, held], index) =>
      ['keyDown', 'keyUp'].map((type) => {
        const text = type === 'keyUp' || held === 'Control' || key === 'Tab' ? undefined : key === 'Enter' ? '\r' : key;
        return browser.send('Input.dispatchKeyEvent', {
          type: type as 'keyDown',
          key,
          code,
          text,
          windowsVirtualKeyCode: virtual[code],
          modifiers: held === 'Control' ? 2 : held === 'Shift' ? 8 : 0,
          timestamp: begun + index * 0.005,
        });
      }),
    ),
  );
  await browser.detach();
}

const placeOf = (sign: string) => (sign === '-' ? 'Minus' : /\d/.test(sign) ? `Digit${sign}` : `Key${sign}`);
/** The keys of a code in capitals, sent by a scanner with US layout and read through another layout. */
export const through = (layout: Record<string, string>, code: string): ScannerKey[] =>
  [...code].map((sign) => [layout[sign] ?? sign, placeOf(sign), /[A-Z]/.test(sign) ? 'Shift' : undefined]);

export const arabic = { D: ']', N: 'آ' };
export const azerty = Object.fromEntries([...`à&é"'(-è_ç`].map((sign, digit) => [String(digit), sign]));
