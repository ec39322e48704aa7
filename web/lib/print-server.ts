/* Client of the shop's print server: JSON over HTTP, within the browser's permissions and the server's grants. */

export interface ServerAddress {
  host: string;
  port: number;
}

export interface Printer {
  id: string;
  name: string;
  place: string | null;
  kind: 'label' | 'receipt';
  dpi: number;
  media: { width: number; height: number | null } | null;
  online: boolean;
  state: 'idle' | 'printing' | 'stopped' | 'offline';
  reasons: string[];
}

export type JobState = 'queued' | 'sending' | 'sent' | 'done' | 'failed' | 'canceled' | 'uncertain';

export interface Job {
  id: string;
  printer: string;
  labels: number;
  state: JobState;
  reason: string | null;
}

export interface PrintRequest {
  printer: string;
  dpi: number;
  name: string;
  cut?: boolean;
  drawer?: boolean;
  pages: { png: string; copies: number }[];
}

/** `code`: the server's error, or 'unreachable'. */
export class PrintServerError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const hostName = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\]|[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*)$/i;

/** The typed address; null if it is invalid. */
export function readAddress(host: string, port: string): ServerAddress | null {
  const [name, number] = [
    host
      .trim()
      .replace(/^http:\/\//i, '')
      .replace(/\/$/, ''),
    Number(port),
  ];
  return hostName.test(name) && /^\d{1,5}$/.test(port.trim()) && number >= 1 && number <= 65_535 ? { host: name, port: number } : null;
}

const isLoopback = ({ host }: ServerAddress): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);

interface RequestOptions {
  method?: string;
  body?: unknown;
  token?: string;
  signal?: AbortSignal;
  /** Milliseconds until an answer must start. */
  timeout?: number;
}

/** Browsers with this permission need to be told that the host is in the local network, because its name does not show it. */
const requestInitFor = (address: ServerAddress) =>
  ({
    targetAddressSpace: isLoopback(address) ? 'loopback' : 'local',
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  }) as RequestInit;
const urlOf = ({ host, port }: ServerAddress, path: string) => `http://${host}:${port}${path}`;

async function reach(
  address: ServerAddress,
  path: string,
  { method = 'GET', body, token, signal, timeout = 5_000 }: RequestOptions,
): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), timeout);
  const answer = await fetch(urlOf(address, path), {
    ...requestInitFor(address),
    method,
    signal: AbortSignal.any([limit.signal, ...(signal ? [signal] : [])]),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
    .catch(() => {
      throw new PrintServerError('unreachable');
    })
    .finally(() => clearTimeout(timer));
  if (answer.ok) return answer;
  const refused = (await answer.json().catch(() => null)) as { error?: string } | null;
  throw new PrintServerError(refused?.error ?? 'other_program');
}

async function json<Result>(address: ServerAddress, path: string, options: RequestOptions): Promise<Result> {
  const answer = await reach(address, path, options);
  const text = await answer.text().catch(() => {
    throw new PrintServerError('unreachable');
  });
  try {
    return JSON.parse(text) as Result;
  } catch {
    throw new PrintServerError('other_program');
  }
}

export interface Health {
  name: string;
  version: string;
  protocol: number;
  pairing: boolean;
}

export const protocol = 1;

export const healthOf = (address: ServerAddress, options: Pick<RequestOptions, 'timeout' | 'signal'> = {}) =>
  json<Health>(address, '/v1/health', options);
export const pair = async (address: ServerAddress, code: string) =>
  (await json<{ token: string }>(address, '/v1/pair', { method: 'POST', body: { code } })).token;
export const putJob = (address: ServerAddress, token: string, id: string, order: PrintRequest) =>
  json<Job>(address, `/v1/jobs/${id}`, { method: 'PUT', body: order, token, timeout: 60_000 });

export type ServerEvent =
  | { event: 'snapshot'; printers: Printer[]; jobs: Job[] }
  | { event: 'printer'; printer: Printer }
  | { event: 'job'; job: Job };

/** Milliseconds; the server sends a heartbeat every five seconds. */
const silence = 12_000;

/** Reports the server's events until the connection is closed, silent, or aborted. */
export async function watch(
  address: ServerAddress,
  token: string,
  signal: AbortSignal,
  onEvent: (event: ServerEvent) => void,
  timeout?: number,
): Promise<void> {
  const silenceAbort = new AbortController();
  const anySignal = AbortSignal.any([signal, silenceAbort.signal]);
  const answer = await reach(address, '/v1/events', { token, signal: anySignal, timeout });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader) {
    const timer = setTimeout(() => silenceAbort.abort(), silence);
    const { value, done } = await reader
      .read()
      .catch(() => ({ value: undefined, done: true }))
      .finally(() => clearTimeout(timer));
    if (done || value === undefined) return;
    const blocks = (text += value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) dispatch(block, onEvent);
  }
}

function dispatch(block: string, onEvent: (event: ServerEvent) => void): void {
  const event = /^event: (.+)$/m.exec(block)?.[1];
  const content = JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? 'null') as never;
  if (event === 'snapshot') onEvent({ event, ...(content as { printers: Printer[]; jobs: Job[] }) });
  if (event === 'printer') onEvent({ event, printer: content });
  if (event === 'job') onEvent({ event, job: content });
}

// ── Why the server cannot be reached ──

/** In the order in which they are checked. */
export type Fault =
  | 'permission_denied'
  | 'browser_blocks'
  | 'origin_not_allowed'
  | 'not_answering'
  | 'other_program'
  | 'version_differs'
  | 'not_paired';

/** The browser's permission to reach the address; null where it has none of these permissions. */
export async function permissionFor(address: ServerAddress): Promise<PermissionState | null> {
  for (const name of [isLoopback(address) ? 'loopback-network' : 'local-network', 'local-network-access']) {
    // Browsers that do not know this permission throw.
    const status = await navigator.permissions.query({ name: name as PermissionName }).catch(() => null);
    if (status) return status.state;
  }
  return null;
}

/** The call fails in the same way without permission, without a server and for a refused origin, so they are checked one by one. */
export async function faultOf(address: ServerAddress, failed: unknown): Promise<Fault> {
  const code = failed instanceof PrintServerError ? failed.code : 'other_program';
  if (code === 'not_paired') return code;
  if (code !== 'unreachable') return 'other_program';
  const permission = await permissionFor(address);
  if (permission === 'denied') return 'permission_denied';
  // Only browsers with this permission let an https page reach a local http server.
  if (permission === null && location.protocol === 'https:' && !isLoopback(address)) return 'browser_blocks';
  // An opaque answer, which the page may not read, still proves that a server is there.
  const isAnswered = await fetch(urlOf(address, '/v1/health'), {
    ...requestInitFor(address),
    redirect: 'follow',
    mode: 'no-cors',
    signal: AbortSignal.timeout(3_000),
  }).then(
    () => true,
    () => false,
  );
  return isAnswered ? 'origin_not_allowed' : 'not_answering';
}
