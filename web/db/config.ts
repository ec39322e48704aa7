interface Config {
  url: string;
  publishableKey: string;
}

/** From the build's variables, or from the tag that the embedded gateway writes into the page. */
function readConfig(): Config {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = import.meta.env as Record<string, string | undefined>;
  if (url && publishableKey) return { url: url.replace(/\/$/, ''), publishableKey };
  const tag = document.getElementById('config')?.textContent;
  if (!tag) throw new Error('VITE_SUPABASE_URL and VITE_SUPABASE_PUBLISHABLE_KEY are not set');
  return JSON.parse(tag) as Config;
}

export const config = readConfig();
