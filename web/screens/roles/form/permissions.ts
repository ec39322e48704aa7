// Groups the catalogue of permissions into the grid's areas and resources. No React.
import { normalise, searchWords } from '@/lib/normalise.ts';
import type { PermissionName } from '@/db/types.gen.ts';

/** Actions with a column of their own. */
export const columns = ['view', 'create', 'update', 'delete', 'import', 'export'] as const;
type ColumnAction = (typeof columns)[number];

export interface ResourceRow {
  /** `inventory.products` */
  id: string;
  resource: string;
  of: Partial<Record<ColumnAction, PermissionName>>;
  others: readonly PermissionName[];
  all: readonly PermissionName[];
}
export interface Area {
  domain: string;
  rows: readonly ResourceRow[];
  all: readonly PermissionName[];
}

export const partsOf = (permission: string): { domain: string; resource: string; action: string } => {
  const [domain = '', resource = '', action = ''] = permission.split('.');
  return { domain, resource, action };
};
const isColumn = (action: string): action is ColumnAction => (columns as readonly string[]).includes(action);

/** In the order of the catalogue. */
export function areasOf(catalogue: readonly PermissionName[]): Area[] {
  const areas = new Map<string, Map<string, PermissionName[]>>();
  for (const permission of catalogue) {
    const { domain, resource } = partsOf(permission);
    const area = areas.get(domain) ?? new Map<string, PermissionName[]>();
    areas.set(domain, area.set(resource, [...(area.get(resource) ?? []), permission]));
  }
  return [...areas].map(([domain, resources]) => ({
    domain,
    all: [...resources.values()].flat(),
    rows: [...resources].map(([resource, all]) => ({
      id: `${domain}.${resource}`,
      resource,
      all,
      of: Object.fromEntries(
        all.flatMap((permission) => (isColumn(partsOf(permission).action) ? [[partsOf(permission).action, permission]] : [])),
      ),
      others: all.filter((permission) => !isColumn(partsOf(permission).action)),
    })),
  }));
}

export interface Change {
  added: PermissionName[];
  removed: PermissionName[];
}

export function changeOf(before: readonly PermissionName[], after: readonly PermissionName[]): Change {
  const [beforeSet, afterSet] = [new Set(before), new Set(after)];
  return {
    added: after.filter((permission) => !beforeSet.has(permission)),
    removed: before.filter((permission) => !afterSet.has(permission)),
  };
}

/** Grants or withdraws permissions. The result has the catalogue's order, so that equal sets are equal lists. */
export function toggled(
  catalogue: readonly PermissionName[],
  held: readonly PermissionName[],
  changed: readonly PermissionName[],
  given: boolean,
): PermissionName[] {
  const next = new Set(held);
  for (const permission of changed)
    if (given) next.add(permission);
    else next.delete(permission);
  return catalogue.filter((permission) => next.has(permission));
}

/** The areas with the rows that `shows` accepts and whose text contains every word. */
export function narrowed(
  areas: readonly Area[],
  words: string,
  wordsOf: (row: ResourceRow, area: Area) => string,
  shows: (permission: PermissionName) => boolean,
): Area[] {
  const searched = searchWords(words);
  return areas
    .map((area) => ({
      ...area,
      rows: area.rows.filter((row) => row.all.some(shows) && searched.every((word) => normalise(wordsOf(row, area)).includes(word))),
    }))
    .filter(({ rows }) => rows.length > 0);
}
