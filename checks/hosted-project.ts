/** Faults in a hosted project's settings, found through its public API without changing anything. */
export async function faultsOf({ url, publishableKey, site }: { url: string; publishableKey: string; site: string }): Promise<string[]> {
  const faults: string[] = [];
  const headers = { apikey: publishableKey };
  const settings = (await (await fetch(`${url}/auth/v1/settings`, { headers })).json()) as {
    disable_signup?: boolean;
    external?: Record<string, boolean>;
  };
  if (settings.disable_signup !== true) faults.push('Anybody can sign up: turn sign-ups off (enable_signup = false).');
  if (settings.external?.anonymous_users) faults.push('Anybody can sign in without an account: turn anonymous sign-ins off.');
  if (settings.external?.email === false) faults.push('Signing in by email is off.');
  // GraphQL reads bypass the limits on queries through the API.
  const graphql = (await (
    await fetch(`${url}/graphql/v1`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"query":"{__typename}"}',
    })
  )
    .json()
    .catch(() => null)) as { data?: unknown } | null;
  if (graphql?.data) faults.push('GraphQL is on: Daftar does not use it, and its reads have no limits. Drop the extension pg_graphql.');
  // An invalid link redirects to the same page as a valid one, with an error.
  const wanted = `${site}/login`;
  const answer = await fetch(
    `${url}/auth/v1/verify?type=recovery&token=none&redirect_to=${encodeURIComponent(`${wanted}?recovery=none`)}`,
    { headers, redirect: 'manual' },
  );
  const target = answer.headers.get('location') ?? `nowhere (${answer.status})`;
  if (!target.startsWith(wanted))
    faults.push(
      `Links in mails lead to ${target.split(/[?#]/)[0]}, not to ${wanted}: set site_url and additional_redirect_urls in supabase/config.toml and run supabase config push.`,
    );
  return faults;
}
