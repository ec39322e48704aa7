import { AsyncLocalStorage } from 'node:async_hooks';
import { json } from './http.ts';
import type { StorageFiles } from './storage-files.ts';

type Handler = (request: Request) => Promise<Response>;

/** The database error of the current request to Storage, since @supabase/lite answers 500 to all of them. */
export const storageRequest = new AsyncLocalStorage<{ isDuplicate: boolean }>();

/**
 * Adds what the Storage API does and @supabase/lite does not: refuses invalid names and expiry times, reads a browser's upload, lets one
 * of several uploads to a path win, and returns signed URLs and refusals as clients expect. Files are served from the app's own origin here, so they are never served as a page.
 */
export function storageCompat(files: Pick<StorageFiles, 'inTurn'>, next: Handler): Handler {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/storage/v1/')) return next(request);
    const refusal = await refuse(pathname, request);
    if (refusal) return refusal;
    const upload = await unpackUpload(request);
    const signs = request.method === 'POST' && /^\/storage\/v1\/object\/(upload\/)?sign\//.test(pathname);
    const reads = signs || /^(GET|HEAD)$/.test(request.method) || pathname.startsWith('/storage/v1/object/list');
    const said = { isDuplicate: false };
    const answer = () => storageRequest.run(said, () => next(upload));
    const response = asStorageRefuses(await (reads ? answer() : files.inTurn(answer)), said);
    if (signs && response.ok) return nameSigned(response);
    return request.method === 'GET' || request.method === 'HEAD' ? forceDownload(response) : response;
  };
}

/** The Storage API answers 400 to every refused request, with the real status in the body. */
const fault = (error: string, message: string, statusCode = '400'): Response => json(400, { statusCode, error, message });

function asStorageRefuses(answer: Response, { isDuplicate }: { isDuplicate: boolean }): Response {
  if (answer.status === 500 && isDuplicate) return fault('Duplicate', 'The resource already exists', '409');
  if (answer.status === 401) return fault('Unauthorized', 'Invalid Compact JWS', '403');
  return answer;
}

const week = 7 * 86_400;
// The Storage API's own rule, so that names accepted here are accepted there. Names have up to 1024 bytes.
const validName = /^[\w/!.*'() &$@=;:+,?-]{1,1024}$/;

async function refuse(path: string, request: Request): Promise<Response | null> {
  const [, action = '', rest = ''] =
    /^\/storage\/v1\/(?:bucket|object)\/(?:((?:upload\/)?sign|copy|move|list|public|info)(?:\/|$))?(.*)$/.exec(path) ?? [];
  const [, bucket = '', name = ''] = /^([^/]*)\/?(.*)$/.exec(rest) ?? [];
  const names = [decodeName(bucket), decodeName(name)];
  if (
    /^\/storage\/v1\/object/.test(path) &&
    (request.method === 'DELETE' || (request.method === 'POST' && /^(sign|copy|move|list)$/.test(action)))
  ) {
    const body = (await request
      .clone()
      .json()
      .catch(() => null)) as Record<string, unknown> | null;
    if (typeof body !== 'object' || body === null) return fault('InvalidRequest', 'The body is not JSON.');
    const { expiresIn, ...named } = body;
    if (action === 'sign' && !(Number.isInteger(expiresIn) && Number(expiresIn) >= 1 && Number(expiresIn) <= week)) {
      return fault('InvalidRequest', 'A signed URL is valid for between 1 second and 7 days.');
    }
    const fields = ['bucketId', 'sourceKey', 'destinationBucket', 'destinationKey', 'prefix', 'search', 'prefixes', 'paths'];
    names.push(...fields.flatMap((field) => named[field] ?? []).map(String));
  }
  const isInvalid = names.some((one) => one !== '' && !validName.test(one));
  return isInvalid ? fault('InvalidKey', 'A name has 1 to 1024 plain letters, digits and marks; this one is not allowed.') : null;
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return '\0';
  }
}

const inlineTypes = /^(image\/(webp|png|jpeg|gif)|application\/pdf|text\/plain(;.*)?)$/;

/** Only harmless types are shown by the browser; others are downloaded. */
function forceDownload(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('x-content-type-options', 'nosniff');
  const type = headers.get('content-type') ?? '';
  if (response.ok && response.body && !inlineTypes.test(type) && !type.startsWith('application/json')) {
    headers.set('content-type', 'application/octet-stream');
    if (!headers.get('content-disposition')?.startsWith('attachment')) headers.set('content-disposition', 'attachment');
  }
  return new Response(response.body, { status: response.status, headers });
}

/** Forwards only the file of a browser's upload, which is a form whose file field has no name. */
async function unpackUpload(request: Request): Promise<Request> {
  const type = request.headers.get('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) return request;
  const form = await request.formData();
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file) return new Request(request.url, { method: request.method, headers: request.headers, body: '' });
  const headers = new Headers(request.headers);
  const bytes = new Uint8Array(await file.arrayBuffer());
  headers.set('content-type', file.type || 'application/octet-stream');
  headers.set('content-length', String(bytes.length));
  const seconds = form.get('cacheControl');
  if (typeof seconds === 'string' && /^\d+$/.test(seconds)) headers.set('cache-control', `max-age=${seconds}`);
  return new Request(request.url, { method: request.method, headers, body: bytes });
}

type Signed = { signedUrl?: string } & Record<string, unknown>;

/** The real service returns the path below /storage/v1, as signedURL (downloads) and url (uploads). */
async function nameSigned(response: Response): Promise<Response> {
  const rename = ({ signedUrl = '', ...rest }: Signed) => {
    const address = signedUrl.replace(/^\/storage\/v1/, '');
    return 'token' in rest ? { ...rest, url: address } : { ...rest, signedURL: address || null };
  };
  const body = (await response.json()) as Signed | Signed[];
  return json(response.status, Array.isArray(body) ? body.map(rename) : rename(body));
}
