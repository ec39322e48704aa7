import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

// Does not start the stack. DAFTAR_STACK holds the line that `npm start -- --json` printed, with the address of a running one.
const { url } = JSON.parse(process.env.DAFTAR_STACK ?? '{}') as { url?: string };
// Debian's Chromium if installed, otherwise Playwright's own.
const chromium = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => path && existsSync(path));

export default defineConfig({
  testDir: 'web/e2e',
  testIgnore: 'screens/**',
  outputDir: 'test-results',
  // On two cores, three workers take 629 seconds and two take 703: one waits for responses while the others render.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  // Only stops hung tests. Speed is measured in bench/, since a busy machine would fail a tighter limit.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: {
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing takes a screenshot of every step and adds a third to the run time, so it is off: use --trace on.
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
