// Writes the files of each path into the page: before-paint.js requests all of them in parallel, instead of one after the other as the code loads.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HtmlTagDescriptor, minifySync, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { mePath, sessionKey } from '../web/db/first-request.ts';
import { routeFiles } from './route-files.ts';

const web = join(import.meta.dirname, '../web');
const { code: beforePaint, errors } = minifySync('before-paint.js', readFileSync(join(web, 'public/before-paint.js'), 'utf8'));
if (errors.length > 0) throw new Error(`before-paint.js: ${errors[0]!.message}`);
// Its name has a hash of its content, like all assets, so that browsers cache it permanently.
const hashed = `assets/before-paint-${createHash('sha256').update(beforePaint).digest('hex').slice(0, 8)}.js`;

/** The texts and fonts of each language's first paint, by their names before hashing. */
export const firstOf = {
  en: ['texts-en.json', 'montserrat-latin-wght-normal.woff2'],
  ar: ['texts-ar.json', 'cairo-arabic-wght-normal.woff2', 'cairo-latin-wght-normal.woff2'],
};

/** The files of each page and language; a missing one is an error. */
export function preloadTable(bundle: Rolldown.OutputBundle, pages: readonly (readonly [address: string, file: string])[]) {
  const built = Object.values(bundle);
  const chunks = built.filter((one) => one.type === 'chunk');
  const needs = (chunk: Rolldown.OutputChunk, collected: Set<string>): Set<string> => {
    if (collected.has(chunk.fileName)) return collected;
    collected.add(chunk.fileName);
    for (const name of chunk.viteMetadata?.importedCss ?? []) collected.add(name);
    for (const name of chunk.imports) needs(bundle[name] as Rolldown.OutputChunk, collected);
    return collected;
  };
  const entryFiles = chunks.filter((chunk) => chunk.isEntry).reduce((collected, chunk) => needs(chunk, collected), new Set<string>());
  // The style sheet that loads first decides the order of the layers.
  const sheets = [...entryFiles].filter((name) => name.endsWith('.css'));
  if (sheets.length > 1) throw new Error(`Style sheets that load before the one that orders the layers: ${sheets.join(', ')}`);
  const filesOf = ([address, file]: readonly [string, string]) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(file));
    if (!chunk) throw new Error(`The page ${address} is not in the build: ${file}`);
    return [...needs(chunk, new Set(entryFiles))].filter((name) => !entryFiles.has(name)).map((name) => `/${name}`);
  };
  const first = (language: keyof typeof firstOf) =>
    firstOf[language].map((name) => {
      const found = built.find((one) => one.type === 'asset' && one.names.includes(name));
      if (!found) throw new Error(`The language ${language} is without ${name} in the build`);
      return `/${found.fileName}`;
    });
  const pageFiles = pages.map(filesOf);
  // Each name once, with pages referring to indexes, since most pages share most of their files.
  const files = [...new Set(pageFiles.flat())];
  return {
    files,
    pages: Object.fromEntries(pages.map(([address], index) => [address, pageFiles[index]!.map((name) => files.indexOf(name))])),
    languages: { en: first('en'), ar: first('ar') },
  };
}

/** Refers the page to before-paint.js by its hashed name. */
export function withHashedBeforePaint(html: string): string {
  const parts = html.split('"/before-paint.js"');
  if (parts.length !== 2) throw new Error('index.html does not load /before-paint.js, or not once');
  return parts.join(`"/${hashed}"`);
}

const data = (id: string, value: unknown): HtmlTagDescriptor => ({
  tag: 'script',
  attrs: { type: 'application/json', id },
  children: JSON.stringify(value).replaceAll('<', '\\u003c'),
  injectTo: 'head-prepend',
});

export function routePreload(): Plugin {
  let config: HtmlTagDescriptor[] = [];
  let resolved: ResolvedConfig;
  return {
    name: 'route-preload',
    configResolved(viteConfig) {
      resolved = viteConfig;
      const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = viteConfig.env as Record<
        string,
        string | undefined
      >;
      // Without them the embedded stack writes the same tag when it serves the page.
      if (url && publishableKey) config = [data('config', { url: url.replace(/\/$/, ''), publishableKey })];
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: hashed, source: beforePaint });
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        if (!bundle) return { html, tags: config };
        const table = preloadTable(bundle, await routeFiles(resolved.root, resolved.resolve.alias));
        return { html: withHashedBeforePaint(html), tags: [...config, data('route-preload', { ...table, me: mePath, sessionKey })] };
      },
    },
  };
}
