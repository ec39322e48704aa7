// One definition, many uses: list, form, routes, menu, palette, permissions, pickers and the end-to-end test all read this object.
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PermissionName } from '@/db/types.gen.ts';
import type { PlainKey, PlainKeyBelow } from '@/i18n/keys.ts';
import type { AnyField, Fields } from './fields.ts';
import type { Action, ColumnOf, EditableResource, TableName } from './schema.ts';

type Stamp = 'created_at' | 'created_by' | 'updated_at' | 'updated_by';

/** A table whose texts are written, so that a resource without its words doesn't compile. */
export type ResourceTable = TableName &
  (PlainKeyBelow<'resources'> extends infer Name ? (Name extends `${infer Table}.many` ? Table : never) : never);

interface Definition<T extends ResourceTable> {
  table: T;
  /** The list's address; the form is at `${path}/add` and `${path}/edit/:id`. */
  path: `/${string}`;
  /** Its four actions are what the permissions are called. */
  permission: EditableResource;
  icon: LucideIcon;
  fields: Fields<T>;
  /** Columns of the list kept by the database. */
  stamps?: readonly Stamp[];
  sort?: { by: ColumnOf<T> | Stamp; descending?: boolean };
  /** For the end-to-end test: values that make a record, without its name. */
  sample?: Partial<Record<ColumnOf<T>, string>>;
  /** A page that says more of one record. */
  more?: RelatedPage;
  /** What else belongs to a record, beside its fields; loaded on use, since the build reads the resources too. */
  Beside?: ComponentType<{ id: string }>;
}

interface RelatedPage {
  label: PlainKey;
  permission: PermissionName;
  href: (id: string) => string;
  /** What of it stands above the record itself; loaded on use, since the build reads the resources too. */
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

// Pickers name a table and find its form here, without knowing the registry above them.
const known = new Map<TableName, Resource>();

export function defineResource<T extends ResourceTable>(definition: Definition<T>): Resource {
  const { sort, stamps = [], sample = {}, ...rest } = definition;
  const resource: Resource = {
    ...rest,
    fields: definition.fields as Readonly<Record<string, AnyField>>,
    stamps,
    sort: { by: sort?.by ?? 'name', descending: sort?.descending ?? false },
    sample: sample as Readonly<Record<string, string>>,
  };
  known.set(definition.table, resource);
  return resource;
}

export function resourceOf(table: TableName): Resource | undefined {
  return known.get(table);
}

const ALSO_EXPORTED = new Set<string>(['contacts.customers', 'contacts.suppliers']);

/** Most plain lists have no export permission of their own: who may view such a list may take it along. */
export function permissionFor(resource: Pick<Resource, 'permission'>, action: Action): PermissionName {
  const asked = action === 'export' && !ALSO_EXPORTED.has(resource.permission) ? 'view' : action;
  return `${resource.permission}.${asked}` as PermissionName;
}
