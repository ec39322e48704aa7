import { defineConfig } from '@playwright/test';
import base from '../../../playwright.config.ts';

/* Screenshots, not tests, so npm test does not run them. */
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
