import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { preloadTable, withHashedBeforePaint } from './route-preload-plugin.ts';
import { routeFiles } from './route-files.ts';

const web = join(import.meta.dirname, '../web');
const chunk = (fileName: string, more: object = {}) => ({ type: 'chunk', fileName, isEntry: false, imports: [], moduleIds: [], ...more });
const asset = (name: string) => ({ type: 'asset', fileName: `assets/${name}-1`, names: [name] });
const texts = [
  'texts-en.json',
  'montserrat-latin-wght-normal.woff2',
  'texts-ar.json',
  'cairo-arabic-wght-normal.woff2',
  'cairo-latin-wght-normal.woff2',
].map(asset);
const bundle = (...built: { fileName: string }[]) =>
  Object.fromEntries(built.map((one) => [one.fileName, one])) as unknown as Rolldown.OutputBundle;

const entry = chunk('main.js', { isEntry: true, imports: ['frame.js'] });
const frame = chunk('frame.js');
const list = chunk('list.js', {
  imports: ['frame.js', 'shared.js'],
  moduleIds: ['/web/list.tsx'],
  viteMetadata: { importedCss: new Set(['list.css']) },
});
const shared = chunk('shared.js');

describe('the preload table', () => {
  it("lists what a page needs beyond the entry's files", () => {
    const { files, pages } = preloadTable(bundle(entry, frame, list, shared, ...texts), [['/list', '/web/list.tsx']]);
    expect(pages['/list']?.map((at) => files[at])).toEqual(['/list.js', '/list.css', '/shared.js']);
  });
  it('throws for a page that is not in the build', () =>
    expect(() => preloadTable(bundle(entry, frame, ...texts), [['/list', '/web/list.tsx']])).toThrow(
      'The page /list is not in the build: /web/list.tsx',
    ));
  it('throws if the entry has more than one style sheet', () => {
    const styled = { ...frame, viteMetadata: { importedCss: new Set(['of-it.css', 'another.css']) } };
    expect(() => preloadTable(bundle(entry, styled, ...texts), [])).toThrow(
      'Style sheets that load before the one that orders the layers: of-it.css, another.css',
    );
  });
  it('throws for a language whose font or texts are not in the build', () =>
    expect(() => preloadTable(bundle(entry, frame, ...texts.slice(0, -1)), [])).toThrow(
      'The language ar is without cairo-latin-wght-normal.woff2 in the build',
    ));
});

it('index.html loads before-paint.js by its hashed name; any other number of references throws', () => {
  expect(withHashedBeforePaint(readFileSync(join(web, 'index.html'), 'utf8'))).toMatch(
    /<script src="\/assets\/before-paint-[0-9a-f]{8}\.js">/,
  );
  for (const page of ['<head></head>', '<script src="before-paint.js">', '<script src="/before-paint.js"><script src="/before-paint.js">'])
    expect(() => withHashedBeforePaint(page)).toThrow('index.html');
});

describe('routeFiles', () => {
  let files: Map<string, string>;
  beforeAll(async () => {
    files = new Map(
      await routeFiles(web, [
        { find: /^@\//, replacement: `${web}/` },
        { find: /^@functions\//, replacement: join(web, '../supabase/functions/') },
      ]),
    );
  });
  it('finds the file of each route, whether lazy imports it directly or through a helper', () => {
    expect([...files.values()].filter((file) => !existsSync(file))).toEqual([]);
    expect([
      files.get('/dashboard'),
      files.get('/imports'),
      files.get('/contacts/suppliers/import'),
      files.get('/settings/branches/edit/:id'),
    ]).toEqual(
      [
        'screens/dashboard/dashboard-page.tsx',
        'screens/imports/import-list.tsx',
        'parts/import-wizard/import-page.tsx',
        'kit/record-page.tsx',
      ].map((file) => join(web, file)),
    );
  });
});
