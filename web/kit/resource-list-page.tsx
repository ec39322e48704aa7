import { Ban, CircleCheck, Eye, Pencil, Trash2, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { errorText } from '@/db/errors.ts';
import type { PlainRow, RowTarget } from '@/db/plain-rows.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { ExportButton } from '@/list/export-menu.tsx';
import { ListPage, type SelectedRows } from '@/list/list-page.tsx';
import { useCountText } from '@/list/use-count-text.ts';
import { usePagedRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { Button } from '@/ui/button.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { ConfirmDelete, useDeactivation } from './confirm-delete.tsx';
import type { Resource } from './define.ts';
import { resourceColumns } from './resource-columns.tsx';
import { useResourceFilters } from './resource-filters.ts';
import { listQuery, listRules, prefetchRow, rowsForFile } from './resource-queries.ts';
import { useResourceWords } from './resource-words.ts';
import { useResourcePermission } from './use-resource-permission.ts';
import { toast } from '@/ui/toast.tsx';

interface Removal {
  target: RowTarget;
  count: number;
  name?: string;
  active: boolean;
  onDone?: () => void;
}

export function ResourceListPage({ resource }: { resource: Resource }) {
  const { t, i18n } = useTranslation();
  const may = useResourcePermission(resource);
  const text = useCountText();
  const words = useResourceWords(resource.table);
  const list = useListState(listRules(resource));
  const result = usePagedRows<PlainRow>(list.state, (state) => listQuery(resource, state));
  const [removal, setRemoval] = useState<Removal | null>(null);
  const deactivation = useDeactivation(resource.table);
  const columns = useMemo(
    () => resourceColumns(resource, { t, language: i18n.language, label: words.label }),
    [resource, t, i18n.language, words.label],
  );
  const filters = useResourceFilters(resource);

  const setActive = (target: RowTarget, active: boolean, name?: string, onDone?: () => void) =>
    deactivation.mutate(
      { target, active, name },
      { onSuccess: onDone, onError: (error) => toast({ tone: 'bad', text: errorText(t, error) }) },
    );

  const menuOf = (row: PlainRow): MenuEntry[] => {
    const name = nameOf(row);
    const target = { ids: [row.id] };
    const items: MenuEntry[] = [
      may('update', row)
        ? { label: t('kit.edit'), icon: Pencil, href: `${resource.path}/edit/${row.id}` }
        : { label: t('kit.view'), icon: Eye, href: `${resource.path}/edit/${row.id}` },
    ];
    if (may('update', row)) {
      items.push(
        row.active
          ? { label: t('kit.deactivate'), icon: Ban, onSelect: () => setActive(target, false, name) }
          : { label: t('kit.activate'), icon: CircleCheck, onSelect: () => setActive(target, true, name) },
      );
    }
    if (may('delete', row))
      items.push('line', {
        label: t('kit.delete'),
        icon: Trash2,
        danger: true,
        onSelect: () => setRemoval({ target, count: 1, name, active: row.active }),
      });
    return items;
  };

  const bulk = (selected: SelectedRows<PlainRow>) => {
    const target = whichOf(selected, list.state);
    const onlyRow = selected.count === 1 && selected.rows.length === 1 ? selected.rows[0] : undefined;
    return (
      <>
        {may('update') && (
          <>
            <Button variant="quiet" icon={Ban} onClick={() => setActive(target, false, onlyRow && nameOf(onlyRow), selected.clear)}>
              {t('kit.deactivate')}
            </Button>
            <Button variant="quiet" icon={CircleCheck} onClick={() => setActive(target, true, onlyRow && nameOf(onlyRow), selected.clear)}>
              {t('kit.activate')}
            </Button>
          </>
        )}
        {may('export') && (
          <ExportButton
            exported={{
              name: words.word('many'),
              rows: (signal) => rowsForFile(resource, target, signal),
              sort: list.state.sort,
              count: selected.count,
            }}
            columns={columns}
          />
        )}
        {may('delete') && (
          <Button
            variant="quiet"
            icon={Trash2}
            className="danger"
            onClick={() =>
              setRemoval({
                target,
                count: selected.count,
                name: onlyRow && nameOf(onlyRow),
                active: onlyRow?.active ?? true,
                onDone: selected.clear,
              })
            }
          >
            {t('kit.delete')}
          </Button>
        )}
      </>
    );
  };

  const { count } = result;
  return (
    <>
      <ListPage<PlainRow>
        name={resource.table}
        title={words.word('many')}
        summary={count === undefined ? undefined : words.count(count, text.capped(count))}
        list={list}
        result={result}
        columns={columns}
        rowLabel={nameOf}
        rowHref={(row) => `${resource.path}/edit/${row.id}`}
        rowMenu={menuOf}
        onRowHover={(row) => prefetchRow(resource.table, row.id)}
        filters={filters}
        searchHint={words.word('search')}
        add={may('create') && { href: `${resource.path}/add`, label: words.word('add') }}
        actions={
          may('import') && (
            <Button icon={Upload} href={`${resource.path}/import`}>
              {t('kit.import')}
            </Button>
          )
        }
        bulk={may('update') || may('delete') ? bulk : undefined}
        exported={
          may('export')
            ? { name: words.word('many'), rows: (signal) => rowsForFile(resource, { matching: list.state, except: [] }, signal) }
            : undefined
        }
        empty={{ icon: resource.icon, title: words.word('emptyTitle'), text: words.word('emptyText') }}
      />
      {removal && (
        <ConfirmDelete
          table={resource.table}
          target={removal.target}
          count={removal.count}
          name={removal.name}
          mayDeactivate={may('update') && removal.active}
          onClose={() => setRemoval(null)}
          onDone={() => {
            removal.onDone?.();
            setRemoval(null);
          }}
        />
      )}
    </>
  );
}

function whichOf(
  { selection }: SelectedRows<PlainRow>,
  matching: { search: string; filters: Readonly<Record<string, readonly string[]>> },
): RowTarget {
  const ids = [...selection.ids];
  return selection.all ? { matching: { search: matching.search, filters: matching.filters }, except: ids } : { ids };
}
