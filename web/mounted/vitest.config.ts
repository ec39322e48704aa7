import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from '../../checks/chromium.ts';
import app from '../../vite.config.ts';

/* Pages mounted in a browser without a database; `FakeApi` answers instead. */
export default defineConfig({
  ...app,
  test: {
    root: app.test?.root,
    include: ['web/mounted/**/*.spec.tsx'],
    setupFiles: ['web/mounted/setup.ts'],
    // Only stops hung tests; speed is not measured here.
    testTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] },
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium', viewport: { width: 1440, height: 900 } }],
    },
  },
});
