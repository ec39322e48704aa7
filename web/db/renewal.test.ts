import { expect, it } from 'vitest';
import { endRenewal, renewalNeeded, renewed } from './renewal.ts';

it('does not ask to sign in if another request has renewed the token', async () => {
  expect(await renewed(() => Promise.resolve('fresh'))).toBe('fresh');
  expect(renewalNeeded()).toBe(false);
});

it('lets all requests wait for one sign-in, and continues them after it', async () => {
  let token: string | null = null;
  const waiting = Promise.all([renewed(() => Promise.resolve(token)), renewed(() => Promise.resolve(token))]);
  await Promise.resolve();
  await Promise.resolve();
  expect(renewalNeeded()).toBe(true);
  token = 'new';
  endRenewal(true);
  expect(await waiting).toEqual(['new', 'new']);
  expect(renewalNeeded()).toBe(false);
});

it('refuses waiting requests if the user signs out instead', async () => {
  const waiting = renewed(() => Promise.resolve(null));
  await Promise.resolve();
  await Promise.resolve();
  endRenewal(false);
  await expect(waiting).rejects.toMatchObject({ code: 'session' });
});
