/* The connection to the print server: opened by a click, kept open, and reopened when it breaks. One for the whole app, outside React. */
import { useSyncExternalStore } from 'react';
import {
  faultOf,
  healthOf,
  pair,
  permissionFor,
  PrintServerError,
  protocol,
  putJob,
  watch,
  type Fault,
  type Job,
  type JobState,
  type PrintRequest,
  type Printer,
  type ServerAddress,
  type ServerEvent,
} from '@/lib/print-server.ts';
import { changeDevice, device } from './device.ts';

interface Connection {
  /** off: not requested, or failed. waiting: the browser asks for permission. pairing: the server wants six digits. lost: it broke and
      is being reopened. */
  status: 'off' | 'connecting' | 'waiting' | 'pairing' | 'on' | 'lost';
  address: ServerAddress | null;
  /** Why it is off. */
  fault: Fault | null;
  printers: readonly Printer[];
  jobs: ReadonlyMap<string, Job>;
}

const closed: Connection = { status: 'off', address: null, fault: null, printers: [], jobs: new Map() };
let current: Connection = closed;
const listeners = new Set<() => void>();

function set(changes: Partial<Connection>): void {
  current = { ...current, ...changes };
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => current);

const keyOf = ({ host, port }: ServerAddress) => `${host}:${port}`;
const tokenOf = (address: ServerAddress): string | undefined => device().tokens[keyOf(address)];
const forget = (address: ServerAddress) =>
  changeDevice({ tokens: Object.fromEntries(Object.entries(device().tokens).filter(([key]) => key !== keyOf(address))) });

let session = new AbortController();
const wait = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

export function disconnect(): void {
  session.abort();
  set(closed);
}

/** Milliseconds: a user may take a minute to answer the browser's question. */
const untilAnswered = 60_000;
const untilAsked = 700;

export async function connect(address: ServerAddress): Promise<void> {
  session.abort();
  session = new AbortController();
  const { signal } = session;
  set({ ...closed, status: 'connecting', address });
  const asks = (await permissionFor(address)) === 'prompt';
  // A local page needs no permission whatever the state says, so 'waiting' is only set if no answer comes quickly.
  const asking = setTimeout(() => asks && !signal.aborted && current.status === 'connecting' && set({ status: 'waiting' }), untilAsked);
  try {
    const health = await healthOf(address, { signal, ...(asks ? { timeout: untilAnswered } : {}) });
    if (signal.aborted) return;
    if (health.name !== 'daftar-print-server') return set({ status: 'off', fault: 'other_program' });
    if (health.protocol !== protocol) return set({ status: 'off', fault: 'version_differs' });
    if (!tokenOf(address)) return set({ status: 'pairing' });
    await watchPrinters(address, signal);
  } catch (error) {
    await turnOff(address, signal, error);
  } finally {
    clearTimeout(asking);
  }
}

async function turnOff(address: ServerAddress, signal: AbortSignal, error: unknown): Promise<void> {
  if (signal.aborted) return;
  const fault = await faultOf(address, error);
  if (!signal.aborted) set({ status: 'off', fault });
}

/** Sends the six digits that the server shows; throws its error. */
export async function pairWith(address: ServerAddress, code: string): Promise<void> {
  const token = await pair(address, code);
  changeDevice({ tokens: { ...device().tokens, [keyOf(address)]: token } });
  const { signal } = session;
  void watchPrinters(address, signal).catch((error: unknown) => turnOff(address, signal, error));
}

const longest = 30_000;

async function watchPrinters(address: ServerAddress, signal: AbortSignal): Promise<void> {
  let pause = 1_000;
  while (!signal.aborted) {
    try {
      await watch(address, tokenOf(address) ?? '', signal, (event) => {
        pause = 1_000;
        if (!signal.aborted) handleEvent(event);
      });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof PrintServerError && error.code === 'not_paired') {
        forget(address);
        return set({ status: 'pairing' });
      }
      // An established connection is retried; a failed first attempt is reported.
      if (current.status !== 'on' && current.status !== 'lost') throw error;
    }
    if (signal.aborted) return;
    set({ status: 'lost' });
    await wait(pause, signal);
    pause = Math.min(pause * 2, longest);
  }
}

function handleEvent(event: ServerEvent): void {
  if (event.event === 'snapshot')
    set({
      status: 'on',
      fault: null,
      printers: event.printers,
      jobs: new Map([...current.jobs, ...event.jobs.map((job) => [job.id, job] as const)]),
    });
  if (event.event === 'printer')
    set({
      printers: current.printers.some(({ id }) => id === event.printer.id)
        ? current.printers.map((printer) => (printer.id === event.printer.id ? event.printer : printer))
        : [...current.printers, event.printer],
    });
  if (event.event === 'job') set({ jobs: new Map([...current.jobs, [event.job.id, event.job]]) });
}

/** Resolves with the first value of `look` that is not undefined, checked at each change. */
function whenDefined<Value>(read: () => Value | undefined): Promise<Value> {
  return new Promise((resolve) => {
    const poll = () => {
      const value = read();
      if (value === undefined) return;
      listeners.delete(poll);
      resolve(value);
    };
    listeners.add(poll);
    poll();
  });
}

const ended = new Set<JobState>(['sent', 'done', 'failed', 'canceled', 'uncertain']);

/** The outcome of a job whose connection was given up: it may have been printed, so it is not printed again automatically. */
const givenUp = (id: string, { printer }: PrintRequest): Job => ({ id, printer, labels: 0, state: 'uncertain', reason: 'line_given_up' });

/** Prints and resolves with the outcome. After a lost connection the job is sent again with the same id, so that it prints once. */
export async function print(id: string, order: PrintRequest): Promise<Job> {
  if (current.status !== 'on' || !current.address) throw new PrintServerError('not_connected');
  const { signal } = session;
  for (;;) {
    const { address } = current;
    const sent =
      address &&
      (await putJob(address, tokenOf(address) ?? '', id, order).catch((error: unknown) => {
        if (error instanceof PrintServerError && error.code === 'unreachable') return null;
        throw error;
      }));
    if (sent) {
      if (!ended.has(sent.state)) break;
      return sent;
    }
    // The job may have arrived; it is sent again with its id once the server is back.
    await wait(1_000, signal);
    await whenDefined(() => (['on', 'off', 'pairing'].includes(current.status) || signal.aborted ? true : undefined));
    if (current.status !== 'on') return givenUp(id, order);
  }
  return whenDefined(() => {
    const job = current.jobs.get(id);
    if (job && ended.has(job.state)) return job;
    // After pairing again, the server treats this browser as another one and does not report the job.
    return signal.aborted || current.status === 'pairing' ? givenUp(id, order) : undefined;
  });
}

/** Connects if necessary, for receipts. null: the server is unreachable or needs the user's permission. */
export async function connected(address: ServerAddress): Promise<readonly Printer[] | null> {
  if (current.status === 'off') void connect(address);
  return whenDefined(() => (current.status === 'on' ? current.printers : current.status === 'connecting' ? undefined : null));
}
