// Derives from the generated database types what a resource must and may declare.
import type { Database, PermissionName } from '@/db/types.gen.ts';

type Tables = Database['public']['Tables'];

interface NamedRow {
  id: string;
  version: number;
  name: string;
  name_ar: string | null;
  active: boolean;
  search: string;
}

/** Tables usable as a plain resource: each row has an id, a version, a name and a search text. */
export type TableName = { [T in keyof Tables]: Tables[T]['Row'] extends NamedRow ? T : never }[keyof Tables];

type SetByTheDatabase = 'id' | 'version' | 'created_at' | 'created_by' | 'updated_at' | 'updated_by' | 'search';

export type Insert<T extends TableName> = Omit<Tables[T]['Insert'], SetByTheDatabase>;
export type ColumnOf<T extends TableName> = keyof Insert<T> & string;

export type Demanded<T extends TableName> = {
  [C in ColumnOf<T>]: Record<never, never> extends Pick<Insert<T>, C> ? never : C;
}[ColumnOf<T>];

/** 'inventory.brands' from 'inventory.brands.create'. */
type ResourceOf<P> = P extends `${infer Resource}.create` ? Resource : never;
export type EditableResource = ResourceOf<PermissionName>;

export type Action = 'view' | 'create' | 'update' | 'delete' | 'export' | 'import';

/** The values of a record's form. */
export type TypedRecord = Record<string, unknown>;
