/** What a project's settings would break, asked of the project itself as anybody can; nothing is changed there. */
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
  // Its reads pass by what holds the API's questions small.
  const graphql = (await (
    await fetch(`${url}/graphql/v1`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"query":"{__typename}"}',
    })
  )
    .json()
    .catch(() => null)) as { data?: unknown } | null;
  if (graphql?.data) faults.push('GraphQL answers: nothing here asks it, and its reads have no limits; drop extension pg_graphql.');
  // A link that is none leads to where a good one would, with a refusal.
  const wanted = `${site}/login`;
  const answer = await fetch(
    `${url}/auth/v1/verify?type=recovery&token=none&redirect_to=${encodeURIComponent(`${wanted}?recovery=none`)}`,
    { headers, redirect: 'manual' },
  );
  const leads = answer.headers.get('location') ?? `nowhere (${answer.status})`;
  if (!leads.startsWith(wanted))
    faults.push(
      `Links in mails lead to ${leads.split(/[?#]/)[0]} and not to ${wanted}: set site_url and additional_redirect_urls in supabase/config.toml and run supabase config push.`,
    );
  return faults;
}
