// What the opened address will need, written into the page: before-paint.js fetches it beside the code that would ask for it one piece after the other.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

const web = join(import.meta.dirname, '..');
const beforePaint = readFileSync(join(web, 'public/before-paint.js'), 'utf8');
// Its name says what is in it, like those of all files: a browser that has it does not ask again.
const hashed = `assets/before-paint-${createHash('sha256').update(beforePaint).digest('hex').slice(0, 8)}.js`;
const wanted = { en: /\/(texts-en|montserrat-latin-wght)-/, ar: /\/(texts-ar|cairo-(arabic|latin)-wght)-/ };

/** Addresses of the screens and their files, as each routes.tsx says. */
function pages(): [address: string, file: string][] {
  return readdirSync(join(web, 'screens')).flatMap((screen) => {
    const routes = readFileSync(join(web, 'screens', screen, 'routes.tsx'), 'utf8');
    return [...routes.matchAll(/path: '([^']+)', lazy: \(\) => import\('\.\/([^']+)'\)/g)].map(([, path, file]): [string, string] => [`/${path}`, join(web, 'screens', screen, file ?? '')]);
  });
}

function tableOf(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  const needs = (chunk: Rolldown.OutputChunk | undefined, known: Set<string>): Set<string> => {
    if (!chunk || known.has(chunk.fileName)) return known;
    known.add(chunk.fileName);
    for (const other of chunk.imports) needs(chunks.find(({ fileName }) => fileName === other), known);
    return known;
  };
  const entry = needs(chunks.find((chunk) => chunk.isEntry), new Set());
  const stylesOf = (name: string) => [...(chunks.find(({ fileName }) => fileName === name)?.viteMetadata?.importedCss ?? [])];
  const beside = (file: string) => [...needs(chunks.find((chunk) => chunk.facadeModuleId === file), new Set(entry))].filter((name) => !entry.has(name)).flatMap((name) => [name, ...stylesOf(name)]).map((name) => `/${name}`);
  const files = Object.keys(bundle).map((name) => `/${name}`);
  return {
    pages: Object.fromEntries(pages().map(([address, file]) => [address, beside(file)])),
    languages: { en: files.filter((name) => wanted.en.test(name)), ar: files.filter((name) => wanted.ar.test(name)) },
  };
}

const data = (id: string, value: unknown): HtmlTagDescriptor => ({
  tag: 'script',
  attrs: { type: 'application/json', id },
  children: JSON.stringify(value).replaceAll('<', '\\u003c'),
  injectTo: 'head-prepend',
});

export function ahead(): Plugin {
  let config: HtmlTagDescriptor[] = [];
  return {
    name: 'ahead',
    configResolved({ env }) {
      const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = env as Record<string, string | undefined>;
      // Without them the embedded gateway writes the same tag.
      if (url && publishableKey) config = [data('config', { url: url.replace(/\/$/, ''), publishableKey })];
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: hashed, source: beforePaint });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        bundle ? { html: html.replace('/before-paint.js', `/${hashed}`), tags: [...config, data('ahead', tableOf(bundle))] } : { html, tags: config },
    },
  };
}
