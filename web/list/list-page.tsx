import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useUserKey } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import type { LucideIcon } from '@/ui/icon.tsx';
import { Menu } from '@/ui/menu.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { PageHead } from '@/ui/page-head.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { SkeletonTable } from '@/ui/skeleton.tsx';
import { visibleColumns, type Column, type Exported, type Filter, type ListResult } from './column.ts';
import { ExportMenu } from './export-menu.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ListTools } from './list-head.tsx';
import { LoadFailed, NothingMatches } from './list-states.tsx';
import { ListTable } from './list-table.tsx';
import { Pager } from './pager.tsx';
import { countSelected, selectAllMatching, type Selection } from './selection.ts';
import { useCountText } from './use-count-text.ts';
import { useRedirectToValidPage, type List } from './use-list-state.ts';
import { useSelection } from './use-selection.ts';
import { useStored } from './use-stored.ts';
import { queryOfView, ViewTabs, type SavedView } from './view-tabs.tsx';

export interface SelectedRows<Row> {
  selection: Selection;
  count: number;
  /** The ticked rows on this page. */
  rows: readonly Row[];
  clear: () => void;
}

interface ListPageProps<Row> {
  /** The key under which the user's columns, density and views are stored. */
  name: string;
  title: string;
  summary?: ReactNode;
  list: List;
  result: ListResult<Row>;
  columns: readonly Column<Row>[];
  rowLabel: (row: Row) => string;
  rowHref?: (row: Row) => string | undefined;
  /** The actions on a row; without any it has no menu. */
  rowMenu?: (row: Row) => readonly MenuEntry[];
  /** The pointer enters a row: its page may be prefetched. */
  onRowHover?: (row: Row) => void;
  filters?: readonly Filter[];
  views?: readonly SavedView[];
  searchHint: string;
  /** The page to create a record, with permission; also opened by the key N. */
  add?: { href: string; label: string } | false;
  /** A message above the rows. */
  notice?: ReactNode;
  /** Further actions on the list. */
  actions?: ReactNode;
  bulk?: (selected: SelectedRows<Row>) => ReactNode;
  exported?: Pick<Exported<Row>, 'name' | 'rows'>;
  empty: { icon: LucideIcon; title: string; text: string; actions?: ReactNode };
  tableClass?: string;
  /** The heading above the error when loading failed. */
  loadErrorTitle?: string;
}

interface ListPreferences {
  hidden: readonly string[];
  added: readonly string[];
  compact: boolean;
  views: readonly SavedView[];
}
const defaultPreferences: ListPreferences = { hidden: [], added: [], compact: false, views: [] };

/** A complete list screen, independent of tables and queries: it takes rows, columns and the list's state. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const {
    name,
    title,
    summary,
    list,
    result,
    columns,
    rowLabel,
    rowHref,
    rowMenu,
    onRowHover,
    filters = [],
    views,
    searchHint,
    add,
    notice,
    actions,
    bulk,
    exported,
    empty,
    tableClass,
    loadErrorTitle,
  } = props;
  const { t } = useTranslation();
  const text = useCountText();
  const [preferences, setPreferences] = useStored<ListPreferences>(`list:${useUserKey()}:${name}`, defaultPreferences);
  const { selection, select, clear } = useSelection(JSON.stringify([list.state.search, list.state.filters]));
  const rows = result.rows ?? [];
  const visible = visibleColumns(columns, preferences.hidden, preferences.added);
  const count = result.count ?? rows.length;
  const selectedCount = countSelected(selection, count);
  const selectedRows = rows.filter((row) => selection.all !== selection.ids.has(row.id));

  const { change, state } = list;
  const navigate = useNavigate();
  useShortcut('n', () => add && void navigate(add.href), { when: Boolean(add) });
  const addButton = add && (
    <Button variant="primary" icon={Plus} keys="N" href={add.href}>
      {add.label}
    </Button>
  );
  const isBeyondEnd = useRedirectToValidPage(list, result);

  const showColumn = (id: string, shown: boolean) => {
    const exclude = (ids: readonly string[]) => ids.filter((one) => one !== id);
    setPreferences({
      ...preferences,
      hidden: shown ? exclude(preferences.hidden) : [...exclude(preferences.hidden), id],
      added: shown ? [...exclude(preferences.added), id] : exclude(preferences.added),
    });
  };

  const isSelectable = Boolean(bulk);
  const isEmpty = result.rows !== undefined && rows.length === 0 && !isBeyondEnd;
  return (
    <>
      <PageHead
        title={title}
        sub={summary ?? '\u00a0'}
        actions={
          (actions || addButton) && (
            <>
              {actions}
              {addButton}
            </>
          )
        }
      />
      {notice}
      <ViewTabs
        list={list}
        count={result.count === undefined ? undefined : text.capped(result.count)}
        builtIn={views}
        saved={preferences.views}
        onSave={(saved) => setPreferences({ ...preferences, views: saved })}
      />
      {bulk && selectedCount > 0 ? (
        <BulkBar
          selectedText={t('kit.selected', { count: selectedCount, shown: text.number(selectedCount) })}
          selectAll={
            !selection.all && selectedCount < count
              ? { text: t('kit.selectAllMatching', { count, shown: text.capped(count) }), onSelect: () => select(selectAllMatching()) }
              : undefined
          }
          onClear={clear}
        >
          {bulk({ selection, count: selectedCount, rows: selectedRows, clear })}
        </BulkBar>
      ) : (
        <ListTools
          list={list}
          filters={filters}
          searchHint={searchHint}
          columns={columns}
          visible={visible}
          onToggleColumn={showColumn}
          compact={preferences.compact}
          onCompactChange={(compact) => setPreferences({ ...preferences, compact })}
          exportMenu={exported && <ExportMenu exported={{ ...exported, sort: list.state.sort, count }} columns={visible} all={columns} />}
        />
      )}
      <div className="scroll" data-query={queryOfView(list)}>
        {Boolean(result.error) && <LoadFailed error={result.error} title={loadErrorTitle} onRetry={result.retry} />}
        {result.pending && !result.error && (
          <SkeletonTable columns={visible} rows={state.size} isSelectable={isSelectable} menu={Boolean(rowMenu)} />
        )}
        {isEmpty &&
          (list.narrowed ? (
            <NothingMatches onClear={() => change({ clearFilters: true })} />
          ) : (
            <EmptyState
              icon={empty.icon}
              title={empty.title}
              actions={
                (addButton || empty.actions) && (
                  <>
                    {addButton}
                    {empty.actions}
                  </>
                )
              }
            >
              {empty.text}
            </EmptyState>
          ))}
        {rows.length > 0 && (
          <ListTable
            label={title}
            columns={visible}
            rows={rows}
            sort={state.sort}
            onSort={(column) => change({ sort: column })}
            rowId={({ id }) => id}
            rowLabel={rowLabel}
            rowHref={rowHref}
            onRowHover={onRowHover}
            menu={
              rowMenu &&
              ((row) => rowMenu(row).length > 0 && <Menu small label={t('kit.rowActions', { name: rowLabel(row) })} items={rowMenu(row)} />)
            }
            selection={isSelectable ? selection : undefined}
            onSelect={isSelectable ? select : undefined}
            compact={preferences.compact}
            busy={result.refreshing}
            className={tableClass}
          />
        )}
      </div>
      <Pager list={list} rowCount={rows.length} count={result.count} selected={bulk && selectedCount} />
    </>
  );
}
