/** A browser sends an upload as a form whose file has no name, which @supabase/lite does not find: the file alone is forwarded. */
export async function unpackUpload(request: Request): Promise<Request> {
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
