import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { pageHeaders } from './headers.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
};
const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)|font\/(ttf|otf)/;

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
};

/** Serves the built client. Paths of screens get the page, with its API's configuration embedded. */
export function clientFiles(folder: string, publishableKey: string): (request: Request) => Promise<Response> {
  const compressed = new Map<string, Promise<Buffer>>();
  // The API has the same origin as the page.
  const config = JSON.stringify({ url: '', publishableKey }).replaceAll('<', '\\u003c');

  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== 'GET' && request.method !== 'HEAD') return new Response('Method not allowed', { status: 405 });
    const path = await find(folder, pathname);
    if (!path) return new Response('Not found', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    const encoding = (['br', 'gzip'] as const).find((name) => request.headers.get('accept-encoding')?.includes(name));
    if (path.endsWith('.html')) return page(await readFile(path, 'utf8'), config, encoding);

    const type = types[extname(path).toLowerCase()] ?? 'application/octet-stream';
    const { mtimeMs, size } = await stat(path);
    const tag = `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"`;
    const headers: Record<string, string> = {
      'content-type': type,
      // Vite puts a hash of the content into these names.
      'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: tag,
      ...pageHeaders(),
      vary: 'accept-encoding',
    };
    if (request.headers.get('if-none-match') === tag) return new Response(null, { status: 304, headers });
    if (!encoding || !compressible.test(type) || size < 1024) return new Response(await readFile(path), { headers });
    const key = `${encoding} ${path} ${tag}`;
    const body = compressed.get(key) ?? readFile(path).then(compressors[encoding]);
    compressed.set(key, body);
    return new Response(new Uint8Array(await body), { headers: { ...headers, 'content-encoding': encoding } });
  };
}

async function find(folder: string, pathname: string): Promise<string | null> {
  const path = resolve(folder, `.${safeDecode(pathname)}`);
  const inside = path === resolve(folder) || path.startsWith(resolve(folder) + sep);
  if (inside && (await stat(path).catch(() => null))?.isFile()) return path;
  // Only a path without a file extension is a screen; a missing file is a 404.
  const page = join(folder, 'index.html');
  return extname(pathname) === '' && existsSync(page) ? page : null;
}

function safeDecode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

async function page(html: string, config: string, encoding: keyof typeof compressors | undefined): Promise<Response> {
  const tag = `<script type="application/json" id="config">${config}</script>`;
  const body = Buffer.from(html.replace('<head>', `<head>${tag}`));
  const headers = { 'content-type': types['.html'] ?? '', 'cache-control': 'no-cache', ...pageHeaders(), vary: 'accept-encoding' };
  if (!encoding) return new Response(body, { headers });
  return new Response(new Uint8Array(await compressors[encoding](body)), { headers: { ...headers, 'content-encoding': encoding } });
}
