import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/db/errors.ts';
import { trackedImport, trackedUndo, type ImportRequest, type Report, runImport } from './import-calls.ts';

/* An import whose response arrives, arrives late, or never arrives. */

const rpc = vi.hoisted(() => vi.fn<(name: string, args: object) => Promise<unknown>>());
const invoke = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('@/db/calls.ts', () => ({ rpc, invoke }));

const report = { id: 'a', status: 'applied' } as Report;
const parts: (number | undefined)[] = [];
const follow = (action: Promise<Report>) => trackedImport('a', action, (part) => parts.push(part));
const lost = () => Promise.reject<Report>(new AppError('server', { status: 504 }));

beforeEach(() => {
  vi.useFakeTimers();
  parts.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  rpc.mockReset();
});

describe('a running import', () => {
  it('reports progress until the response arrives', async () => {
    rpc
      .mockResolvedValueOnce({ status: 'none' })
      .mockResolvedValueOnce({ status: 'running', part: 0.3 })
      .mockRejectedValueOnce(new AppError('network'))
      .mockResolvedValue({ status: 'running', part: 0.75 });
    const answer = follow(new Promise((resolve) => setTimeout(() => resolve(report), 9000)));
    await vi.advanceTimersByTimeAsync(9000);
    expect(await answer).toBe(report);
    expect(parts).toEqual([0.3, 0.75]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rpc).toHaveBeenCalledTimes(4);
  });

  it('finds the result after a lost response, however long the database takes', async () => {
    rpc
      .mockResolvedValueOnce({ status: 'running', part: 0.5 })
      .mockResolvedValueOnce({ status: 'running', part: 0.75 })
      .mockResolvedValueOnce({ status: 'applied', report });
    const answer = follow(lost());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toEqual({ ...report, total_row: null, left_out: {}, headers: [], cells: {} });
    expect(parts).toEqual([0.5, 0.75]);
  });

  it('reports that nothing was saved if the database stopped it', async () => {
    rpc.mockResolvedValueOnce({ status: 'running', part: 0.5 }).mockResolvedValueOnce({ status: 'none' });
    const answer = follow(lost());
    answer.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(answer).rejects.toMatchObject({ code: 'import_not_done' });
  });

  it('waits until the database knows the import while the function reads the rows', async () => {
    rpc
      .mockResolvedValueOnce({ status: 'none' })
      .mockResolvedValueOnce({ status: 'none' })
      .mockResolvedValueOnce({ status: 'running', part: 0.1 })
      .mockResolvedValueOnce({ status: 'applied', report });
    const answer = follow(lost());
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toMatchObject({ status: 'applied' });
  });

  it('fails if the database never learns of the import', async () => {
    rpc.mockResolvedValue({ status: 'none' });
    const answer = follow(lost());
    answer.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(20_000);
    await expect(answer).rejects.toMatchObject({ code: 'import_not_done' });
  });

  it('reports that it was undone, by its response or by the database', async () => {
    invoke.mockResolvedValueOnce({ ...report, status: 'undone' });
    await expect(runImport('a.csv', '', {} as ImportRequest)).rejects.toMatchObject({ code: 'import_undone' });
    // The report is that of the original import.
    rpc.mockResolvedValueOnce({ status: 'undone', report });
    await expect(follow(lost())).rejects.toMatchObject({ code: 'import_undone' });
  });

  it('reports a lost response while the database cannot be reached', async () => {
    rpc.mockRejectedValue(new AppError('network'));
    await expect(follow(lost())).rejects.toMatchObject({ code: 'server', status: 504 });
  });

  it('does not ask for progress after a refusal', async () => {
    await expect(follow(Promise.reject(new AppError('import_running', { status: 409 })))).rejects.toMatchObject({ code: 'import_running' });
    expect(rpc).not.toHaveBeenCalled();
  });
});

describe('a running undo', () => {
  const back = () => trackedUndo('a', (part) => parts.push(part));
  const answers = (...told: object[]) => {
    rpc.mockRejectedValueOnce(new AppError('server', { status: 504 }));
    for (const one of told) rpc.mockResolvedValueOnce(one);
  };

  it('reports progress, and finds the result after a lost response', async () => {
    answers({ status: 'running', part: 0.3 }, { status: 'running', part: 0.9 }, { status: 'undone' });
    const answer = back();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toEqual({ id: 'a', status: 'undone' });
    expect(parts).toEqual([0.3, 0.9]);
  });

  it('reports that nothing was undone if the database stopped it', async () => {
    answers({ status: 'running', part: 0.3 }, { status: 'applied' });
    const answer = back();
    answer.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(answer).rejects.toMatchObject({ code: 'undo_not_done' });
  });
});
