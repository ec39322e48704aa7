import { beforeEach, expect, it, vi } from 'vitest';
import { attachFile } from '@/db/attachments.ts';
import { sendFiles, unsent } from './stored-files.ts';

const store = vi.hoisted(() => new Map<string, unknown>());
vi.mock('@/db/attachments.ts', () => ({ attachFile: vi.fn() }));
vi.mock('@/db/me.ts', () => ({ useMe: vi.fn() }));
vi.mock('@/db/browser-storage.ts', () => ({ markFiles: vi.fn(), draftFiles: null }));
vi.mock('idb-keyval', () => ({
  set: (key: string, files: unknown) => Promise.resolve(void store.set(key, files)),
  del: (key: string) => Promise.resolve(void store.delete(key)),
}));

const file = (id: string) => ({ id, file: new File(['x'], `${id}.pdf`) });
const send = (files: () => ReturnType<typeof file>[]) => sendFiles('p', [{ kind: 'purchases', documentId: 'o', branchId: 'b', files }]);
const sent = () => vi.mocked(attachFile).mock.calls.map(([{ id }]) => id);
const arrived = {} as Awaited<ReturnType<typeof attachFile>>;
const kept = () => (store.get(`draft:p:${unsent('o')}`) as { id: string }[] | undefined)?.map(({ id }) => id);

beforeEach(() => {
  store.clear();
  vi.mocked(attachFile).mockReset();
});

it('sends files added during the upload, and skips removed ones', async () => {
  let chosen = [file('a'), file('b')];
  vi.mocked(attachFile).mockImplementationOnce(async () => {
    chosen = [chosen[0]!, file('c')];
    return arrived;
  });
  await send(() => chosen);
  expect(sent()).toEqual(['a', 'c']);
  expect(kept()).toBeUndefined();
});

it('keeps files that failed, sends the rest, and reports the first error', async () => {
  const chosen = [file('a'), file('b'), file('c')];
  vi.mocked(attachFile).mockRejectedValueOnce(new Error('first')).mockResolvedValueOnce(arrived).mockRejectedValueOnce(new Error('third'));
  await expect(send(() => chosen)).rejects.toThrow('first');
  expect(sent()).toEqual(['a', 'b', 'c']);
  expect(kept()).toEqual(['a', 'c']);
});
