import type { Plugin } from 'vite';

/** Security headers that allow the client only what it uses. api: its Supabase's URL, if that has another origin than the page. */
export function pageHeaders(api?: string): Record<string, string> {
  const from = api ? ` ${new URL(api).origin}` : '';
  const policy = {
    'default-src': "'none'",
    // PDF layout runs as WebAssembly.
    'script-src': "'self' 'wasm-unsafe-eval'",
    'style-src': "'self'",
    'font-src': "'self'",
    'img-src': `'self' blob: data:${from}`,
    // The PDF library loads its WebAssembly from a data: URL and images from blobs. The print server's host is the shop's choice: from an
    // https page, browsers allow http only to this computer and its local network, after asking the user.
    'connect-src': `'self' blob: data: http:${from}`,
    // PDFs are shown in a frame.
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

/** Writes these headers to the file that Netlify and Cloudflare Pages read, if the build is for a hosted project. */
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
