/* The phone camera as a scanner: Chromium's fake camera plays a film of a barcode. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import config from '../../playwright.config.ts';
import { api, prefer, signIn, type Language } from './support/stack.ts';
import { test } from './support/test.ts';
import { listen, right } from './support/beeps.ts';
import { words } from './support/words.ts';

const [width, height] = [640, 480];
const sets: Record<string, string> = {
  L: '0001101 0011001 0010011 0111101 0100011 0110001 0101111 0111011 0110111 0001011',
  G: '0100111 0110011 0011011 0100001 0011101 0111001 0000101 0010001 0001001 0010111',
  R: '1110010 1100110 1101100 1000010 1011100 1001110 1010000 1000100 1001000 1110100',
};
const leading = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL'];

/** The bars of an EAN-13; 1 is a dark bar (GS1 General Specifications 5.2.1.2). */
function bars(code: string): string {
  const digit = (set: string, index: number) => sets[set]?.split(' ')[Number(code[index])] ?? '';
  const half = (pattern: string, from: number) => [...pattern].map((set, index) => digit(set, from + index)).join('');
  return `101${half(leading[Number(code[0])] ?? '', 1)}01010${half('RRRRRR', 7)}101`;
}

/** A film of one second that shows only the code, as YUV4MPEG2. */
function film(code: string): string {
  const dark = [...bars(code)].map((bar) => bar === '1');
  const [thick, start, y] = [5, 82, Buffer.alloc(width * height, 235)];
  for (let row = 120; row < 360; row++)
    dark.forEach((isDark, index) => isDark && y.fill(16, row * width + start + index * thick, row * width + start + (index + 1) * thick));
  const frame = Buffer.concat([Buffer.from('FRAME\n'), y, Buffer.alloc((width * height) / 2, 128)]);
  const file = join(mkdtempSync(join(tmpdir(), 'daftar-camera-')), 'code.y4m');
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), ...Array.from({ length: 10 }, () => frame)]),
  );
  return file;
}

// A code that no other test uses, and another one in the worker that starts after a failure.
const barcode = `62${Date.now().toString().slice(-10)}0`;
const sound = (code: string) =>
  `${code.slice(0, 12)}${(10 - ([...code.slice(0, 12)].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 ? 3 : 1), 0) % 10)) % 10}`;
const code = sound(barcode);

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  launchOptions: {
    ...config.use?.launchOptions,
    args: [
      ...(config.use?.launchOptions?.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film(code)}`,
    ],
  },
});

test.beforeAll(async () => {
  const owner = await api('Owner');
  expect(
    (
      await owner.rpc('save_product', {
        id: crypto.randomUUID(),
        expected_version: null,
        product: { name: `Filmed ${Date.now().toString(36)}`, price: 10 },
        variants: [{ barcode: code }],
      })
    ).ok,
  ).toBe(true);
});

for (const language of ['en', 'ar'] satisfies Language[]) {
  const ui = words(language, 'ui');

  test(`a barcode held before the camera is scanned once, with the success sound, in ${language}`, async ({ page }) => {
    const heard = await listen(page);
    await prefer(page, language);
    await signIn(page, 'Storekeeper', '/inventory/stock/add');
    await page.getByRole('button', { name: ui('camera.open') }).click();
    await expect(page.locator('[data-cell]')).toHaveValue('1');
    // It stays in view and is not scanned again.
    await page.waitForTimeout(1_500);
    await expect(page.locator('[data-cell]')).toHaveValue('1');
    expect(await heard()).toEqual(right);
    await page.getByRole('button', { name: ui('camera.close') }).click();
    await expect(page.locator('video')).toHaveCount(0);
  });
}

test('a denied camera permission shows an error', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await signIn(page, 'Storekeeper', '/inventory/stock/add');
  await page.getByRole('button', { name: words('en', 'ui')('camera.open') }).click();
  await expect(page.getByRole('alert').filter({ hasText: words('en', 'ui')('camera.refused') })).toBeVisible();
});

test('a camera that stops and an unsupported barcode reader show different errors', async ({ page }) => {
  const ui = words('en', 'ui');
  await signIn(page, 'Storekeeper', '/inventory/stock/add');
  await page.getByRole('button', { name: ui('camera.open') }).click();
  await expect(page.locator('video')).toHaveJSProperty('readyState', 4);
  await page
    .locator('video')
    .evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream).getTracks()[0]?.dispatchEvent(new Event('ended')));
  await expect(page.getByRole('alert').filter({ hasText: ui('camera.ended') })).toBeVisible();
  await page.getByRole('button', { name: ui('camera.close') }).click();

  await page.addInitScript(() => {
    class Reader {
      static getSupportedFormats = () => Promise.resolve(['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'qr_code']);
      detect = () => Promise.reject(new DOMException('no service', 'NotSupportedError'));
    }
    Object.assign(window, { BarcodeDetector: Reader });
  });
  await page.reload();
  await page.getByRole('button', { name: ui('camera.open') }).click();
  await expect(page.getByRole('alert').filter({ hasText: ui('camera.unreadable') })).toBeVisible();
});
