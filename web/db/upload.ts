/** A fetch that reports upload progress, which only XMLHttpRequest can. */
export function fetchWithProgress(onProgress: (share: number | undefined) => void): typeof fetch {
  return (input, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const uploadDone = () => onProgress(undefined);
      request.open(init?.method ?? 'GET', String(input));
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.onprogress = ({ lengthComputable, loaded, total }) =>
        onProgress(lengthComputable && loaded < total ? loaded / total : undefined);
      request.upload.onload = uploadDone;
      request.onload = () =>
        resolve(
          new Response(request.responseText, {
            status: request.status,
            headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
          }),
        );
      request.onerror = () => reject(new TypeError('No connection'));
      request.onabort = () => reject(new DOMException('Aborted', 'AbortError'));
      request.onloadend = uploadDone;
      init?.signal?.addEventListener('abort', () => request.abort());
      // Before it is sent, a request that is aborted reports nothing.
      if (init?.signal?.aborted) reject(new DOMException('Aborted', 'AbortError'));
      else request.send(init?.body as XMLHttpRequestBodyInit);
    });
}
