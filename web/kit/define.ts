// One definition for many uses: list, form, routes, menu, palette, permissions, pickers and the end-to-end test all read it.
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PermissionName } from '@/db/types.gen.ts';
import type { PlainKey, PlainKeyBelow } from '@/i18n/keys.ts';
import type { AnyField, Fields } from './fields.ts';
import type { Action, ColumnOf, EditableResource, TableName } from './schema.ts';

type Stamp = 'created_at' | 'created_by' | 'updated_at' | 'updated_by';

/** A table with translated texts, so that a resource without texts does not compile. */
export type ResourceTable = TableName &
  (PlainKeyBelow<'resources'> extends infer Name ? (Name extends `${infer Table}.many` ? Table : never) : never);

interface Definition<T extends ResourceTable> {
  table: T;
  /** The list's URL; the form is at `${path}/add` and `${path}/edit/:id`. */
  path: `/${string}`;
  /** The prefix of its permissions. */
  permission: EditableResource;
  icon: LucideIcon;
  fields: Fields<T>;
  /** List columns that the database maintains. */
  stamps?: readonly Stamp[];
  sort?: { by: ColumnOf<T> | Stamp; descending?: boolean };
  /** For the end-to-end test: the required values of a record, except its name. */
  sample?: Partial<Record<ColumnOf<T>, string>>;
  /** Another page about one record. */
  more?: RelatedPage;
  /** Further content in a record's margin; loaded on use, because the build also reads the resources. */
  Beside?: ComponentType<{ id: string }>;
}

interface RelatedPage {
  label: PlainKey;
  permission: PermissionName;
  href: (id: string) => string;
  /** A summary of that page above the record; loaded on use, because the build also reads the resources. */
  Summary?: ComponentType<{ id: string }>;
}

export interface Resource {
  table: ResourceTable;
  path: string;
  permission: EditableResource;
  icon: LucideIcon;
  fields: Readonly<Record<string, AnyField>>;
  stamps: readonly Stamp[];
  sort: { by: string; descending: boolean };
  sample: Readonly<Record<string, string>>;
  more?: RelatedPage;
  Beside?: ComponentType<{ id: string }>;
}

// Pickers find a table's form here, so that they need not import the registry.
const resources = new Map<TableName, Resource>();

export function defineResource<T extends ResourceTable>(definition: Definition<T>): Resource {
  const { sort, stamps = [], sample = {}, ...rest } = definition;
  const resource: Resource = {
    ...rest,
    fields: definition.fields as Readonly<Record<string, AnyField>>,
    stamps,
    sort: { by: sort?.by ?? 'name', descending: sort?.descending ?? false },
    sample: sample as Readonly<Record<string, string>>,
  };
  resources.set(definition.table, resource);
  return resource;
}

export function resourceOf(table: TableName): Resource | undefined {
  return resources.get(table);
}

const ALSO_EXPORTED = new Set<string>(['contacts.customers', 'contacts.suppliers']);

/** Most plain lists have no export permission: viewing includes exporting. */
export function permissionFor(resource: Pick<Resource, 'permission'>, action: Action): PermissionName {
  const required = action === 'export' && !ALSO_EXPORTED.has(resource.permission) ? 'view' : action;
  return `${resource.permission}.${required}` as PermissionName;
}
