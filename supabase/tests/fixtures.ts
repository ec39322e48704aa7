import { randomUUID } from 'node:crypto';
import type { Row, TestSession } from './database.ts';

export const plain = { name: 'Test shirt', price: 100, active: true, max_discount: 0 };

/** Creates a product as the current user, with these variants in this order, or one plain variant. */
export async function makeProduct(on: TestSession, product: Row = {}, variants: Row[] = []): Promise<{ id: string; variants: string[] }> {
  const id = randomUUID();
  const named = variants.map((variant): Row & { id: string } => ({ id: randomUUID(), ...variant }));
  await on.call('save_product', { id, product: { ...plain, name: `Test shirt ${id.slice(0, 8)}`, ...product }, variants: named });
  return { id, variants: named.length > 0 ? named.map((variant) => variant.id) : await variantsOf(on, id) };
}

export async function variantsOf(on: TestSession, productId: string): Promise<string[]> {
  return (await on.rows<{ id: string }>('select id from public.variants where product_id = $1 order by created_at, id', productId)).map(
    ({ id }) => id,
  );
}

/** Opens a shift for every user who may have one in each branch where they work, as cash sales need it. */
export async function openDrawers(run: (text: string) => PromiseLike<unknown>): Promise<void> {
  await run(`
    insert into public.shifts (number, branch_id, opened_by, business_day, opening_balance)
    select private.next_number('SH', b.id), b.id, p.id, private.branch_today(b.id), 0
    from public.profiles p
    join public.roles r on r.id = p.role_id and (r.is_owner or exists (select from public.role_permissions x where x.role_id = r.id and x.permission = 'attendance.shifts.open'))
    join public.branches b on r.is_owner or exists (select from public.user_branches u where u.profile_id = p.id and u.branch_id = b.id and u.access = 'work')
    where p.active and not exists (select from public.shifts s where s.opened_by = p.id and s.branch_id = b.id and s.closed_at is null)`);
}

/** Adds opening stock as the owner. */
export async function stocked(
  on: TestSession,
  owner: string,
  branchId: string,
  lines: [variant: string, quantity: number][],
  stockPointId: string | null = null,
): Promise<void> {
  await on.as(owner);
  await on.call('post_stock_entry', {
    id: randomUUID(),
    kind: 'opening',
    branch_id: branchId,
    stock_point_id: stockPointId,
    lines: lines.map(([variant_id, quantity]) => ({ variant_id, quantity })),
  });
}

export async function onHand(on: TestSession, variantId: string, branchId: string, stockPointId: string | null = null): Promise<number> {
  return (
    (await on.value<number | undefined>(
      'select quantity from public.stock_levels where variant_id = $1 and branch_id = $2 and stock_point_id is not distinct from $3::uuid',
      variantId,
      branchId,
      stockPointId,
    )) ?? 0
  );
}

export async function idOf(on: TestSession, table: string, name: string): Promise<string> {
  return on.value<string>(`select id from public.${table} where name = $1`, name);
}

export const detailOf = (refusal: { detail?: string }): Row => JSON.parse(refusal.detail ?? '{}') as Row;

/**
 * Moves a column's days or times up to 300 days back, as the database owner. order: must be the same in every
 * run, so that a seed always gives the same days.
 */
export async function moveBack(
  on: TestSession,
  random: (sides: number) => number,
  table: string,
  column: string,
  where: string,
  order: string,
) {
  await on.asDatabaseOwner();
  const rows = await on.rows<{ id: string }>(`select id::text from public.${table} where ${where} order by ${order}`);
  await on.rows(
    `update public.${table} t set ${column} = t.${column} - make_interval(hours => moved.hours)
     from unnest(string_to_array($1, ','), string_to_array($2, ',')::integer[]) moved(id, hours) where t.id::text = moved.id`,
    rows.map(({ id }) => id).join(),
    rows.map(() => random(300 * 24)).join(),
  );
}
