import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { houseRules } from './eslint-rules.js';

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'web/db/types.gen.ts',
      'supabase/functions/',
      '**/*.mjs',
      'web/public/',
      'test-results/',
      'playwright-report/',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}', 'print-server/**/*.js'],
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
  {
    files: ['stack/**', 'checks/**', 'bench/**', 'supabase/**', 'print-server/tests/**', '*.config.*', 'web/e2e/**'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    ignores: ['web/lib/pieces.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.object.name='Math'] > BinaryExpression[operator='*'][right.value=1000]",
          message: 'Add up quantities with addUp of web/lib/pieces.ts, and money with web/lib/money.ts.',
        },
      ],
    },
  },
  { files: ['web/e2e/**'], rules: { 'react-hooks/rules-of-hooks': 'off' } },
  {
    files: ['web/**/*.{ts,tsx}'],
    ignores: ['web/i18n/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'react-i18next',
              importNames: ['useTranslation'],
              message: 'Import useTranslation from web/i18n/use-translation.ts: the original adds a listener for each caller.',
            },
          ],
        },
      ],
    },
  },
  { files: ['web/lib/pdf/**', 'web/lib/sheet*'], rules: { 'house/logical-direction': 'off' } },
);
