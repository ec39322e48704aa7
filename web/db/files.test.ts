import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { auth } from './client.ts';
import { AppError } from './errors.ts';
import { readFile, uploadFile } from './files.ts';
import { endRenewal, renewalNeeded } from './renewal.ts';

vi.mock('./config.ts', () => ({ config: { url: 'http://shop.example', publishableKey: 'public' } }));
vi.mock('./browser-storage.ts', () => ({ sessionStore: undefined, takesTokens: false }));

type Sent = { path: string; token: string };
let sent: Sent[];
let token: string;
let answer: (request: Sent) => Response;

beforeEach(() => {
  sent = [];
  token = 'old';
  vi.spyOn(auth, 'getSession').mockImplementation(() =>
    Promise.resolve({ data: { session: { access_token: token, expires_at: Date.now() / 1000 + 3600 } }, error: null } as never),
  );
  vi.stubGlobal('window', {});
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    const request = {
      path: new URL(String(input)).pathname,
      token: new Headers(init?.headers).get('authorization')?.replace('Bearer ', '') ?? '',
    };
    sent.push(request);
    return Promise.resolve(answer(request));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const refused = (statusCode: string, error: string, message: string) => Response.json({ statusCode, error, message }, { status: 400 });
const ended = () => Response.json({ code: 'PT401', message: 'session_ended', details: null, hint: null }, { status: 401 });
const upload = () => uploadFile('attachments', 'a/b/c/d.pdf', new Blob(['x'], { type: 'application/pdf' }));

/** Waits for the request to sign in again, and signs in. */
async function signInAgain(): Promise<void> {
  await vi.waitFor(() => expect(renewalNeeded()).toBe(true));
  token = 'new';
  endRenewal(true);
}

it('asks to sign in if Storage rejects the token, and then sends the file again', async () => {
  answer = ({ path, token: given }) =>
    given === 'new'
      ? Response.json({ Key: 'k', Id: 'i' })
      : path.startsWith('/rest/')
        ? ended()
        : refused('403', 'Unauthorized', '"exp" claim timestamp check failed');
  const done = upload();
  await signInAgain();
  expect(await done).toBe('a/b/c/d.pdf');
});

it('asks to sign in if the session has ended, although Storage reports a missing permission', async () => {
  answer = ({ path, token: given }) =>
    given === 'new'
      ? Response.json({ Key: 'k', Id: 'i' })
      : path.startsWith('/rest/')
        ? ended()
        : refused('403', 'Unauthorized', 'new row violates row-level security policy');
  const done = upload();
  await signInAgain();
  expect(await done).toBe('a/b/c/d.pdf');
});

it('asks to sign in if a file is hidden because the session has ended', async () => {
  answer = ({ path, token: given }) =>
    given === 'new' ? new Response('bytes') : path.startsWith('/rest/') ? ended() : refused('404', 'not_found', 'Object not found');
  const done = readFile('attachments', 'a/b/c/d.pdf');
  await signInAgain();
  expect(await (await done).text()).toBe('bytes');
});

it('reports a missing permission if the session is valid', async () => {
  answer = ({ path }) =>
    path.startsWith('/rest/') ? Response.json([]) : refused('403', 'Unauthorized', 'new row violates row-level security policy');
  await expect(upload()).rejects.toMatchObject({ code: 'not_allowed', status: 403 });
  answer = ({ path }) => (path.startsWith('/rest/') ? Response.json([]) : refused('404', 'not_found', 'Object not found'));
  await expect(readFile('attachments', 'a/b/c/d.pdf')).rejects.toMatchObject({ code: 'not_found', status: 404 });
});

it('reports an existing path without checking the session', async () => {
  answer = () => refused('409', 'Duplicate', 'The resource already exists');
  await expect(upload()).rejects.toBeInstanceOf(AppError);
  expect(sent).toHaveLength(1);
});
