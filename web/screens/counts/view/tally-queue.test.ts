import { describe, expect, it, vi } from 'vitest';
import { storeWaiting, readWaiting, toSend, withWaiting, type Waiting } from './tally-queue.ts';

const tally = (mode: 'add' | 'set', quantity: number, at = 0): Waiting => ({ id: 'x', variant_id: 'v', mode, quantity, at });

describe('tallies waiting to be sent', () => {
  it('add up, and setting a figure replaces only the own count', () => {
    expect(withWaiting({ counted: 8, mine: 3 }, [tally('add', 1)])).toEqual({ counted: 9, mine: 4 });
    expect(withWaiting({ counted: 8, mine: 3 }, [tally('set', 10)])).toEqual({ counted: 15, mine: 10 });
    expect(withWaiting({ counted: 8, mine: 3 }, [tally('add', 2), tally('set', 0), tally('add', 0.5)])).toEqual({
      counted: 5.5,
      mine: 0.5,
    });
    expect(withWaiting({ counted: 0.1, mine: 0.1 }, [tally('add', 0.2)])).toEqual({ counted: 0.3, mine: 0.3 });
    expect(withWaiting({ counted: 0, mine: 0 }, [])).toEqual({ counted: 0, mine: 0 });
  });
  it('are sent with their age, which is 0 after the clock was set back', () => {
    expect(toSend([tally('add', 1, 1_000)], 61_400)).toEqual([{ id: 'x', variant_id: 'v', mode: 'add', quantity: 1, ago: 60 }]);
    expect(toSend([tally('add', 1, 9_000)], 1_000)[0]?.ago).toBe(0);
  });
});

it('tallies stored by another version of the app are not overwritten by new ones', () => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  const of = (tallies: unknown) => JSON.stringify(tallies);
  const unknown = [
    of([{ ...tally('add', 1), shelf: 'A' }]),
    of([{ ...tally('add', 1), mode: 'less' }]),
    of({ tallies: [] }),
    of([null]),
    '[',
  ];
  for (const text of unknown) {
    stored.set('tallies:mona:c', text);
    expect(readWaiting('mona', 'c')).toEqual([]);
  }
  storeWaiting('mona', 'c', [tally('add', 2)]);
  expect(readWaiting('mona', 'c')).toEqual([tally('add', 2)]);
  expect(unknown.map((_, nth) => stored.get(`tallies:mona:c:unread${nth}`))).toEqual(unknown);
  vi.unstubAllGlobals();
});
