import { findNames, namesOf } from '@/db/plain-rows.ts';
import { queryClient } from '@/db/query.ts';
import type { Table } from '@/db/tables.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { normalise, searchWords } from '@/lib/normalise.ts';
import { compareWords } from '@/lib/row-order.ts';
import type { Choice, SearchedChoices } from '@/list/column.ts';
import { treeQuery } from './names.ts';
import { pathOf } from './tree.ts';

/** Choices from a table's rows, searched on the server; a tree shows full paths. */
export function refChoices(table: Table, tree: boolean): SearchedChoices {
  const choice = (row: Parameters<typeof nameOf>[0] & { id: string }): Choice => ({ value: row.id, label: nameOf(row) });
  if (!tree) {
    return {
      search: async (words) => (await findNames(table, words, 20)).map(choice),
      loadLabels: async (ids) => (await namesOf(table, ids)).map(choice),
    };
  }
  const paths = async (): Promise<Choice[]> => {
    const rows = await queryClient.fetchQuery(treeQuery(table));
    const nodes = new Map(rows.map((row) => [row.id, row]));
    return rows
      .map((row) => ({ value: row.id, label: pathOf(nodes, row.id).map(nameOf).join(' / ') }))
      .sort((a, b) => compareWords(a.label, b.label));
  };
  return {
    search: async (words) =>
      (await paths()).filter((path) => searchWords(words).every((word) => normalise(path.label).includes(word))).slice(0, 50),
    loadLabels: async (ids) => (await paths()).filter((path) => ids.includes(path.value)),
  };
}
