type Failure = readonly [name: string, fetch: () => Promise<Response>];

const rejection = (message: string) => () => Promise.reject<Response>(new TypeError(message));
const json = { headers: { 'content-type': 'application/json' } };

/** Sends part of a body, then fails. */
const brokenBody = (failure: Error) => () =>
  Promise.resolve(
    new Response(
      new ReadableStream({
        start: (body) => body.enqueue(new TextEncoder().encode('{"id":')),
        pull: (body) => body.error(failure),
      }),
      json,
    ),
  );
const htmlPage = (status: number) => () =>
  Promise.resolve(new Response('<!doctype html><title>Sign in</title>', { status, headers: { 'content-type': 'text/html' } }));

/** How fetch fails in each engine when the server cannot be reached. */
export const deadConnections: readonly Failure[] = [
  ['a dead connection in Chromium', rejection('Failed to fetch')],
  ['a dead connection in Firefox', rejection('NetworkError when attempting to fetch resource.')],
  ['a dead connection in WebKit', rejection('Load failed')],
  ['a device in flight mode in WebKit', rejection('The Internet connection appears to be offline.')],
];

/** How fetch fails in each engine when no complete response of the server arrives. */
export const failures: readonly Failure[] = [
  ...deadConnections,
  ['an answer that breaks off in Chromium', brokenBody(new TypeError('network error'))],
  ['an answer that breaks off in Firefox', brokenBody(new TypeError('Error in input stream'))],
  ['an answer that breaks off in WebKit', brokenBody(new TypeError('Load failed'))],
  ['an answer that is aborted', brokenBody(new DOMException('The operation was aborted.', 'AbortError'))],
  ['an answer that ends early', () => Promise.resolve(new Response('{"id":', json))],
  ['the page of a Wi-Fi that asks people to sign in', htmlPage(200)],
  ['the page of a proxy that wants a password', htmlPage(401)],
  ['the page of a proxy that forbids the address', htmlPage(403)],
  ['the page of a proxy that does not know the address', htmlPage(404)],
  ['the page of a failing gateway', htmlPage(500)],
  ['the page of a gateway without a server', htmlPage(502)],
];
