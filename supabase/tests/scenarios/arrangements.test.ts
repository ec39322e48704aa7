/* What users arrange for themselves. */
import { describe, expect } from 'vitest';
import { people, scenario, type TestSession } from '../database.ts';

const arranged = async (on: TestSession) => (await on.call<{ arrangements: Record<string, string[]> }>('me', {})).arrangements;

describe('an arrangement', () => {
  scenario('follows its user and nobody else, until they reset it', async (on) => {
    await on.as(people.owner);
    expect(await arranged(on)).toEqual({});
    await on.call('save_arrangement', { page: 'dashboard', parts: ['sales', 'amounts'] });
    await on.call('save_arrangement', { page: 'dashboard', parts: ['amounts'] });
    await on.call('save_arrangement', { page: 'reports', parts: [] });
    expect(await arranged(on)).toEqual({ dashboard: ['amounts'], reports: [] });
    await on.as(people.cashier);
    expect(await arranged(on)).toEqual({});
    await on.as(people.owner);
    await on.call('save_arrangement', { page: 'dashboard', parts: null });
    expect(await arranged(on)).toEqual({ reports: [] });
  });

  scenario('has a known page, and at most 60 different parts', async (on) => {
    await on.as(people.owner);
    const refusal = (page: unknown, parts: unknown) => on.refused(() => on.call('save_arrangement', { page, parts }));
    for (const [page, parts] of [
      ['ever', ['sales']],
      [null, ['sales']],
      ['dashboard', ['sales', 'sales']],
      ['dashboard', [null]],
      ['dashboard', ['A name']],
    ])
      expect([page, parts, await refusal(page, parts)]).toMatchObject([page, parts, { message: 'value_invalid' }]);
    const many = Array.from({ length: 61 }, (_, index) =>
      `part_${String.fromCharCode(97 + (index % 26))}${'x'.repeat(index)}`.slice(0, 40),
    );
    expect(await refusal('dashboard', many)).toMatchObject({ message: 'list_over_limit' });
  });
});
