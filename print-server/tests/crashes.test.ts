/* The server is killed at any moment: promised jobs print once, and a job that was being sent is not repeated automatically. */
import { expect, test } from 'vitest';
import { bitmap, differing, page } from './pictures.ts';
import { until } from './machine.ts';
import { startServer } from './program.ts';
import { ask, counter, newId } from './shop.ts';

const order = (seed: number) => ({ printer: 'counter', dpi: 203, pages: [page(seed)] });

test('a job killed while printing becomes uncertain, and the next one prints once', async () => {
  const { home, printer, token, clear } = await counter();
  let server = await startServer(home);
  printer.mood.stalled = true;
  const [first, second] = [newId(), newId()];
  const big = { printer: 'counter', dpi: 203, pages: Array.from({ length: 150 }, (_, index) => page(index + 1, 1, [800, 400])) };
  expect((await ask(server.port, 'PUT', `/v1/jobs/${first}`, big, { token })).status).toBe(201);
  const stateOf = async (id: string) => (await ask(server.port, 'GET', `/v1/jobs/${id}`, undefined, { token })).body;
  await until(async () => (await stateOf(first)).state === 'sending', 'the first to be on its way');
  expect((await ask(server.port, 'PUT', `/v1/jobs/${second}`, order(2), { token })).status).toBe(201);
  await server.stop('SIGKILL');
  printer.mood.stalled = false;
  server = await startServer(home);
  expect(await stateOf(first)).toMatchObject({ state: 'uncertain', reason: 'server_stopped' });
  await until(async () => (await stateOf(second)).state === 'sent', 'the second');
  expect(server.output).toContain('was being sent when the server stopped: check the printer before printing it again');
  const sent = (width: number) => printer.jobs.filter((job) => job.toString('latin1').includes(`^PW${width}^`));
  expect(sent(400)).toHaveLength(1);
  expect(sent(800).length).toBeLessThanOrEqual(1);
  expect(printer.labels.filter(({ width }) => width === 800).length).toBeLessThan(150);
  await server.stop('SIGTERM');
  await clear();
});

test('every promised job ends and none prints twice, killed at twelve moments', async () => {
  const { home, printer, token, clear } = await counter();
  let server = await startServer(home);
  const { port } = server;
  const promised = new Map<string, number>();
  let seed = 10;
  let going = true;
  // Like a browser, it retries under the same id until it gets a response.
  const sender = async () => {
    while (going) {
      const [id, own] = [newId(), seed++];
      for (let answered = false; !answered; ) {
        answered = await ask(port, 'PUT', `/v1/jobs/${id}`, order(own), { token }).then(
          ({ status }) => [200, 201].includes(status),
          () => false,
        );
        if (!answered) await new Promise((resolve) => setTimeout(resolve, 20));
      }
      promised.set(id, own);
    }
  };
  const senders = [sender(), sender(), sender()];
  for (let kill = 0; kill < 12; kill++) {
    // Kills it at work, however fast the machine: after a few more jobs, each time at another moment.
    const before = promised.size;
    await until(() => promised.size > before + 1, 'jobs', 60_000);
    await new Promise((resolve) => setTimeout(resolve, 7 * (kill % 9)));
    await server.stop('SIGKILL');
    server = await startServer(home, { port });
  }
  going = false;
  await Promise.all(senders);
  const ends = new Map<number, string>();
  for (const [id, own] of promised) {
    const { state } = await until(
      async () => {
        const { body } = await ask(port, 'GET', `/v1/jobs/${id}`, undefined, { token });
        return ['queued', 'sending'].includes(body.state) ? undefined : body;
      },
      `the end of ${id}: ${server.output}`,
      60_000,
    );
    ends.set(own, state);
  }
  const { labels } = printer;
  const states = [...ends].map(([own, state]) => ({
    state,
    times: labels.filter((label) => differing(bitmap(400, 240, own), label) === 0).length,
  }));
  expect(states.length).toBeGreaterThan(23);
  expect(states.filter(({ times }) => times > 1)).toEqual([]);
  expect(states.filter(({ state, times }) => state === 'sent' && times !== 1)).toEqual([]);
  expect(states.filter(({ state }) => state !== 'sent' && state !== 'uncertain')).toEqual([]);
  // One kill can interrupt one job at most, because a printer's jobs are sent one after another.
  expect(states.filter(({ state }) => state === 'uncertain').length).toBeLessThanOrEqual(12);
  await server.stop('SIGTERM');
  await clear();
});

test('stopping the server by SIGTERM finishes the current job', async () => {
  const { home, printer, token, clear } = await counter();
  let server = await startServer(home);
  const id = newId();
  await ask(server.port, 'PUT', `/v1/jobs/${id}`, order(3), { token });
  expect(await server.stop('SIGTERM')).toBe(0);
  server = await startServer(home);
  await until(async () => (await ask(server.port, 'GET', `/v1/jobs/${id}`, undefined, { token })).body.state === 'sent', 'the job');
  expect(printer.printed).toBe(1);
  await server.stop('SIGTERM');
  await clear();
});

test('the test helper reports a server that a signal has already ended', async () => {
  const { home, clear } = await counter();
  const server = await startServer(home);
  expect(await server.stop('SIGKILL')).toBeNull();
  expect(await server.stop()).toBeNull();
  await clear();
});
