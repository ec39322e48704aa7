// Which folder may import which, checked on resolved files, whatever form the import has.

// lib ← ui, i18n, db ← list ← kit ← resources, parts ← screens ← app: a folder imports only from folders to its left.
const above = {
  lib: ['ui', 'i18n', 'db', 'list', 'kit', 'resources', 'parts', 'screens', 'app'],
  ui: ['db', 'list', 'kit', 'resources', 'parts', 'screens', 'app'],
  i18n: ['ui', 'db', 'list', 'kit', 'resources', 'parts', 'screens', 'app'],
  db: ['ui', 'i18n', 'list', 'kit', 'resources', 'parts', 'screens', 'app'],
  list: ['kit', 'resources', 'parts', 'screens', 'app'],
  kit: ['resources', 'parts', 'screens', 'app'],
  resources: ['parts', 'screens', 'app'],
  parts: ['resources', 'screens', 'app'],
  screens: ['app'],
};
const test = '\\.test(-d)?\\.tsx?$';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const onlyIn = (folder, packages, comment) =>
  forbid(
    `only-in-${folder}`,
    comment,
    { path: '^web/', pathNot: [`^web/${folder}`, '^web/e2e/', test] },
    { path: packages.map((name) => `node_modules/${name}/`) },
  );

export default {
  forbidden: [
    forbid(
      'no-circle',
      'No import cycles, except through lazy imports.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    ),
    ...Object.entries(above).map(([folder, higher]) =>
      forbid(
        `${folder}-imports-upward`,
        `web/${folder} is a lower layer: these folders import it, never the reverse.`,
        { path: `^web/${folder}/`, pathNot: test },
        { path: `^web/(${higher.join('|')})/` },
      ),
    ),
    forbid(
      'screens-apart',
      'Screens never import each other: move shared code to web/parts.',
      { path: '^web/screens/([^/]+)/' },
      { path: '^web/screens/', pathNot: '^web/screens/$1/' },
    ),
    forbid('build-apart', 'Browser code must not import the build.', { path: '^web/', pathNot: '^web/e2e/' }, { path: '^build/' }),
    forbid('checks-apart', 'The stack must not import the checks.', { path: '^stack/', pathNot: test }, { path: '^checks/' }),
    onlyIn('db', ['@supabase'], 'Only web/db accesses Supabase.'),
    onlyIn('lib/sheet', ['@e965/xlsx', 'papaparse'], 'Spreadsheets are read and written only in web/lib/sheet, which is loaded lazily.'),
    onlyIn('lib/pdf', ['@react-pdf', 'jspdf'], 'PDFs are drawn only in web/lib/pdf, which is loaded lazily.'),
    onlyIn('parts/figures/plot', ['d3-array'], 'Charts are drawn only in web/parts/figures/plot, which is loaded lazily.'),
    forbid(
      'plot-lazy',
      'The code that draws charts is loaded when one is shown: import web/parts/figures/plot only lazily.',
      { path: '^web/', pathNot: [`^web/parts/figures/plot/`, test] },
      { path: '^web/parts/figures/plot/', dependencyTypesNot: ['dynamic-import'] },
    ),
    forbid(
      'print-server-alone',
      'The print server is a separate package that depends only on Node, so that it installs everywhere.',
      { path: '^print-server/(src|bin)/' },
      { pathNot: '^print-server/|^node:|^(assert|child_process|crypto|fs|http|https|net|os|path|stream|timers|url|util|zlib)(/|$)' },
    ),
    forbid(
      'no-router-below-list',
      'Layers below the lists do not use the router: a plain <a href> navigates.',
      { path: '^web/(db|lib|ui|i18n)/', pathNot: test },
      { path: 'node_modules/react-router' },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // Type imports count too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
