/* Makes, changes and removes people with their accounts: {id, profile_id, action: 'save' | 'delete', person?, password?, expected_version?} →
   {status: 'applied', id, version}. id: of the request; expected_version: what was seen, null of somebody new.
   The database looks at the wish and keeps it; Auth is told what is Auth's, and within its own transaction the database does the rest. Killed anywhere, this
   leaves nothing half, and the same request goes on. */
import { callAsCaller } from '../_shared/client.ts';
import { Refusal } from '../_shared/errors.ts';
import { json, readBody, readId, readJson, serve } from '../_shared/http.ts';
import { tellAuth, type Asked } from './auth.ts';

const shortest = 8;
/** In bytes: what comes after them Auth would not look at. */
const longest = 72;

serve(async (request) => {
  const sent = readJson(new TextDecoder().decode(await readBody(request, 128 * 1024)));
  const { action, person = {}, password = null, expected_version = null } = sent;
  const [id, profile_id] = [readId(sent.id, 'id'), readId(sent.profile_id, 'profile_id')];
  if (action !== 'save' && action !== 'delete') throw new Refusal('request_invalid', 400, { field: 'action' });
  if (password !== null && !isPassword(password)) throw new Refusal('weak_password', 400, { field: 'password' });
  const ask = () => action === 'delete'
    ? callAsCaller<Asked>(request, 'delete_user', { id, profile_id, expected_version })
    : callAsCaller<Asked>(request, 'change_user', { id, profile_id, person, with_password: password !== null, expected_version });

  const asked = await ask();
  if (asked.status === 'applied') return json(200, asked);
  const refused = await tellAuth(asked, password);
  // Why Auth could not do it, the database knows better where it was the database.
  const done = await ask();
  if (done.status === 'applied') return json(200, done);
  throw refused ?? new Refusal('server_error', 500);
});

function isPassword(password: unknown): password is string {
  return typeof password === 'string' && password.isWellFormed() && password.length >= shortest && new TextEncoder().encode(password).length <= longest;
}
