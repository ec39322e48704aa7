interface Config {
  url: string;
  publishableKey: string;
}

/** Reads the tag that the build, or the embedded gateway, writes into the page. */
function readConfig(): Config {
  const tag = document.getElementById('config')?.textContent;
  if (!tag) throw new Error('VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY are not set');
  const { url, publishableKey } = JSON.parse(tag) as Config;
  // The embedded stack leaves the URL empty: there the API has the page's origin.
  return { url: url || location.origin, publishableKey };
}

export const config = readConfig();
