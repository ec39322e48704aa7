import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['tests/**/*.test.ts'],
    environment: 'node',
    server: { deps: { external: [/zpl-renderer-js/] } },
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
});
