// Emits all texts of a language as one JSON file, which is cheaper to load and parse than a script.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const languages = ['en', 'ar'] as const;
const id = 'virtual:texts';

function textsOf(language: string): string {
  const folder = join(import.meta.dirname, '../web/i18n', language);
  // `en/stock.json` becomes the area `stock`: its keys are read as `stock.…`.
  const areas = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, file), 'utf8')) as unknown]);
  return JSON.stringify(Object.fromEntries(areas));
}

export function texts(): Plugin {
  let serving = false;
  return {
    name: 'texts',
    configResolved(config) {
      serving = config.command === 'serve';
    },
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(source) {
      if (source !== `\0${id}`) return null;
      const addresses = languages.map((language) => {
        if (serving) return `${language}: '/@texts/${language}.json'`;
        const file = this.emitFile({ type: 'asset', name: `texts-${language}.json`, source: textsOf(language) });
        return `${language}: import.meta.ROLLUP_FILE_URL_${file}`;
      });
      return `export default { ${addresses.join(', ')} };`;
    },
    configureServer(server) {
      server.middlewares.use('/@texts/', (request, response) => {
        const language = languages.find((one) => request.url?.includes(`${one}.json`)) ?? 'en';
        response.setHeader('content-type', 'application/json');
        response.end(textsOf(language));
      });
    },
  };
}
