import { defineConfig } from '@playwright/test';
import base from '../../../playwright.config.ts';

/* Pictures, not checks: apart from the tests that npm test runs. */
export default defineConfig({
  ...base,
  testDir: '.',
  testIgnore: [],
  testMatch: '*.spec.ts',
  outputDir: process.env.PLAYWRIGHT_OUTPUT,
  projects: undefined,
  reporter: 'line',
  workers: 2,
  fullyParallel: true,
});
