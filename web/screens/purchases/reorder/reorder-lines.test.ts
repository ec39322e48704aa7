import { describe, expect, it } from 'vitest';
import type { ProposedLine } from '@/db/purchases.ts';
import { chooseSupplier, inputOf, lacksSupplier, lineOf, ordersOf, problemOfOrdered, withCosts } from './reorder-lines.ts';

const proposed = (more: Partial<ProposedLine>) =>
  lineOf({
    ...{ variant_id: 'v1', product_id: 'p1', branch_id: 'b1', branch: 'Zamalek', branch_ar: null },
    ...{ supplier_id: 's1', supplier: 'Mills', supplier_ar: null, unit_cost: 10, quantity: 2, ...more },
  } as ProposedLine);

describe('the lines of a reorder', () => {
  it('become one order for each supplier and branch', () => {
    const lines = [
      proposed({}),
      proposed({ variant_id: 'v2', unit_cost: 2.5, quantity: 4 }),
      proposed({ branch_id: 'b2', branch: 'Maadi' }),
      proposed({ variant_id: 'v3', supplier_id: 's2' }),
      proposed({ variant_id: 'v4', supplier_id: 's2', quantity: 0 }),
    ];
    expect(ordersOf(lines)).toEqual([
      { supplierId: 's1', branch: { branch: 'Zamalek', branch_ar: null }, lines: 2, total: '30' },
      { supplierId: 's1', branch: { branch: 'Maadi', branch_ar: null }, lines: 1, total: '20' },
      { supplierId: 's2', branch: { branch: 'Zamalek', branch_ar: null }, lines: 1, total: '20' },
    ]);
  });

  it('without a quantity are not sent, and nothing is wrong with them', () => {
    const idle = proposed({ quantity: 0, unit_cost: null, supplier_id: null });
    expect([problemOfOrdered(idle), lacksSupplier(idle)]).toEqual([null, false]);
    expect(inputOf('id', [idle, { ...proposed({}), quantity: '0' }, proposed({ variant_id: 'v2' })])).toEqual({
      id: 'id',
      lines: [{ branch_id: 'b1', supplier_id: 's1', variant_id: 'v2', quantity: '2', unit_cost: '10' }],
    });
  });

  it('with a quantity need a cost and a supplier', () => {
    expect(problemOfOrdered(proposed({ unit_cost: null }))).toEqual({ field: 'cost', kind: 'missing' });
    expect(lacksSupplier(proposed({ supplier_id: null }))).toBe(true);
  });

  it('of one product without a supplier get theirs together', () => {
    const none = { supplier_id: null };
    const lines = [proposed(none), proposed({ ...none, variant_id: 'v2' }), proposed({ ...none, variant_id: 'v3', product_id: 'p2' })];
    const chosen = chooseSupplier(lines, 'v1:b1', 's2');
    expect(chosen.map(({ supplierId }) => supplierId)).toEqual(['s2', 's2', null]);
    expect(chooseSupplier(chosen, 'v1:b1', 's3').map(({ supplierId }) => supplierId)).toEqual(['s3', 's2', null]);
  });

  it('get the costs of their supplier, and other costs only where none is known', () => {
    const lines = [proposed({}), proposed({ variant_id: 'v2' }), proposed({ variant_id: 'v3', unit_cost: null })];
    const costs = [
      { variant_id: 'v1', unit_cost: 7, source: 'supplier' as const },
      { variant_id: 'v2', unit_cost: 8, source: 'last' as const },
      { variant_id: 'v3', unit_cost: 9, source: 'price' as const },
    ];
    expect(withCosts(lines, 's1', costs).map(({ cost }) => cost)).toEqual(['7', '10', '9']);
    expect(withCosts(lines, 's2', costs)).toEqual(lines);
  });
});
