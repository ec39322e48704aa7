import { readdirSync } from 'node:fs';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { houseRules } from './eslint-rules.js';

// lib ← ui, i18n, db ← kit ← resources, parts ← screens ← app: a folder imports only what stands before it.
const above = {
  lib: ['ui', 'i18n', 'db', 'kit', 'resources', 'parts', 'screens', 'app'],
  ui: ['db', 'kit', 'resources', 'parts', 'screens', 'app'],
  i18n: ['ui', 'db', 'kit', 'resources', 'parts', 'screens', 'app'],
  db: ['ui', 'i18n', 'kit', 'resources', 'parts', 'screens', 'app'],
  kit: ['resources', 'parts', 'screens', 'app'],
  resources: ['parts', 'screens', 'app'],
  parts: ['resources', 'screens', 'app'],
  screens: ['app'],
};

const forbid = (group, message) => ({ group, message });
const onlyIn = {
  supabase: forbid(['@supabase/*'], 'Only web/db speaks to Supabase.'),
  sheets: forbid(['@e965/xlsx', 'papaparse'], 'Spreadsheets are read and written in web/lib/sheet only, loaded on use.'),
  pdf: forbid(['@react-pdf/*', 'jspdf'], 'PDF is drawn in web/lib/pdf only, loaded on use.'),
  translation: { group: ['react-i18next'], importNames: ['useTranslation'], message: 'A listener for each caller is too many: useTranslation is in web/i18n/use-translation.ts.' },
  router: forbid(['react-router', 'react-router-dom', 'react-router/*'], 'Nothing below the kit knows the router: a plain <a href> navigates.'),
};

const zones = Object.entries(above).map(([folder, higher]) => ({
  files: [`web/${folder}/**/*.{ts,tsx}`],
  ignores: ['**/*.test.{ts,tsx}'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          forbid(higher.flatMap((name) => [`@/${name}/*`, `@/${name}/**`]), `web/${folder} stands below: ${higher.join(', ')} import it, not the other way.`),
          onlyIn.translation,
          ...(folder === 'db' ? [] : [onlyIn.supabase]),
          ...(['db', 'lib', 'ui', 'i18n'].includes(folder) ? [onlyIn.router] : []),
          ...(folder === 'lib' ? [] : [onlyIn.sheets, onlyIn.pdf]),
        ],
      },
    ],
  },
}));

// The folder itself is the list: a new screen is fenced the moment it exists.
const screens = readdirSync('web/screens', { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
const fences = screens.map((screen) => ({
  files: [`web/screens/${screen}/**/*.{ts,tsx}`],
  ignores: ['**/*.test.{ts,tsx}'],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          forbid(['@/app/*', '@/app/**'], 'A screen does not know the app around it.'),
          forbid(screens.filter((other) => other !== screen).flatMap((other) => [`@/screens/${other}/**`, `../${other}/**`]), 'A screen never imports another: what two need moves to web/parts.'),
          onlyIn.supabase, onlyIn.sheets, onlyIn.pdf, onlyIn.translation,
        ],
      },
    ],
  },
}));

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'web/db/types.gen.ts', 'supabase/functions/', '**/*.mjs', 'web/public/', 'test-results/', 'playwright-report/'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks, house: houseRules },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'react-hooks/purity': 'error',
      'react-hooks/static-components': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': ['error', { allow: ['error'] }],
      eqeqeq: ['error', 'smart'],
    },
  },
  { files: ['web/**/*.{ts,tsx}'], rules: { 'house/logical-direction': 'error' } },
  { files: ['stack/**', 'bench/**', 'supabase/**', '*.config.*', 'web/e2e/**'], rules: { 'no-console': 'off' } },
  { files: ['web/e2e/**'], rules: { 'react-hooks/rules-of-hooks': 'off' } },
  ...zones,
  ...fences,
  { files: ['web/lib/pdf/**', 'web/lib/sheet*'], rules: { 'house/logical-direction': 'off' } },
);
