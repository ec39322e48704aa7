import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    server: { deps: { external: [/zpl-renderer-js/] } },
    // Only stops hung tests; duration is not asserted.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
