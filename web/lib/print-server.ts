/* The print server in the shop, as a browser reaches it: JSON over HTTP, no more than the page is allowed and the server grants. */

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

export interface Order {
  printer: string;
  dpi: number;
  name: string;
  cut?: boolean;
  drawer?: boolean;
  pages: { png: string; copies: number }[];
}

/** code: what the server said, or unreachable where nobody answered. */
export class PrintServerError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

const hostName = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:]+\]|[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9-]+)*)$/i;

/** What was typed as an address; null: it is none. */
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
  /** Milliseconds until an answer begins. */
  patience?: number;
}

/** Names do not say which network they lead to: the page does, where a browser asks for it. */
const wayTo = (address: ServerAddress) =>
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
  { method = 'GET', body, token, signal, patience = 5_000 }: RequestOptions,
): Promise<Response> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), patience);
  const answer = await fetch(urlOf(address, path), {
    ...wayTo(address),
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

const json = async <Result>(address: ServerAddress, path: string, asked: RequestOptions): Promise<Result> =>
  (await reach(address, path, asked)).json() as Promise<Result>;

export interface Health {
  name: string;
  version: string;
  protocol: number;
  pairing: boolean;
}

export const protocol = 1;

export const healthOf = (address: ServerAddress, asked: Pick<RequestOptions, 'patience' | 'signal'> = {}) =>
  json<Health>(address, '/v1/health', asked);
export const pair = async (address: ServerAddress, code: string) =>
  (await json<{ token: string }>(address, '/v1/pair', { method: 'POST', body: { code } })).token;
export const putJob = (address: ServerAddress, token: string, id: string, order: Order) =>
  json<Job>(address, `/v1/jobs/${id}`, { method: 'PUT', body: order, token, patience: 60_000 });

export type ServerEvent =
  | { event: 'snapshot'; printers: Printer[]; jobs: Job[] }
  | { event: 'printer'; printer: Printer }
  | { event: 'job'; job: Job };

/** The server gives a sign of life every five seconds. */
const silence = 12_000;

/** Tells what happens there until it ends: closed, silent, or no longer wanted. */
export async function watch(
  address: ServerAddress,
  token: string,
  signal: AbortSignal,
  heard: (event: ServerEvent) => void,
  patience?: number,
): Promise<void> {
  const quiet = new AbortController();
  const either = AbortSignal.any([signal, quiet.signal]);
  const answer = await reach(address, '/v1/events', { token, signal: either, patience });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (reader) {
    const timer = setTimeout(() => quiet.abort(), silence);
    const { value, done } = await reader
      .read()
      .catch(() => ({ value: undefined, done: true }))
      .finally(() => clearTimeout(timer));
    if (done || value === undefined) return;
    const whole = (text += value).split('\n\n');
    text = whole.pop() ?? '';
    for (const block of whole) tell(block, heard);
  }
}

function tell(block: string, heard: (event: ServerEvent) => void): void {
  const event = /^event: (.+)$/m.exec(block)?.[1];
  const content = JSON.parse(/^data: (.+)$/m.exec(block)?.[1] ?? 'null') as never;
  if (event === 'snapshot') heard({ event, ...(content as { printers: Printer[]; jobs: Job[] }) });
  if (event === 'printer') heard({ event, printer: content });
  if (event === 'job') heard({ event, job: content });
}

// ── Why it cannot be reached ──

/** In the order in which they are asked. */
export type Fault =
  | 'permission_denied'
  | 'browser_blocks'
  | 'origin_not_allowed'
  | 'not_answering'
  | 'other_program'
  | 'version_differs'
  | 'not_paired';

/** What the browser lets this page reach; null where it has no such question. */
export async function permissionFor(address: ServerAddress): Promise<PermissionState | null> {
  for (const name of [isLoopback(address) ? 'loopback-network' : 'local-network', 'local-network-access']) {
    // A browser that does not know the name throws.
    const status = await navigator.permissions.query({ name: name as PermissionName }).catch(() => null);
    if (status) return status.state;
  }
  return null;
}

/** Without a permission, with a dead server and with a refused page the call fails alike: what is different is asked one after the other. */
export async function faultOf(address: ServerAddress, failed: unknown): Promise<Fault> {
  const code = failed instanceof PrintServerError ? failed.code : 'other_program';
  if (code === 'not_paired') return code;
  if (code !== 'unreachable') return 'other_program';
  const permission = await permissionFor(address);
  if (permission === 'denied') return 'permission_denied';
  // Only who knows the permission lets a page of https reach a network of http.
  if (permission === null && location.protocol === 'https:' && !isLoopback(address)) return 'browser_blocks';
  // An answer that the page must not read is an answer all the same.
  const somebody = await fetch(urlOf(address, '/v1/health'), {
    ...wayTo(address),
    redirect: 'follow',
    mode: 'no-cors',
    signal: AbortSignal.timeout(3_000),
  }).then(
    () => true,
    () => false,
  );
  return somebody ? 'origin_not_allowed' : 'not_answering';
}
