import { describe, expect } from 'vitest';
import { scenario, type TestSession } from '../database.ts';

const due = async (on: TestSession) => (await on.rows<{ name: string }>('select private.run_due_jobs() as name')).map(({ name }) => name);

describe('the job scheduler', () => {
  scenario('runs every job, and continues with the others if one fails', async (on) => {
    await on.rows('create table private.turns (job text)');
    await on.rows(
      `create function private.job_a_fails() returns void language plpgsql as $$ begin insert into private.turns values ('a'); perform 1 / 0; end $$`,
    );
    await on.rows(`create function private.job_b_works() returns void language sql as $$ insert into private.turns values ('b') $$`);
    await due(on);
    await due(on);
    expect(await on.rows('select job from private.turns')).toEqual([{ job: 'b' }, { job: 'b' }]);
  });

  scenario('names an edge function once when it is due', async (on) => {
    await on.rows('update private.due_functions set called_at = null');
    expect(await due(on)).toEqual(['clean-files']);
    expect(await due(on)).toEqual([]);
    await on.rows(`update private.due_functions set called_at = now() - every + interval '1 minute'`);
    expect(await due(on)).toEqual([]);
    await on.rows(`update private.due_functions set called_at = now() - every - interval '1 minute'`);
    expect(await due(on)).toEqual(['clean-files']);
  });

  scenario('calls a due function with address and key from Vault, and runs other jobs without them', async (on) => {
    await on.rows('create schema net');
    await on.rows('create schema vault');
    await on.rows('create table net.asked (url text, headers jsonb, timeout int)');
    await on.rows(
      `create function net.http_post(url text, headers jsonb, timeout_milliseconds int default 5000) returns bigint language sql as $$ insert into net.asked values (url, headers, timeout_milliseconds); select 1::bigint $$`,
    );
    await on.rows('create table vault.decrypted_secrets (name text, decrypted_secret text)');
    const tick = async () => {
      await on.rows('update private.due_functions set called_at = null');
      await on.rows('select private.run_due_jobs_and_call()');
      return on.rows('select * from net.asked');
    };
    await on.rows(`create function private.job_works() returns void language sql as $$ insert into net.asked values ('job') $$`);
    expect(await tick()).toEqual([{ url: 'job', headers: null, timeout: null }]);
    await on.rows(`insert into vault.decrypted_secrets values ('project_url', 'https://shop.example'), ('secret_key', 'sb_secret_x')`);
    expect((await tick()).at(-1)).toEqual({
      url: 'https://shop.example/functions/v1/clean-files',
      headers: { apikey: 'sb_secret_x' },
      timeout: 150_000,
    });
  });
});
