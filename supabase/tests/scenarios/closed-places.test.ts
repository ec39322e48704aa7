import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { branches, people, scenario, type TestSession } from '../database.ts';
import { detailOf, idOf, onHand } from '../fixtures.ts';
import { approve, create, productInZamalek, reverse } from './transfer-fixtures.ts';

const { zamalek, nasrCity, maadi } = branches;

describe('a closed place', () => {
  const close = async (on: TestSession, table: 'branches' | 'stock_points', id: string, active = false) => {
    await on.asDatabaseOwner();
    await on.rows(`update public.${table} set active = $2 where id = $1`, id, active);
    await on.as(people.owner);
  };

  scenario('takes nothing new, and a transfer that waits says so when it is approved', async (on) => {
    const variant = await productInZamalek(on, 10);
    const line = [{ variant_id: variant, quantity: 1 }];
    const waiting = await create(on, line, { to_branch_id: maadi });
    await close(on, 'branches', maadi);
    const attempts = [
      () => create(on, line, { to_branch_id: maadi }),
      () => create(on, line, { id: waiting.id, to_branch_id: maadi, expected_version: 1 }),
      () => approve(on, waiting.id),
    ];
    for (const attempt of attempts) {
      const refusal = await on.refused(attempt);
      expect(refusal).toMatchObject({ code: 'PT409', message: 'place_closed' });
      expect(detailOf(refusal)).toMatchObject({ place: 'Maadi', place_ar: 'المعادي' });
    }
    expect(await onHand(on, variant, zamalek)).toBe(10);
    expect(await create(on, line, { id: waiting.id, to_branch_id: nasrCity, expected_version: 1 })).toMatchObject({ status: 'pending' });
    expect(await approve(on, waiting.id)).toMatchObject({ status: 'approved' });
  });

  scenario('may be withdrawn from a waiting transfer, and taken again once it is open', async (on) => {
    const variant = await productInZamalek(on, 10);
    const [withdrawn, approved] = [
      await create(on, [{ variant_id: variant, quantity: 1 }], { to_branch_id: maadi }),
      await create(on, [{ variant_id: variant, quantity: 2 }], { to_branch_id: maadi }),
    ];
    await close(on, 'branches', maadi);
    expect(await reverse(on, withdrawn.id)).toMatchObject({ status: 'reversed' });
    await close(on, 'branches', maadi, true);
    await approve(on, approved.id);
    expect(await onHand(on, variant, maadi)).toBe(2);
  });

  scenario('a stock point as well as a branch, but what is in it can leave', async (on) => {
    const variant = await productInZamalek(on, 10);
    const window = await idOf(on, 'stock_points', 'Window');
    const into = { to_branch_id: zamalek, to_stock_point_id: window };
    await approve(on, (await create(on, [{ variant_id: variant, quantity: 5 }], into)).id);
    await close(on, 'stock_points', window);
    const refusal = await on.refused(() => create(on, [{ variant_id: variant, quantity: 1 }], into));
    expect(refusal.message).toBe('place_closed');
    expect(detailOf(refusal)).toMatchObject({ place: 'Window' });
    const back = await create(on, [{ variant_id: variant, quantity: 5 }], { from_stock_point_id: window, to_branch_id: zamalek });
    await approve(on, back.id);
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, zamalek, window)]).toEqual([10, 0]);
    expect(await on.refused(() => reverse(on, back.id, 'Back into the closed one'))).toMatchObject({ message: 'place_closed' });
  });

  scenario('takes no opening stock, but its count can be set right', async (on) => {
    const variant = await productInZamalek(on, 10);
    await close(on, 'branches', zamalek);
    const entry = (kind: string, quantity: number) =>
      on.call('post_stock_entry', {
        id: randomUUID(),
        kind,
        branch_id: zamalek,
        reason: kind === 'adjustment' ? 'count' : null,
        lines: [{ variant_id: variant, quantity }],
      });
    expect(await on.refused(() => entry('opening', 1))).toMatchObject({ message: 'place_closed' });
    await entry('adjustment', 1);
    await approve(on, (await create(on, [{ variant_id: variant, quantity: 11 }])).id);
    expect([await onHand(on, variant, zamalek), await onHand(on, variant, nasrCity)]).toEqual([0, 11]);
  });
});
