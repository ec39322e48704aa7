import { describe, expect, it } from 'vitest';
import { AppError } from '@/db/errors.ts';
import { createOrGoOn } from './create-or-go-on.ts';

const known = new AppError('exists_already', { status: 409, values: { version: 3, number: 'TR-1' } });

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

describe('a new document', () => {
  it('is sent once where nothing is in the way', async () => {
    const { sent, send } = sender([]);
    expect(await createOrGoOn(send, () => Promise.reject(new Error('asked')))).toBe('saved');
    expect(sent).toEqual([null]);
  });
  it('that was made before goes on as a change of that version', async () => {
    const { sent, send } = sender([known]);
    expect(await createOrGoOn(send, () => Promise.resolve(true))).toBe('saved');
    expect(sent).toEqual([null, 3]);
  });
  it('tells where it is, too, when somebody changes it just before the change arrives', async () => {
    const { sent, send } = sender([known, new AppError('changed_meanwhile', { status: 409 })]);
    await expect(createOrGoOn(send, () => Promise.resolve(true))).rejects.toBe(known);
    expect(sent).toEqual([null, 3]);
    const short = new AppError('stock_short', { status: 409 });
    await expect(createOrGoOn(sender([known, short]).send, () => Promise.resolve(true))).rejects.toBe(short);
  });
  it('goes not over what somebody else changed since, and not on from another refusal', async () => {
    await expect(createOrGoOn(sender([known]).send, () => Promise.resolve(false))).rejects.toBe(known);
    const other = new AppError('stock_short', { status: 409, values: { version: 3 } });
    const { sent, send } = sender([other]);
    await expect(createOrGoOn(send, () => Promise.resolve(true))).rejects.toBe(other);
    expect(sent).toEqual([null]);
    // A payment of the order is known by that id: no version to go on from.
    await expect(createOrGoOn(sender([new AppError('exists_already', { status: 409, values: { number: 'PO-1' } })]).send, () => Promise.resolve(true))).rejects.toMatchObject({ code: 'exists_already' });
  });
});
