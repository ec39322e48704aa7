import { join } from 'node:path';
import type { Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { counterFiles } from './offline-plugin.ts';

const page = join(import.meta.dirname, '../web/screens/counter/counter-page.tsx');
const chunk = (fileName: string, more: object = {}) => ({
  type: 'chunk',
  fileName,
  isEntry: false,
  imports: [],
  dynamicImports: [],
  moduleIds: [],
  ...more,
});
const asset = (name: string) => ({ type: 'asset', fileName: `${name}-1`, names: [name] });
const assets = [
  'texts-en.json',
  'montserrat-latin-wght-normal.woff2',
  'texts-ar.json',
  'cairo-arabic-wght-normal.woff2',
  'cairo-latin-wght-normal.woff2',
].map(asset);
const entry = chunk('main.js', {
  isEntry: true,
  imports: ['frame.js'],
  dynamicImports: ['dashboard.js', 'counter.js'],
  viteMetadata: { importedCss: new Set(['main.css']) },
});
const counter = chunk('counter.js', {
  moduleIds: [page],
  imports: ['frame.js'],
  dynamicImports: ['hold.js', 'camera.js'],
  viteMetadata: { importedCss: new Set(['counter.css']) },
});
const others = [
  chunk('frame.js'),
  chunk('dashboard.js', { moduleIds: ['/web/screens/dashboard/x.tsx'] }),
  chunk('hold.js', { moduleIds: ['/web/screens/counter/hold-dialog.tsx'], dynamicImports: ['panel.js'] }),
  chunk('panel.js', { moduleIds: ['/web/ui/dialog-panel.tsx'] }),
  chunk('camera.js', { moduleIds: ['/web/ui/camera-view.tsx'] }),
];
const bundle = (...built: { fileName: string }[]) =>
  Object.fromEntries(built.map((one) => [one.fileName, one])) as unknown as Rolldown.OutputBundle;

it('lists the files of the counter with both languages, without those of other pages', () => {
  expect(counterFiles(bundle(entry, counter, ...others, ...assets))).toEqual({
    entry: '/main.js',
    files: [
      '/cairo-arabic-wght-normal.woff2-1',
      '/cairo-latin-wght-normal.woff2-1',
      '/counter.css',
      '/counter.js',
      '/frame.js',
      '/hold.js',
      '/main.css',
      '/main.js',
      '/montserrat-latin-wght-normal.woff2-1',
      '/panel.js',
      '/texts-ar.json-1',
      '/texts-en.json-1',
    ],
  });
});

it('fails if the counter or one of its files is not in the build', () => {
  expect(() => counterFiles(bundle(entry, ...others, ...assets))).toThrow('The counter is not in the build');
  expect(() => counterFiles(bundle(entry, counter, ...others, ...assets.slice(1)))).toThrow(
    'The offline counter lacks texts-en.json in the build',
  );
});
