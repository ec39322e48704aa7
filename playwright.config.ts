import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// Starts nothing: the stack runs already and says where in DAFTAR_STACK, the line that `npm start -- --json` prints.
const { url } = JSON.parse(process.env.DAFTAR_STACK ?? '{}') as { url?: string };
// Debian's Chromium where there is one; elsewhere the one Playwright has downloaded.
const chromium = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => path && existsSync(path));

export default defineConfig({
  testDir: 'web/e2e',
  testIgnore: 'screens/**',
  outputDir: 'test-results',
  // On two cores 629 seconds instead of 703 with two: one waits for an answer while the others draw.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  // Ends what hangs; how long something takes is no test's to judge, least of all on a busy machine.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // A trace photographs every step and costs a third of the time: ask for one with --trace on.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
