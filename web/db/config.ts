/* Where the API is: two variables at build time, or what the embedded gateway writes into the page. */
interface Config {
  url: string;
  publishableKey: string;
}

function read(): Config {
  const { VITE_SUPABASE_URL: url, VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey } = import.meta.env;
  if (url && publishableKey) return { url, publishableKey };
  const tag = document.getElementById('config')?.textContent;
  if (!tag) throw new Error('No VITE_SUPABASE_URL at build time, and no #config in the page.');
  return JSON.parse(tag) as Config;
}

export const config = read();
