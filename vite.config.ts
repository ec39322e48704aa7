import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('web'),
  // Only these two variables may reach the browser; the gateway injects the same two for the embedded stack.
  envPrefix: ['VITE_SUPABASE_URL', 'VITE_SUPABASE_PUBLISHABLE_KEY'],
  envDir: here('.'),
  plugins: [react(), tailwindcss()],
  resolve: { alias: [{ find: /^@\//, replacement: `${here('web')}/` }] },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2023',
    // Fonts and images stay files of their own: inlined they would delay the style sheet.
    assetsInlineLimit: 0,
  },
  test: {
    root: here('.'),
    include: ['web/**/*.test.{ts,tsx}'],
    environment: 'node',
  },
});
