// Signing in again during work. All waiting requests share one promise, which the session provider settles.
import { createEmitter } from '@/lib/emitter.ts';
import { AppError } from './errors.ts';

interface Waiting {
  promise: Promise<void>;
  resolve: () => void;
  reject: (reason: AppError) => void;
}

let waiting: Waiting | null = null;
const { emit, subscribe } = createEmitter();

export const onRenewal = subscribe;
export const renewalNeeded = (): boolean => waiting !== null;

function createWaiting(): Waiting {
  const created: Partial<Waiting> = {};
  created.promise = new Promise<void>((resolve, reject) => Object.assign(created, { resolve, reject }));
  // A rejection that no request waits for must not count as unhandled.
  created.promise.catch(() => undefined);
  return created as Waiting;
}

/** A valid token: immediately if another request has renewed it meanwhile, otherwise once the user has signed in again. */
export async function renewed(token: () => Promise<string | null>): Promise<string> {
  for (;;) {
    const now = await token();
    if (now) return now;
    if (!waiting) {
      waiting = createWaiting();
      emit();
    }
    await waiting.promise;
  }
}

export function endRenewal(signedIn: boolean): void {
  const ended = waiting;
  waiting = null;
  if (!ended) return;
  if (signedIn) ended.resolve();
  else ended.reject(new AppError('session', { status: 401 }));
  emit();
}
