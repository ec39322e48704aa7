import { expect, test, vi } from 'vitest';
import { fetchVariants, MAX_ROWS, type VariantQuestion } from '@/parts/variant-picker/variant-row.ts';
import { variantsOfProducts } from './read-lines.ts';

vi.mock('@/parts/variant-picker/variant-row.ts', () => ({ fetchVariants: vi.fn(), MAX_ROWS: 1000 }));
vi.mock('@/db/transfers.ts', () => ({ wholeTransfer: vi.fn() }));

test('all variants of many products are loaded, although one response is limited', async () => {
  const perProduct = 64;
  vi.mocked(fetchVariants).mockImplementation(({ productIds = [] }: VariantQuestion) =>
    Promise.resolve(
      productIds.flatMap((id) => Array.from({ length: perProduct }, (_, n) => ({ variant_id: `${id}-${n}` }))).slice(0, MAX_ROWS) as never,
    ),
  );
  const products = Array.from({ length: 120 }, (_, n) => `p${n}`);
  const nowhere = { branchId: null, stockPointId: null };
  const rows = await variantsOfProducts(products, { from: nowhere, to: nowhere });
  expect(rows.map(({ variant_id }) => variant_id)).toEqual(
    products.flatMap((id) => Array.from({ length: perProduct }, (_, n) => `${id}-${n}`)),
  );
});
