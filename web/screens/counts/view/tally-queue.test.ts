import { describe, expect, it } from 'vitest';
import { toSend, withWaiting, type Waiting } from './tally-queue.ts';

const tally = (mode: 'add' | 'set', quantity: number, at = 0): Waiting => ({ id: 'x', variant_id: 'v', mode, quantity, at });

describe('what waits to be sent', () => {
  it('adds up; setting a figure replaces only my own count', () => {
    expect(withWaiting({ counted: 8, mine: 3 }, [tally('add', 1)])).toEqual({ counted: 9, mine: 4 });
    expect(withWaiting({ counted: 8, mine: 3 }, [tally('set', 10)])).toEqual({ counted: 15, mine: 10 });
    expect(withWaiting({ counted: 8, mine: 3 }, [tally('add', 2), tally('set', 0), tally('add', 0.5)])).toEqual({
      counted: 5.5,
      mine: 0.5,
    });
    expect(withWaiting({ counted: 0.1, mine: 0.1 }, [tally('add', 0.2)])).toEqual({ counted: 0.3, mine: 0.3 });
    expect(withWaiting({ counted: 0, mine: 0 }, [])).toEqual({ counted: 0, mine: 0 });
  });
  it('is sent with its age, which a wrong clock does not change', () => {
    expect(toSend([tally('add', 1, 1_000)], 61_400)).toEqual([{ id: 'x', variant_id: 'v', mode: 'add', quantity: 1, ago: 60 }]);
    expect(toSend([tally('add', 1, 9_000)], 1_000)[0]?.ago).toBe(0);
  });
});
