/* Creates, changes, deletes and invites users: {id, profile_id, action: 'save' | 'delete', person?, password?, language?,
   expected_version?} → {status: 'applied', id, version, invite}; {profile_id, action: 'invite'} → {id, invite}. id: of the request;
   expected_version: the version that the caller saw, null for a new user, who is invited by a mail in this language if they have no
   password; invite: the address that an invitation was sent to.
   The database validates and records the request; Auth gets its part, and the database does the rest within Auth's transaction; then
   the mail is sent. If this function is killed at any point, no partial change remains and the same request continues. */
import { callAsCaller } from '../_shared/client.ts';
import { Refusal } from '../_shared/errors.ts';
import { json, readBody, readId, readJson, serve } from '../_shared/http.ts';
import { sendInvitation, tellAuth, type UserChangeResult } from './auth.ts';

const minLength = 8;
/** In bytes: Auth would ignore the rest. */
const maxBytes = 72;

serve(async (request) => {
  const body = readJson(new TextDecoder().decode(await readBody(request, 128 * 1024)));
  const { action, person = {}, password = null, language = null, expected_version = null } = body;
  const profile_id = readId(body.profile_id, 'profile_id');
  if (action === 'invite') {
    const { email } = await callAsCaller<{ email: string }>(request, 'invite_user', { profile_id });
    const unsent = await sendInvitation(profile_id, email);
    if (unsent) throw unsent;
    return json(200, { id: profile_id, invite: email });
  }
  const id = readId(body.id, 'id');
  if (action !== 'save' && action !== 'delete') throw new Refusal('request_invalid', 400, { field: 'action' });
  if (password !== null && !isPassword(password)) throw new Refusal('weak_password', 400, { field: 'password' });
  if (language !== null && language !== 'en' && language !== 'ar') throw new Refusal('request_invalid', 400, { field: 'language' });
  const requestChange = () =>
    action === 'delete'
      ? callAsCaller<UserChangeResult>(request, 'delete_user', { id, profile_id, expected_version })
      : callAsCaller<UserChangeResult>(request, 'change_user', {
          id,
          profile_id,
          person,
          with_password: password !== null,
          expected_version,
        });

  const first = await requestChange();
  if (first.status === 'applied') return respond(first);
  const authRefusal = await tellAuth(first, password, language);
  // If the database refused within Auth's transaction, asking it again gives the precise reason.
  const done = await requestChange();
  if (done.status === 'applied') return respond(done);
  throw authRefusal ?? new Refusal('server_error', 500);
});

/** Sends the invitation, if any; the change stays applied even if the mail fails. */
async function respond(done: UserChangeResult): Promise<Response> {
  const unsent = done.invite ? await sendInvitation(done.id, done.invite) : null;
  // If the user has just accepted an earlier invitation, none is needed.
  if (unsent && unsent.code !== 'invitation_accepted') throw unsent;
  return json(200, done);
}

function isPassword(password: unknown): password is string {
  return (
    typeof password === 'string' &&
    password.isWellFormed() &&
    password.length >= minLength &&
    new TextEncoder().encode(password).length <= maxBytes
  );
}
