/* Approves or reverses a stock transfer: {transfer_id, action: 'approve' | 'reverse', reason?, expected_version?} →
   {id, number, version, status}; expected_version: the version that the caller saw; it may be missing if the decision was taken already.
   The rules are in the database. */
import { callAsCaller } from '../_shared/client.ts';
import { Refusal } from '../_shared/errors.ts';
import { json, readBody, readId, readJson, serve } from '../_shared/http.ts';

serve(async (request) => {
  const { transfer_id, action, reason, expected_version = null } = readJson(new TextDecoder().decode(await readBody(request, 64 * 1024)));
  const id = readId(transfer_id, 'transfer_id');
  if (reason !== undefined && reason !== null && !(typeof reason === 'string' && reason.isWellFormed()))
    throw new Refusal('request_invalid', 400, { field: 'reason' });
  if (
    expected_version !== null &&
    !(typeof expected_version === 'number' && expected_version >= 0 && expected_version === (expected_version | 0))
  )
    throw new Refusal('request_invalid', 400, { field: 'expected_version' });
  if (action === 'approve') return json(200, await callAsCaller(request, 'approve_transfer', { id, expected_version }));
  if (action === 'reverse')
    return json(200, await callAsCaller(request, 'reverse_transfer', { id, reason: reason ?? null, expected_version }));
  throw new Refusal('request_invalid', 400, { field: 'action' });
});
