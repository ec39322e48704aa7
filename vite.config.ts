import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { hostHeaders } from './stack/headers.ts';
import { ahead } from './web/app/ahead-plugin.ts';
import { leanAuth } from './web/db/lean-auth-plugin.ts';
import { texts } from './web/i18n/texts-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('web'),
  // Only these two variables may reach the browser; the gateway injects the same two for the embedded stack.
  envPrefix: ['VITE_SUPABASE_URL', 'VITE_SUPABASE_PUBLISHABLE_KEY'],
  envDir: here('.'),
  plugins: [react(), tailwindcss(), texts(), leanAuth(), ahead(), hostHeaders()],
  resolve: { alias: [{ find: /^@\//, replacement: `${here('web')}/` }] },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    // npm test weighs the chunks by it.
    manifest: true,
    target: 'es2023',
    // Fonts and images stay files of their own: inlined they would delay the style sheet.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What no page can do without travels as one file, which outlives a release of the app's own code.
            // Not the copies that the PDF library brings for itself, nor what few pages use.
            {
              name: 'frame',
              test: /^(?!.*node_modules.*node_modules)(?!.*(?:Trans|Infinite|infinite|[qQ]ueries|Suspense)\w*\.js).*node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack[\\/](react-query|query-core)|i18next|react-i18next|@supabase[\\/](auth|postgrest)-js)[\\/]/,
              priority: 10,
            },
            // The app around every page, and what a list is made of, for nearly every page that one begins with is one.
            {
              name: 'base',
              test: /[\\/]web[\\/](app[\\/](signed-in|sign-in-form)|kit[\\/](list-(page|state)|use-(list-state|stored|sentence)|ref-filter|names|tree)|parts[\\/](reader|image[\\/](product-thumb|resize))|lib[\\/]currency)\.tsx?$/,
              priority: 6,
            },
            // Small pieces that nearly every page shares: fifty files of half a kilobyte cost more than they weigh.
            // Pick lists and record forms stay apart, since they bring their behaviour from Headless UI and zod; so does what no first list needs.
            {
              name: 'shared',
              test: /[\\/](web[\\/](ui|lib|db|i18n|app)[\\/](?!money|combobox|select|segmented|search-input|dialog-panel|confirm-dialog|menu-popup|progress|number-input|switch|sheet|counts|stock|transfers|purchases|attachments|currency)|lucide-react[\\/](?!.*icons[\\/](package-|clipboard-|circle-d|hand-coins|hourglass|paperclip|external-link|undo-)))/,
              minShareCount: 3,
              priority: 5,
            },
          ],
        },
      },
    },
  },
  test: {
    root: here('.'),
    include: ['web/**/*.test.{ts,tsx}'],
    environment: 'node',
  },
});
