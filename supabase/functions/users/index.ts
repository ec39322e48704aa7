/* Makes, changes and removes people with their accounts, and invites them: {id, profile_id, action: 'save' | 'delete', person?, password?, language?,
   expected_version?} → {status: 'applied', id, version, invite}; {profile_id, action: 'invite'} → {id, invite}. id: of the request; expected_version: what was
   seen, null of somebody new, who is invited where they have no password, by a mail in this language; invite: the address that an invitation was sent to.
   The database checks the request and records it; Auth is told its part, and inside Auth's transaction the database does the rest; only
   then is the mail sent. Killed anywhere, this leaves nothing half, and the same request goes on. */
import { callAsCaller } from '../_shared/client.ts';
import { Refusal } from '../_shared/errors.ts';
import { json, readBody, readId, readJson, serve } from '../_shared/http.ts';
import { sendInvitation, tellAuth, type UserChangeResult } from './auth.ts';

const shortest = 8;
/** In bytes: what comes after them Auth would not look at. */
const longest = 72;

serve(async (request) => {
  const sent = readJson(new TextDecoder().decode(await readBody(request, 128 * 1024)));
  const { action, person = {}, password = null, language = null, expected_version = null } = sent;
  const profile_id = readId(sent.profile_id, 'profile_id');
  if (action === 'invite') {
    const { email } = await callAsCaller<{ email: string }>(request, 'invite_user', { profile_id });
    const unsent = await sendInvitation(profile_id, email);
    if (unsent) throw unsent;
    return json(200, { id: profile_id, invite: email });
  }
  const id = readId(sent.id, 'id');
  if (action !== 'save' && action !== 'delete') throw new Refusal('request_invalid', 400, { field: 'action' });
  if (password !== null && !isPassword(password)) throw new Refusal('weak_password', 400, { field: 'password' });
  if (language !== null && language !== 'en' && language !== 'ar') throw new Refusal('request_invalid', 400, { field: 'language' });
  const ask = () =>
    action === 'delete'
      ? callAsCaller<UserChangeResult>(request, 'delete_user', { id, profile_id, expected_version })
      : callAsCaller<UserChangeResult>(request, 'change_user', {
          id,
          profile_id,
          person,
          with_password: password !== null,
          expected_version,
        });

  const asked = await ask();
  if (asked.status === 'applied') return answered(asked);
  const refused = await tellAuth(asked, password, language);
  // Why Auth could not do it, the database knows better where it was the database.
  const done = await ask();
  if (done.status === 'applied') return answered(done);
  throw refused ?? new Refusal('server_error', 500);
});

/** What was done stands, whatever becomes of the mail. */
async function answered(done: UserChangeResult): Promise<Response> {
  const unsent = done.invite ? await sendInvitation(done.id, done.invite) : null;
  // Accepted a moment ago: nobody is to be invited any more.
  if (unsent && unsent.code !== 'invitation_accepted') throw unsent;
  return json(200, done);
}

function isPassword(password: unknown): password is string {
  return (
    typeof password === 'string' &&
    password.isWellFormed() &&
    password.length >= shortest &&
    new TextEncoder().encode(password).length <= longest
  );
}
