import { Refusal } from '../_shared/errors.ts';
import { secretKeys } from '../_shared/service.ts';

export interface Asked {
  status: 'applied' | 'pending';
  id: string;
  version?: number;
  kind: 'create' | 'update' | 'delete';
  /** What Auth is to be told, while it is pending. */
  tell?: { email?: string; ban_duration?: string; app_metadata: { change: string } };
}

/** Tells Auth its part of a change, in one call and so in one transaction; answers why it would not. */
export async function tellAuth({ id, kind, tell }: Asked, password: string | null): Promise<Refusal | null> {
  const [key = ''] = secretKeys();
  const body = { ...tell, ...(tell?.email !== undefined && { email_confirm: true }), ...(password !== null && { password }), ...(kind === 'create' && { id }) };
  const [method, path] = { create: ['POST', ''], update: ['PUT', `/${id}`], delete: ['DELETE', `/${id}`] }[kind] as [string, string];
  try {
    const answer = await fetch(`${Deno.env.get('SUPABASE_URL')}/auth/v1/admin/users${path}`, {
      method,
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: kind === 'delete' ? undefined : JSON.stringify(body),
    });
    const text = await answer.text();
    return answer.ok ? null : refusalOf(answer.status, text);
  } catch (error) {
    console.error(error);
    return new Refusal('auth_unreachable', 503);
  }
}

function refusalOf(status: number, text: string): Refusal {
  const code = /"error_code":\s*"(\w+)"/.exec(text)?.[1] ?? '';
  if (code === 'email_exists') return new Refusal('email_taken', 409, { field: 'email' });
  if (code === 'weak_password') return new Refusal('weak_password', 400, { field: 'password' });
  if (code === 'validation_failed') return new Refusal('value_invalid', 400, { field: 'email' });
  console.error(`Auth answered ${status}: ${text}`);
  return new Refusal('auth_unreachable', 503);
}
