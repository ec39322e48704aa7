import { appendFileSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { differing, bitmap, page } from './pictures.ts';
import { until } from './machine.ts';
import { newId, shop } from './shop.ts';

const open: { close: () => Promise<void> }[] = [];
const opened = async (...args: Parameters<typeof shop>) => {
  const one = await shop(...args);
  open.push(one);
  return one;
};
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

test.each(['zpl', 'tspl', 'escpos'] as const)('a job in %s prints every dot and the requested copies', async (language) => {
  const { put, ended, printer } = await opened(language);
  const id = newId();
  const { status, body } = await put(id, { pages: [page(1, 2), page(2, 1)] });
  expect([status, body.state, body.labels]).toEqual([201, 'queued', 3]);
  expect(await ended(id)).toMatchObject({ state: 'sent', reason: null });
  expect(printer.printed).toBe(3);
  const wanted = language === 'escpos' ? [1, 1, 2] : [1, 2];
  expect(printer.labels.map((label, index) => differing(bitmap(400, 240, wanted[index]), label))).toEqual(wanted.map(() => 0));
});

test('a job sent again, even concurrently, prints once, and its id refuses other content', async () => {
  const { put, ended, printer, ask } = await opened();
  const id = newId();
  const answers = await Promise.all(Array.from({ length: 20 }, () => put(id, { pages: [page()] })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
  await ended(id);
  expect((await put(id, { pages: [page()] })).status).toBe(200);
  const other = await put(id, { pages: [page(1, 2)] });
  expect([other.status, other.body]).toEqual([409, { error: 'job_differs' }]);
  expect(printer.printed).toBe(1);
  expect((await ask('DELETE', `/v1/jobs/${id}`)).body).toEqual({ error: 'job_not_queued' });
});

test('jobs of one printer print one after another, in order', async () => {
  const { put, ended, printer } = await opened();
  const ids = Array.from({ length: 12 }, newId);
  for (const [index, id] of ids.entries()) expect((await put(id, { pages: [page(index + 1)] })).status).toBe(201);
  for (const id of ids) expect((await ended(id)).state).toBe('sent');
  expect(printer.labels.map((label, index) => differing(bitmap(400, 240, index + 1), label))).toEqual(ids.map(() => 0));
});

test('a queued job can be cancelled and is not printed', async () => {
  const { put, ended, printer, ask } = await opened();
  printer.mood.stalled = true;
  const [first, second] = [newId(), newId()];
  const big = Array.from({ length: 150 }, (_, index) => page(index + 1, 1, [800, 400]));
  await put(first, { pages: big });
  await until(async () => (await ask('GET', `/v1/jobs/${first}`)).body.state === 'sending', 'the first to be on its way');
  await put(second, { pages: [page()] });
  expect((await ask('DELETE', `/v1/jobs/${first}`)).body).toEqual({ error: 'job_not_queued' });
  expect((await ask('DELETE', `/v1/jobs/${second}`)).body.state).toBe('canceled');
  expect((await ask('DELETE', `/v1/jobs/${second}`)).body.state).toBe('canceled');
  await printer.down();
  expect(await ended(first)).toMatchObject({ state: 'uncertain', reason: 'connection_lost' });
  expect((await ended(second)).state).toBe('canceled');
});

test('refuses jobs for offline or unknown printers, and for another resolution', async () => {
  const { put, printer } = await opened();
  expect((await put(newId(), { dpi: 300, pages: [page()] })).body).toEqual({ error: 'printer_changed' });
  expect((await put(newId(), { printer: 'nowhere', pages: [page()] })).body).toEqual({ error: 'printer_not_found' });
  await printer.down();
  const refused = await put(newId(), { pages: [page()] });
  expect([refused.status, refused.body]).toEqual([409, { error: 'printer_offline' }]);
  await printer.up();
  expect((await put(newId(), { pages: [page()] })).status).toBe(201);
});

test('a printer switched off while printing leaves an uncertain job that is not repeated', async () => {
  const one = await opened();
  one.printer.mood.dropAfter = 1;
  const id = newId();
  await one.put(id, { pages: [page(1, 1, [800, 600])] });
  expect(await one.ended(id)).toMatchObject({ state: 'uncertain', reason: 'connection_lost' });
  one.printer.mood.dropAfter = undefined;
  const before = one.printer.jobs.length;
  await one.restart();
  // A repeated request returns the state of the job.
  expect((await one.put(id, { pages: [page(1, 1, [800, 600])] })).body.state).toBe('uncertain');
  const again = newId();
  await one.put(again, { pages: [page(1, 1, [800, 600])] });
  expect((await one.ended(again)).state).toBe('sent');
  expect(one.printer.jobs).toHaveLength(before + 1);
});

test('validates the number of copies, the size and the number of pages', async () => {
  const { put } = await opened();
  for (const copies of [0, -1, 1.5, '1', null, undefined, 1e9])
    expect([409, 413, 422]).toContain((await put(newId(), { pages: [{ ...page(), copies }] })).status);
  expect((await put(newId(), { pages: [{ ...page(), copies: 0 }] })).body).toEqual({ error: 'copies_invalid' });
  expect((await put(newId(), { pages: [page(1), page(2, 1, [408, 240])] })).body).toEqual({ error: 'pictures_differ_in_size' });
  expect((await put(newId(), { pages: [] })).body).toEqual({ error: 'job_malformed' });
  expect((await put(newId(), { pages: Array.from({ length: 1_001 }, () => page()) })).body).toEqual({ error: 'too_many_pages' });
  expect((await put(newId(), { pages: [page(1, 10_001)] })).body).toEqual({ error: 'too_many_labels' });
});

test('a truncated journal line is dropped, and finished jobs are kept', async () => {
  const one = await opened();
  const id = newId();
  await one.put(id, { pages: [page()] });
  await one.ended(id);
  appendFileSync(join(one.home, 'journal.jsonl'), '\n{"id":"');
  await one.restart();
  expect((await one.ask('GET', `/v1/jobs/${id}`)).body.state).toBe('sent');
  const next = newId();
  await one.put(next, { pages: [page(2)] });
  await one.ended(next);
  await one.restart();
  expect((await one.ask('GET', `/v1/jobs/${next}`)).body.state).toBe('sent');
  expect(readdirSync(join(one.home, 'pages'))).toEqual([]);
  expect(readFileSync(join(one.home, 'journal.jsonl'), 'utf8').split('\n').filter(Boolean)).toHaveLength(2);
});

test('a job whose pages cannot be stored is refused and not printed', async () => {
  const one = await opened();
  one.server.jobs.journal.pagesFolder = join(one.home, 'nowhere');
  const refused = await one.put(newId(), { pages: [page()] });
  expect([refused.status, refused.body]).toEqual([507, { error: 'storage_failed' }]);
  expect(one.printer.printed).toBe(0);
});

test('a job refused for a disk error is not printed after a restart and leaves no file', async () => {
  const one = await opened();
  const { journal } = one.server.jobs;
  const write = journal.write.bind(journal);
  // The line is written, but the disk reports an error.
  journal.write = (job) => write(job).then(() => Promise.reject(new Error('EIO')));
  const id = newId();
  expect((await one.put(id, { pages: [page()] })).body).toEqual({ error: 'storage_failed' });
  expect(readdirSync(join(one.home, 'pages'))).toEqual([]);
  await one.restart();
  expect((await one.ended(id)).state).toBe('failed');
  expect(one.printer.printed).toBe(0);
});

test('a job whose start cannot be journaled is not sent', async () => {
  const one = await opened();
  const { journal } = one.server.jobs;
  const write = journal.write.bind(journal);
  journal.write = (job) => (job.state === 'sending' ? Promise.reject(new Error('ENOSPC')) : write(job));
  const id = newId();
  await one.put(id, { pages: [page()] });
  expect(await one.ended(id)).toMatchObject({ state: 'failed', reason: 'storage_failed' });
  expect(one.printer.received).toBeLessThan(100);
});

test('jobs failed or cancelled while the disk was full are not printed after a restart', async () => {
  const one = await opened();
  const { jobs } = one.server;
  const write = jobs.journal.write.bind(jobs.journal);
  one.printer.mood.stalled = true;
  const [first, second, third] = [newId(), newId(), newId()];
  await one.put(first, { pages: Array.from({ length: 150 }, (_, index) => page(index + 1, 1, [800, 400])) });
  await until(async () => (await one.ask('GET', `/v1/jobs/${first}`)).body.state === 'sending', 'the first to be on its way');
  for (const id of [second, third]) await one.put(id, { pages: [page()] });
  jobs.journal.write = () => Promise.reject(new Error('ENOSPC'));
  expect((await one.ask('DELETE', `/v1/jobs/${third}`)).body.state).toBe('canceled');
  await one.printer.down();
  expect((await one.ended(second)).state).toBe('failed');
  jobs.journal.write = write;
  one.printer.mood.stalled = false;
  await one.printer.up();
  await one.restart();
  expect(await one.ended(first)).toMatchObject({ state: 'uncertain' });
  for (const id of [second, third]) expect(await one.ended(id)).toMatchObject({ state: 'failed', reason: 'server_failed' });
  expect(one.printer.labels.filter(({ width }) => width === 400)).toEqual([]);
});

test('a job with unreadable pages fails without blocking the next', async () => {
  const one = await opened();
  one.printer.mood.stalled = true;
  const [first, lost, garbled, last] = [newId(), newId(), newId(), newId()];
  await one.put(first, { pages: Array.from({ length: 150 }, (_, index) => page(index + 1, 1, [800, 400])) });
  await until(async () => (await one.ask('GET', `/v1/jobs/${first}`)).body.state === 'sending', 'the first to be on its way');
  for (const id of [lost, garbled, last]) await one.put(id, { pages: [page()] });
  rmSync(join(one.home, 'pages', lost));
  writeFileSync(join(one.home, 'pages', garbled), '{"printer":');
  one.printer.mood.stalled = false;
  await one.printer.down();
  await one.printer.up();
  for (const id of [lost, garbled]) expect(await one.ended(id)).toMatchObject({ state: 'failed', reason: 'server_failed' });
  expect((await one.ended(last)).state).toBe('sent');
});
