import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registerWorker } from './register-worker.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const makeRegistration = () => {
  const update = vi.fn(() => Promise.resolve());
  return { registration: { addEventListener: vi.fn(), update } as unknown as ServiceWorkerRegistration, update };
};

test('checks for updates every hour until it is stopped', async () => {
  const { registration, update } = makeRegistration();
  const stop = registerWorker({ register: () => Promise.resolve(registration) }, () => undefined);
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
  expect(update).toHaveBeenCalledTimes(2);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('starts no checks if it is stopped before the registration ends', async () => {
  const { registration, update } = makeRegistration();
  let finish: (registration: ServiceWorkerRegistration) => void = () => undefined;
  const stop = registerWorker({ register: () => new Promise((resolve) => (finish = resolve)) }, () => undefined);
  stop();
  finish(registration);
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000);
  expect([update.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0]);
});
