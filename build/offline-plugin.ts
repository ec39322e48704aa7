// Lists the files that the counter needs offline, for its service worker (public/counter-worker.js): the page's code with its own lazy
// modules, the styles, and the texts and fonts of both languages.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { firstOf } from './route-preload-plugin.ts';

const web = join(import.meta.dirname, '../web');
const page = join(web, 'screens/counter/counter-page.tsx');
/** Lazy modules that are needed offline: the dialogs, the printer next to the till, and the counter's local data. */
const alsoOffline = [
  /\/screens\/counter\//,
  /\/ui\/(dialog-panel|confirm-dialog)\.tsx$/,
  /\/parts\/printing\/print-receipt\.ts$/,
  /\/db\/counter-/,
];

/** The files by name, without duplicates. The page itself has no file: the worker requests it. */
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
      // A lazy module inside another chunk is loaded through an empty facade chunk that names it.
      if ([loaded.facadeModuleId ?? '', ...loaded.moduleIds].some((id) => alsoOffline.some((kind) => kind.test(id)))) add(loaded);
    }
  };
  const [entry, counter] = [chunks.find((chunk) => chunk.isEntry), chunks.find(({ moduleIds }) => moduleIds.includes(page))];
  if (!entry || !counter) throw new Error('The counter is not in the build');
  add(entry);
  add(counter);
  for (const name of new Set(Object.values(firstOf).flat())) {
    const found = built.find((one) => one.type === 'asset' && one.names.includes(name));
    if (!found) throw new Error(`The offline counter lacks ${name} in the build`);
    names.add(found.fileName);
  }
  return { entry: `/${entry.fileName}`, files: [...names].sort().map((name) => `/${name}`) };
}

export function offline(): Plugin {
  return {
    name: 'offline',
    apply: 'build',
    generateBundle: {
      // After the plugin that adds the style sheets.
      order: 'post',
      handler(_options, bundle) {
        const counter = counterFiles(bundle);
        // The script before the first paint is not part of the module graph; its name has a hash of its content.
        const before = Object.keys(bundle).find((name) => /^assets\/before-paint-/.test(name));
        if (!before) this.error('The script before the first paint is not in the build');
        counter.files.push(`/${before}`);
        const release = createHash('sha256').update(counter.files.join()).digest('hex').slice(0, 12);
        this.emitFile({
          type: 'asset',
          fileName: 'counter-files.js',
          source: `self.counterFiles = ${JSON.stringify({ release, ...counter })};\n`,
        });
      },
    },
  };
}
