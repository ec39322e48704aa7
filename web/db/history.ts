/* The audit log: changes with their author, time and values before and after. */
import { queryOptions } from '@tanstack/react-query';
import { pagesOf, rpc, rpcOf, type Args, type RowOf } from './calls.ts';
import type { Person } from './documents.ts';
import type { Named } from './plain-rows.ts';

type Name = Pick<Named, 'name' | 'name_ar'>;

export interface FieldChange {
  name: string;
  type: 'text' | 'number' | 'money' | 'quantity' | 'percent' | 'flag' | 'day' | 'time' | 'picture' | 'ref';
  /** Absent for an inserted row, as `after` is for a deleted one. */
  before?: unknown;
  after?: unknown;
}

type Nullable = 'branch_id' | 'branch' | 'record_table' | 'lines';
export type ChangeRow = Omit<RowOf<'audit_page', Nullable>, 'branch' | 'actor' | 'record' | 'part' | 'fields' | 'names'> & {
  branch: string | null;
  action: 'insert' | 'update' | 'delete';
  /** Null for changes by the system. */
  actor: Person | null;
  /** The record it belongs to; null once deleted or where not visible. */
  record: Name | null;
  /** The changed row, where it is a part of that record. */
  part: Name | null;
  fields: FieldChange[];
  /** The names of rows that fields refer to; those not visible are absent. */
  names: Partial<Record<string, Name>>;
};

export const { page: changePage, all: allChanges } = pagesOf<'audit_page', ChangeRow>('audit_page', ['audit_log']);
export const changeCount = (args: Args<'audit_count'>) => rpcOf('audit_count', args, ['audit_log']);

/** The lines of a document in one change; values are quantities, or [unit cost, discount, free pieces]. */
export interface ChangedLine extends Named {
  before: number | [number, number, number] | null;
  after: number | [number, number, number] | null;
}
export const changeLines = (id: string) => rpcOf<'change_lines', ChangedLine[]>('change_lines', { change_id: Number(id) }, []);

/** One change by its number; undefined where it is not visible. */
export const changeOf = (id: string) =>
  queryOptions({
    ...rpcOf<'audit_page', ChangeRow[]>('audit_page', { after_id: Number(id) - 1, sort: 'id', descending: false, page_size: 1 }, [
      'audit_log',
    ]),
    select: (rows: ChangeRow[]) => rows.find((row) => row.id === id),
  });

/** The changes of one record, newest first. */
export const historyOf = async (
  history_of_table: string,
  history_of_id: string,
  page_offset: number,
  page_size: number,
  signal?: AbortSignal,
) => rpc<'audit_page', ChangeRow[]>('audit_page', { history_of_table, history_of_id, page_offset, page_size }, signal);
