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

function begin(): Waiting {
  const made: Partial<Waiting> = {};
  made.promise = new Promise<void>((resolve, reject) => Object.assign(made, { resolve, reject }));
  // A rejection that no request waits for must not count as unhandled.
  made.promise.catch(() => undefined);
  return made as Waiting;
}

/** A valid token: immediately if another request has renewed it meanwhile, otherwise once the user has signed in again. */
export async function renewed(token: () => Promise<string | null>): Promise<string> {
  for (;;) {
    const now = await token();
    if (now) return now;
    if (!waiting) {
      waiting = begin();
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
