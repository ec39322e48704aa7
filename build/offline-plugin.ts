// What the counter needs without a line, for its service worker (public/counter-worker.js): the page's code with what it loads on use of its own, the
// style, the texts and the fonts of both languages.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { firstOf } from './route-preload-plugin.ts';

const web = join(import.meta.dirname, '../web');
const page = join(web, 'screens/counter/counter-page.tsx');
/** Loaded on use, and needed where there is no line: the dialogs, the printer beside the till, and who was here last. */
const alsoOffline = [
  /\/screens\/counter\//,
  /\/ui\/(dialog-panel|confirm-dialog)\.tsx$/,
  /\/parts\/printing\/print-receipt\.ts$/,
  /\/db\/counter-/,
];

/** In the order of their names, each once. An address of a page is no file: the worker asks for it. */
export function counterFiles(bundle: Rolldown.OutputBundle): { entry: string; files: string[] } {
  const built = Object.values(bundle);
  const chunks = built.filter((one) => one.type === 'chunk');
  const names = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk) => {
    if (names.has(chunk.fileName)) return;
    names.add(chunk.fileName);
    for (const name of chunk.viteMetadata?.importedCss ?? []) names.add(name);
    for (const name of chunk.imports) add(bundle[name] as Rolldown.OutputChunk);
    for (const name of chunk.dynamicImports) {
      const loaded = bundle[name] as Rolldown.OutputChunk;
      // One that another chunk holds is loaded by a chunk of its own, which holds nothing and names it.
      if ([loaded.facadeModuleId ?? '', ...loaded.moduleIds].some((id) => alsoOffline.some((kind) => kind.test(id)))) add(loaded);
    }
  };
  const [entry, counter] = [chunks.find((chunk) => chunk.isEntry), chunks.find(({ moduleIds }) => moduleIds.includes(page))];
  if (!entry || !counter) throw new Error('The counter is not in the build');
  add(entry);
  add(counter);
  for (const name of new Set(Object.values(firstOf).flat())) {
    const found = built.find((one) => one.type === 'asset' && one.names.includes(name));
    if (!found) throw new Error(`The counter is without ${name} in the build`);
    names.add(found.fileName);
  }
  return { entry: `/${entry.fileName}`, files: [...names].sort().map((name) => `/${name}`) };
}

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle: {
      // Behind the plugin that names the style sheets.
      order: 'post',
      handler(_options, bundle) {
        const told = counterFiles(bundle);
        // The script before the first paint is written beside the bundle, under a name that says what is in it.
        const before = Object.keys(bundle).find((name) => /^assets\/before-paint-/.test(name));
        if (!before) this.error('The script before the first paint is not in the build');
        told.files.push(`/${before}`);
        const release = createHash('sha256').update(told.files.join()).digest('hex').slice(0, 12);
        this.emitFile({
          type: 'asset',
          fileName: 'counter-files.js',
          source: `self.counterFiles = ${JSON.stringify({ release, ...told })};\n`,
        });
      },
    },
  };
}
