import { Refusal } from '../_shared/errors.ts';
import { secretKeys } from '../_shared/service.ts';

export interface UserChangeResult {
  status: 'applied' | 'pending';
  id: string;
  version?: number;
  kind: 'create' | 'update' | 'delete';
  /** The body for Auth, while the change is pending. */
  tell?: { email?: string; email_confirm?: boolean; ban_duration?: string; app_metadata: { change: string } };
  /** The address to send an invitation to, once the change is applied. */
  invite?: string | null;
}

/** Sends Auth its part of a change in one call, so in one transaction; returns the refusal, if any. language: of mails to a new user. */
export async function tellAuth(
  { id, kind, tell }: UserChangeResult,
  password: string | null,
  language: string | null,
): Promise<Refusal | null> {
  const body = {
    ...tell,
    ...(password !== null && { password }),
    ...(kind === 'create' && { id, ...(language !== null && { user_metadata: { language } }) }),
  };
  const [method, path] = { create: ['POST', ''], update: ['PUT', `/${id}`], delete: ['DELETE', `/${id}`] }[kind] as [string, string];
  const answer = await callAuth(method, `admin/users${path}`, kind === 'delete' ? undefined : body);
  return answer === null ? new Refusal('auth_unreachable', 503) : answer.status < 300 ? null : refusalOf(answer);
}

/** Sends an invitation, or sends it again, which invalidates the earlier link; returns the refusal, if any. */
export async function sendInvitation(id: string, email: string): Promise<Refusal | null> {
  const answer = await callAuth('POST', 'invite', { email });
  if (answer !== null && answer.status < 300) {
    const invited = (JSON.parse(answer.text) as { id: string }).id;
    if (invited === id) return null;
    // The user changed address or was deleted meanwhile, so Auth created an account, which would block the address for the next user.
    await callAuth('DELETE', `admin/users/${invited}`, undefined);
    return new Refusal('invitation_not_sent', 502);
  }
  if (answer?.code === 'email_exists') return new Refusal('invitation_accepted', 409);
  // Auth gives the same answer if this address got a mail within a minute and if the project has reached its hourly number of mails.
  if (answer?.status === 429)
    return new Refusal(/only request this after \d+ seconds/.test(answer.text) ? 'invitation_just_sent' : 'invitation_delayed', 429);
  if (answer) console.error(`Auth answered ${answer.status}: ${answer.text}`);
  return new Refusal('invitation_not_sent', 502);
}

interface Answer {
  status: number;
  code: string;
  text: string;
}

/** Calls Auth; null without a response. */
async function callAuth(method: string, path: string, body: object | undefined): Promise<Answer | null> {
  const [key = ''] = secretKeys();
  try {
    const answer = await fetch(`${Deno.env.get('SUPABASE_URL')}/auth/v1/${path}`, {
      method,
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, code: /"error_code":\s*"(\w+)"/.exec(text)?.[1] ?? '', text };
  } catch (error) {
    console.error(error);
    return null;
  }
}

function refusalOf({ status, code, text }: Answer): Refusal {
  if (code === 'email_exists') return new Refusal('email_taken', 409, { field: 'email' });
  if (code === 'weak_password') return new Refusal('weak_password', 400, { field: 'password' });
  if (code === 'validation_failed') return new Refusal('value_invalid', 400, { field: 'email' });
  console.error(`Auth answered ${status}: ${text}`);
  return new Refusal('auth_unreachable', 503);
}
