/* Removes files that belong to no document from storage, once a day → {removed}. The database lists them, but cannot remove them itself,
   since storage keeps their bytes. Called by the scheduler with the secret key. */
import { json, serve } from '../_shared/http.ts';
import { asService, needSecretKey } from '../_shared/service.ts';

/** Batches per call; the rest waits for the next day. */
const ROUNDS = 20;

serve(async (request) => {
  needSecretKey(request);
  const removed = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const paths = (await asService<string[]>('POST', '/rest/v1/rpc/clean_files', {})).filter((path) => !removed.has(path));
    if (paths.length === 0) break;
    await asService('DELETE', '/storage/v1/object/attachments', { prefixes: paths });
    for (const path of paths) removed.add(path);
  }
  return json(200, { removed: removed.size });
});
