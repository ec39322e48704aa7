// What the opened address will need, written into the page: before-paint.js fetches it beside the code that would ask for it one piece after the other.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type HtmlTagDescriptor, minifySync, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { mePath, sessionKey } from '../web/db/early.ts';
import { routeFiles } from './route-files.ts';

const web = join(import.meta.dirname, '../web');
const { code: beforePaint, errors } = minifySync('before-paint.js', readFileSync(join(web, 'public/before-paint.js'), 'utf8'));
if (errors.length > 0) throw new Error(`before-paint.js: ${errors[0]!.message}`);
// Its name says what is in it, like those of all files: a browser that has it does not ask again.
const hashed = `assets/before-paint-${createHash('sha256').update(beforePaint).digest('hex').slice(0, 8)}.js`;

/** What each language is first shown with, by the names that its files were given to the build under. */
export const firstOf = {
  en: ['texts-en.json', 'montserrat-latin-wght-normal.woff2'],
  ar: ['texts-ar.json', 'cairo-arabic-wght-normal.woff2', 'cairo-latin-wght-normal.woff2'],
};

/** The files of each page and language; a page without a file, or a language without one of its own, is an error. */
export function tableOf(bundle: Rolldown.OutputBundle, pages: readonly (readonly [address: string, file: string])[]) {
  const built = Object.values(bundle);
  const chunks = built.filter((one) => one.type === 'chunk');
  const needs = (chunk: Rolldown.OutputChunk, known: Set<string>): Set<string> => {
    if (known.has(chunk.fileName)) return known;
    known.add(chunk.fileName);
    for (const name of chunk.viteMetadata?.importedCss ?? []) known.add(name);
    for (const name of chunk.imports) needs(bundle[name] as Rolldown.OutputChunk, known);
    return known;
  };
  const always = chunks.filter((chunk) => chunk.isEntry).reduce((known, chunk) => needs(chunk, known), new Set<string>());
  // The first to come decides the order of the layers.
  const sheets = [...always].filter((name) => name.endsWith('.css'));
  if (sheets.length > 1) throw new Error(`Style sheets beside the one that orders the layers, before it: ${sheets.join(', ')}`);
  const beside = ([address, file]: readonly [string, string]) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(file));
    if (!chunk) throw new Error(`The page ${address} is not in the build: ${file}`);
    return [...needs(chunk, new Set(always))].filter((name) => !always.has(name)).map((name) => `/${name}`);
  };
  const first = (language: keyof typeof firstOf) =>
    firstOf[language].map((name) => {
      const found = built.find((one) => one.type === 'asset' && one.names.includes(name));
      if (!found) throw new Error(`The language ${language} is without ${name} in the build`);
      return `/${found.fileName}`;
    });
  const pageFiles = pages.map(beside);
  // Each name once: most pages share most of their files.
  const files = [...new Set(pageFiles.flat())];
  return {
    files,
    pages: Object.fromEntries(pages.map(([address], at) => [address, pageFiles[at]!.map((name) => files.indexOf(name))])),
    languages: { en: first('en'), ar: first('ar') },
  };
}

/** The page with the file that runs before its paint under the name that says what is in it. */
export function withBeforePaint(html: string): string {
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
    name: 'ahead',
    configResolved(told) {
      resolved = told;
      const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = told.env as Record<string, string | undefined>;
      // Without them the embedded gateway writes the same tag.
      if (url && publishableKey) config = [data('config', { url: url.replace(/\/$/, ''), publishableKey })];
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: hashed, source: beforePaint });
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html, { bundle }) => {
        if (!bundle) return { html, tags: config };
        const table = tableOf(bundle, await routeFiles(resolved.root, resolved.resolve.alias));
        return { html: withBeforePaint(html), tags: [...config, data('ahead', { ...table, me: mePath, sessionKey })] };
      },
    },
  };
}
