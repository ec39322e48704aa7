/* The house rules that a linter can hold: who imports whom (architecture), one door to each heavy library, logical directions only. */
import { readdirSync } from 'node:fs';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const folders = (path) => readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name);
const screens = folders('web/screens');

/* Layer → the layers it may not know. lib ← ui, i18n, db ← kit ← resources, parts ← screens ← app. */
const layers = ['lib', 'ui', 'i18n', 'db', 'kit', 'resources', 'parts', 'screens', 'app'];
const knows = {
  lib: ['lib'],
  i18n: ['lib', 'i18n'],
  ui: ['lib', 'i18n', 'ui'],
  db: ['lib', 'i18n', 'db'],
  kit: ['lib', 'ui', 'i18n', 'db', 'kit'],
  resources: ['lib', 'ui', 'i18n', 'db', 'kit', 'resources'],
  parts: ['lib', 'ui', 'i18n', 'db', 'kit', 'parts'],
  screens: ['lib', 'ui', 'i18n', 'db', 'kit', 'parts', 'screens'],
  app: layers,
};

/* Library → the only place that imports it. */
const doors = [
  { files: 'web/db/**', library: ['@supabase/*'], says: 'Supabase is reached through web/db.' },
  { files: 'web/lib/sheet.ts', library: ['@e965/xlsx', 'xlsx'], says: 'Sheets are read and written by web/lib/sheet.' },
  { files: 'web/lib/pdf/**', library: ['@react-pdf/*', 'jspdf', '@expo-google-fonts/*'], says: 'Documents are made by web/lib/pdf.' },
  { files: 'web/lib/money.ts', library: ['big.js'], says: 'Exact decimals are web/lib/money.' },
];

const closed = (file) => doors.filter((door) => door.files !== file).map(({ library, says }) => ({ group: library, message: says }));
const zone = (layer) => ({
  group: layers.filter((other) => !knows[layer].includes(other)).map((other) => `@/${other}/**`),
  message: `web/${layer} may import only ${knows[layer].join(', ')}.`,
});
const noRouter = { group: ['react-router', 'react-router-dom'], message: 'lib, ui and db know no routes.' };
const own = (layer) => doors.filter((door) => door.files.startsWith(`web/${layer}/`));

const restrict = (files, patterns, ignores = []) => ({
  files,
  ignores,
  rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
});

const zones = layers.flatMap((layer) => {
  const patterns = [zone(layer), ...(['lib', 'ui', 'db'].includes(layer) ? [noRouter] : [])].filter((pattern) => pattern.group.length > 0);
  return [
    restrict([`web/${layer}/**/*.{ts,tsx}`], [...patterns, ...closed()]),
    ...own(layer).map((door) => restrict([door.files], [...patterns, ...closed(door.files)])),
  ];
});

const screenZones = screens.map((screen) =>
  restrict([`web/screens/${screen}/**/*.{ts,tsx}`], [
    zone('screens'),
    { group: screens.filter((other) => other !== screen).flatMap((other) => [`@/screens/${other}/**`, `../${other}/**`]), message: 'A screen never imports another: what two need moves to web/parts.' },
    ...closed(),
  ]),
);

const physical = String.raw`/(^|[\s:-])(-?(ml|mr|pl|pr)-|(left|right)-(?!click)|-?(border|rounded)-[lr](-|\s|$)|text-(left|right)(\s|$)|float-(left|right))/`;

export default tseslint.config(
  { ignores: ['dist/**', 'node_modules/**', 'screens/**', '.data/**', 'supabase/.temp/**', 'web/db/types.gen.ts', 'test-results/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true, 'ts-ignore': true }],
      'no-console': 'off',
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: `JSXAttribute[name.name=/className$/i] Literal[value=${physical}]`, message: 'Logical directions only: ms, me, ps, pe, start, end.' },
        { selector: `JSXAttribute[name.name='style'] Property[key.name=/^(margin|padding|border)?(Left|Right)$|^(left|right|width|height|marginLeft|marginRight|paddingLeft|paddingRight)$/]`, message: 'Logical properties only: inlineSize, marginInlineStart …' },
      ],
    },
  },
  // Paper has no logical properties: react-pdf lays out in points from the left.
  { files: ['web/lib/pdf/**'], rules: { 'no-restricted-syntax': 'off' } },
  ...zones,
  ...screenZones,
  // Tests and type tests may look anywhere and must be able to expect an error.
  { files: ['web/**/*.test-d.ts'], rules: { '@typescript-eslint/ban-ts-comment': 'off', '@typescript-eslint/no-unused-vars': 'off' } },
  { files: ['web/e2e/**', 'web/**/*.test.{ts,tsx}'], rules: { '@typescript-eslint/no-restricted-imports': 'off', 'no-console': 'off', 'react-hooks/rules-of-hooks': 'off' } },
);
