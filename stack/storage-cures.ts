import { json } from './http.ts';

type Handler = (request: Request) => Promise<Response>;

/** What the Storage API does and @supabase/lite does not: read a browser's upload, and name signed addresses as clients expect. */
export function storageCures(next: Handler): Handler {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/storage/v1/object/')) return next(request);
    const response = await next(await unpackUpload(request));
    const signs = request.method === 'POST' && /^\/storage\/v1\/object\/(upload\/)?sign\//.test(pathname);
    return signs && response.ok ? nameSigned(response) : response;
  };
}

/** A browser sends an upload as a form whose file has no name: the file alone is forwarded. */
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

/** The real service gives the address below /storage/v1, as signedURL (downloads) and url (uploads). */
async function nameSigned(response: Response): Promise<Response> {
  const rename = ({ signedUrl = '', ...rest }: Signed) => {
    const address = signedUrl.replace(/^\/storage\/v1/, '');
    return 'token' in rest ? { ...rest, url: address } : { ...rest, signedURL: address || null };
  };
  const body = (await response.json()) as Signed | Signed[];
  return json(response.status, Array.isArray(body) ? body.map(rename) : rename(body));
}
