import { defineConfig } from 'vitest/config';

/* Tests that start databases: one file at a time, with time to start them. */
export default defineConfig({
  test: {
    include: ['stack/tests/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
