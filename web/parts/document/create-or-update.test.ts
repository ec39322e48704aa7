import { describe, expect, it } from 'vitest';
import { AppError } from '@/db/errors.ts';
import { makeCreateOrUpdate } from './create-or-update.ts';

const known = new AppError('exists_already', { status: 409, values: { version: 3, number: 'TR-1' } });
const lost = new AppError('network');

function sender(refusals: unknown[]) {
  const sent: (number | null)[] = [];
  return {
    sent,
    send: async (version: number | null) => {
      sent.push(version);
      const refusal = refusals.shift();
      if (refusal) throw refusal;
      return 'saved';
    },
  };
}

const yes = () => Promise.resolve(true);

/** A form whose first attempt got no response. */
async function tried() {
  const createOrGoOn = makeCreateOrUpdate();
  await expect(createOrGoOn('a', sender([lost]).send, yes)).rejects.toBe(lost);
  return createOrGoOn;
}

describe('a new document', () => {
  it('is sent once if nothing is wrong', async () => {
    const { sent, send } = sender([]);
    expect(await makeCreateOrUpdate()('a', send, () => Promise.reject(new Error('asked')))).toBe('saved');
    expect(sent).toEqual([null]);
  });
  it('is updated if a lost attempt had created it', async () => {
    const { sent, send } = sender([known]);
    expect(await (await tried())('a', send, yes)).toBe('saved');
    expect(sent).toEqual([null, 3]);
  });
  it('does not overwrite what another tab made from the same draft, however often it is sent', async () => {
    const createOrGoOn = await tried();
    const { sent, send } = sender([known, known, new AppError('stock_short', { status: 409 }), known]);
    for (const id of ['b', 'b']) await expect(createOrGoOn(id, send, yes)).rejects.toBe(known);
    await expect(createOrGoOn('b', send, yes)).rejects.toMatchObject({ code: 'stock_short' });
    await expect(createOrGoOn('b', send, yes)).rejects.toBe(known);
    expect(sent).toEqual([null, null, null, null]);
  });
  it('reports the existing document if somebody changes it just before the update', async () => {
    const createOrGoOn = await tried();
    const { sent, send } = sender([known, new AppError('changed_meanwhile', { status: 409 })]);
    await expect(createOrGoOn('a', send, yes)).rejects.toBe(known);
    expect(sent).toEqual([null, 3]);
    const short = new AppError('stock_short', { status: 409 });
    await expect(createOrGoOn('a', sender([known, short]).send, yes)).rejects.toBe(short);
  });
  it("does not overwrite another user's change, and stops at other errors", async () => {
    const createOrGoOn = await tried();
    await expect(createOrGoOn('a', sender([known]).send, () => Promise.resolve(false))).rejects.toBe(known);
    const other = new AppError('stock_short', { status: 409, values: { version: 3 } });
    const { sent, send } = sender([other]);
    await expect(createOrGoOn('a', send, yes)).rejects.toBe(other);
    expect(sent).toEqual([null]);
    // A payment of the order has that id, so there is no version to update.
    await expect(
      createOrGoOn('a', sender([new AppError('exists_already', { status: 409, values: { number: 'PO-1' } })]).send, yes),
    ).rejects.toMatchObject({ code: 'exists_already' });
  });
});
