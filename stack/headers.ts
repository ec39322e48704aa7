import type { Plugin } from 'vite';

/** What a browser may do with the client: nothing but what the client does. `api` is where its Supabase is, unless that is where the page came from. */
export function pageHeaders(api?: string): Record<string, string> {
  const from = api ? ` ${new URL(api).origin}` : '';
  const policy = {
    'default-src': "'none'",
    // The layout of PDFs is WebAssembly.
    'script-src': "'self' 'wasm-unsafe-eval'",
    'style-src': "'self'",
    'font-src': "'self'",
    'img-src': `'self' blob: data:${from}`,
    // The PDF library carries its WebAssembly as data and reads pictures from memory. The print server is where the shop has put it: from a page of
    // https a browser lets http go to this computer and its own network only, and asks the person.
    'connect-src': `'self' blob: data: http:${from}`,
    // A PDF is looked at in a frame.
    'frame-src': `'self' blob:${from}`,
    'worker-src': "'self' blob:",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => `${name} ${sources}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
  };
}

/** The same for a static host, in the file that Netlify and Cloudflare Pages read, when the build is for a project. */
export function hostHeaders(): Plugin {
  let api: string | undefined;
  return {
    name: 'host-headers',
    apply: 'build',
    configResolved({ env }) {
      api = (env as Record<string, string | undefined>).VITE_SUPABASE_URL;
    },
    generateBundle() {
      if (!api) return;
      const lines = Object.entries({ ...pageHeaders(api), 'strict-transport-security': 'max-age=31536000; includeSubDomains' }).map(
        ([name, value]) => `  ${name}: ${value}\n`,
      );
      this.emitFile({
        type: 'asset',
        fileName: '_headers',
        source: `/*\n${lines.join('')}/assets/*\n  cache-control: public, max-age=31536000, immutable\n`,
      });
    },
  };
}
