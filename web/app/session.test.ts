import { afterEach, expect, it, vi } from 'vitest';
import { sessionKey } from '@/db/first-request.ts';

const auth = vi.hoisted(() => ({ onAuthStateChange: vi.fn(), signOut: vi.fn() }));
vi.mock('@/db/client.ts', () => ({ auth, fetchAsUser: vi.fn() }));
vi.mock('@/db/config.ts', () => ({ config: { url: 'http://shop.example' } }));
vi.mock('@/db/me.ts', () => ({ meOf: () => ({ queryKey: ['me'] }) }));
vi.mock('@/db/query.ts', () => ({ queryClient: { clear: () => undefined } }));
vi.mock('@/db/preview.ts', () => ({ endPreview: () => undefined }));
vi.mock('@/i18n/language.ts', () => ({ adoptLanguage: () => undefined }));
vi.mock('idb-keyval', () => ({ createStore: () => undefined, keys: () => Promise.resolve([]), delMany: () => Promise.resolve() }));

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    get length() {
      return items.size;
    },
  };
}
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('ends the session on this device although Auth cannot be reached', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('window', { addEventListener: () => undefined });
  vi.stubGlobal('navigator', { onLine: false });
  localStorage.setItem(sessionKey, JSON.stringify({ user: { id: 'one' } }));
  // Without a connection auth-js returns this error and keeps the session.
  auth.signOut.mockResolvedValue({ error: { name: 'AuthRetryableFetchError' } });
  const { signOut } = await import('./session.ts');
  await signOut();
  expect(localStorage.getItem(sessionKey)).toBeNull();
});
