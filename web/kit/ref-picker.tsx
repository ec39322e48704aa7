import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useCan } from '@/db/me.ts';
import { findNames, type TreeNode } from '@/db/plain-rows.ts';
import { queryClient } from '@/db/query.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { normalise, searchWords } from '@/lib/normalise.ts';
import { compareWords } from '@/lib/row-order.ts';
import { Combobox, type ComboboxOption } from '@/ui/combobox.tsx';
import { permissionFor, resourceOf } from './define.ts';
import { treeQuery, useName } from './names.ts';
import type { TableName } from './schema.ts';
import { isWithin, pathOf } from './tree.ts';

// Loaded only when a missing record is to be created.
const QuickCreate = lazy(() => import('./quick-create.tsx'));

interface RefPickerProps {
  table: TableName;
  value: string | null;
  onChange: (id: string | null) => void;
  /** Shows and searches full paths. */
  tree?: boolean;
  /** This row is not offered, nor in a tree its descendants. */
  exclude?: string;
  required?: boolean;
  disabled?: boolean;
  placeholder?: string;
  /** Only needed outside a Field. */
  label?: string;
}

const MAX_RESULTS = 20;

function treeOptions(rows: readonly TreeNode[], words: string, exclude?: string): ComboboxOption[] {
  const nodes = new Map(rows.map((row) => [row.id, row]));
  const searchedWords = searchWords(words);
  return rows
    .filter((row) => row.active && !(exclude && isWithin(nodes, row.id, exclude)))
    .map((row) => ({ value: row.id, label: pathOf(nodes, row.id).map(nameOf).join(' / ') }))
    .filter((option) => searchedWords.every((word) => normalise(option.label).includes(word)))
    .sort((a, b) => compareWords(a.label, b.label))
    .slice(0, 100);
}

/** Picks a row of a plain table, searched on the server; users with permission can create a missing one. */
export function RefPicker({ table, value, onChange, tree, exclude, required, disabled, placeholder, label }: RefPickerProps) {
  const { t } = useTranslation();
  const can = useCan();
  const [creation, setCreation] = useState<{ words: string; answer: (created: ComboboxOption | null) => void } | null>(null);
  const chosen = useChosen(table, value, tree);
  const resource = resourceOf(table);
  const search = async (words: string, signal: AbortSignal): Promise<ComboboxOption[]> => {
    if (tree) return treeOptions(await queryClient.fetchQuery(treeQuery(table)), words, exclude);
    const rows = await findNames(table, words, MAX_RESULTS, signal);
    return rows.filter((row) => row.id !== exclude).map((row) => ({ value: row.id, label: nameOf(row) }));
  };
  const mayCreate = resource && can(permissionFor(resource, 'create'));
  return (
    <>
      <Combobox
        value={chosen}
        onChange={(option) => onChange(option?.value ?? null)}
        search={search}
        placeholder={placeholder ?? t(required ? 'kit.choose' : 'kit.none')}
        clearable={!required}
        disabled={disabled}
        label={label}
        create={
          mayCreate
            ? {
                label: (words) => (words ? t('kit.create', { name: words }) : t('kit.createNew')),
                run: (words) => new Promise<ComboboxOption | null>((answer) => setCreation({ words, answer })),
              }
            : undefined
        }
      />
      {creation && resource && (
        <Suspense>
          <QuickCreate
            resource={resource}
            name={creation.words}
            onDone={(row) => {
              creation.answer(row ? { value: row.id, label: nameOf(row) } : null);
              setCreation(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function useChosen(table: TableName, value: string | null, tree?: boolean): ComboboxOption | null {
  const named = useName(table, tree ? null : value);
  const { data: rows } = useQuery({ ...treeQuery(table), enabled: Boolean(tree && value) });
  if (!value) return null;
  if (!tree) return { value, label: named ? nameOf(named) : '' };
  const nodes = new Map((rows ?? []).map((row) => [row.id, row]));
  return { value, label: pathOf(nodes, value).map(nameOf).join(' / ') };
}
