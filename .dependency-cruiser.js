// Which folder may import which, checked on resolved files, whatever form the import has.

// lib ← ui, i18n, db ← list ← kit ← resources, parts ← screens ← app: a folder imports only what stands before it.
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
      'No file imports itself in the end; what is loaded on use may.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    ),
    ...Object.entries(above).map(([folder, higher]) =>
      forbid(
        `${folder}-imports-upward`,
        `web/${folder} stands below: these import it, not the other way.`,
        { path: `^web/${folder}/`, pathNot: test },
        { path: `^web/(${higher.join('|')})/` },
      ),
    ),
    forbid(
      'screens-apart',
      'A screen never imports another: what two need moves to web/parts.',
      { path: '^web/screens/([^/]+)/' },
      { path: '^web/screens/', pathNot: '^web/screens/$1/' },
    ),
    forbid(
      'build-apart',
      'What runs in a browser knows nothing of how it is built.',
      { path: '^web/', pathNot: '^web/e2e/' },
      { path: '^build/' },
    ),
    forbid('checks-apart', 'What serves knows nothing of what checks it.', { path: '^stack/', pathNot: test }, { path: '^checks/' }),
    onlyIn('db', ['@supabase'], 'Only web/db speaks to Supabase.'),
    onlyIn('lib/sheet', ['@e965/xlsx', 'papaparse'], 'Spreadsheets are read and written in web/lib/sheet only, loaded on use.'),
    onlyIn('lib/pdf', ['@react-pdf', 'jspdf'], 'PDF is drawn in web/lib/pdf only, loaded on use.'),
    forbid(
      'print-server-alone',
      'The print server is a package of its own, of nothing but Node: it builds and installs everywhere.',
      { path: '^print-server/(src|bin)/' },
      { pathNot: '^print-server/|^node:|^(assert|child_process|crypto|fs|http|https|net|os|path|stream|timers|url|util|zlib)(/|$)' },
    ),
    forbid(
      'no-router-below-list',
      'Nothing below the lists knows the router: a plain <a href> navigates.',
      { path: '^web/(db|lib|ui|i18n)/', pathNot: test },
      { path: 'node_modules/react-router' },
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    // An import of types is one too.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
  },
};
