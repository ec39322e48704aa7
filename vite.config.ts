import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { hostHeaders } from './stack/headers.ts';
import { printServer } from './print-server/pack.ts';
import { routePreload } from './build/route-preload-plugin.ts';
import { firstVisitGroup } from './build/first-visit.ts';
import { offline } from './build/offline-plugin.ts';
import { leanPackages } from './build/lean-packages-plugin.ts';
import { texts } from './build/texts-plugin.ts';
import { icons } from './build/icons-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('web'),
  // Only these two variables may reach the browser; the gateway injects the same two for the embedded stack.
  envPrefix: ['VITE_SUPABASE_URL', 'VITE_SUPABASE_PUBLISHABLE_KEY'],
  envDir: here('.'),
  plugins: [react(), tailwindcss(), texts(), leanPackages(), icons(), routePreload(), offline(), hostHeaders(), printServer()],
  resolve: {
    alias: [
      { find: /^@\//, replacement: `${here('web')}/` },
      { find: /^@functions\//, replacement: `${here('supabase/functions')}/` },
      // Edge functions name their packages the way Deno does.
      { find: /^npm:((?:@[^/]+\/)?[^@]+)@.+$/, replacement: '$1' },
      // react-router's package entry resolves to the development build even in production.
      { find: /^react-router$/, replacement: here('node_modules/react-router/dist/production/index.mjs') },
      { find: /^react-router\/dom$/, replacement: here('node_modules/react-router/dist/production/dom-export.mjs') },
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    // `npm test` reads it to check chunk sizes.
    manifest: true,
    target: 'es2023',
    // Every ES2023 browser supports modulepreload.
    modulePreload: { polyfill: false },
    // Fonts and images stay separate files: inlined, they would delay the style sheet.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The entry chunk lists every other file name; readable names cost it a kilobyte.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            // Packages that every page needs are one file, which stays cached when only the app's own code changes.
            { name: 'frame', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: firstVisitGroup('app'), minShareCount: 2, priority: 1 },
            // Fifty files of a quarter kilobyte would cost more in requests than in bytes.
            { name: 'icons', test: /lucide-react/, minShareCount: 3 },
          ],
        },
      },
    },
  },
  test: {
    root: here('.'),
    include: ['web/**/*.test.{ts,tsx}', 'build/*.test.ts'],
    environment: 'node',
  },
});
