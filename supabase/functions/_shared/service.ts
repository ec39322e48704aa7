import { Refusal } from './errors.ts';

/* Hosted projects provide the new keys as one JSON object and the legacy key in a variable of its own. */
export const secretKeys = (): string[] =>
  [
    ...Object.values(JSON.parse(Deno.env.get('SUPABASE_SECRET_KEYS') ?? '{}') as Record<string, string>),
    Deno.env.get('SUPABASE_SECRET_KEY'),
    Deno.env.get('SUPABASE_SERVICE_ROLE_KEY'),
  ].filter((key): key is string => Boolean(key));

/** Refuses a request without a secret key of the project, for functions that only the scheduler calls. */
export function needSecretKey(request: Request): void {
  if (!secretKeys().includes(request.headers.get('apikey') ?? '')) throw new Refusal('not_allowed', 403);
}

/** Calls a service of the project with its secret key. */
export async function asService<Answer>(method: string, path: string, body: unknown): Promise<Answer> {
  const [key = ''] = secretKeys();
  const response = await fetch(`${Deno.env.get('SUPABASE_URL')}${path}`, {
    method,
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 1000)}`);
  return JSON.parse(text) as Answer;
}
