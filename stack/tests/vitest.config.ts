import { defineConfig } from 'vitest/config';
export default defineConfig({ root: new URL('../..', import.meta.url).pathname, test: { include: ['stack/tests/**/*.test.ts'], environment: 'node', testTimeout: 30000, hookTimeout: 60000 } });
