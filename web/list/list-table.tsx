import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef, type CSSProperties, type MouseEvent, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Icon } from '@/ui/icon.tsx';
import type { Column } from './column.ts';
import type { Sort } from './list-state.ts';
import { isSelected, pageTicks, range, toggle, type Selection } from './selection.ts';

export interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Without it the rows keep the given order. */
  sort?: Sort;
  onSort?: (column: string) => void;
  rowId: (row: Row) => string;
  rowLabel: (row: Row) => string;
  rowHref?: (row: Row) => string | undefined;
  onRowHover?: (row: Row) => void;
  menu?: (row: Row) => ReactNode;
  selection?: Selection;
  onSelect?: (selection: Selection) => void;
  compact?: boolean;
  /** Remains a table on a phone, which scrolls sideways, instead of a card for each row. */
  keepsTable?: boolean;
  busy: boolean;
  className?: string;
}

const GROUP_HEAD = 'h-6 border-b-0 pt-1 text-xs';
const GROUP_GAP = `${GROUP_HEAD} sticky top-0 z-2 bg-paper-2`;

/** Excludes clicks on a control inside the row, and those that select text. */
function isRowClick(event: MouseEvent<HTMLElement>): boolean {
  const inside = event.target instanceof Element && event.target.closest('a,button,input,label,[role=menu],[role=menuitem]');
  return !inside && event.currentTarget.contains(event.target as Node) && !window.getSelection()?.toString();
}

function Tick({
  state,
  label,
  onChange,
}: {
  state: 'none' | 'some' | 'all';
  label: string;
  onChange: (chosen: boolean, shift: boolean) => void;
}) {
  const box = useRef<HTMLInputElement>(null);
  const shift = useRef(false);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={state === 'some' ? 'checkbox mixed' : 'checkbox'}
      aria-label={label}
      checked={state === 'all'}
      onClick={(event) => (shift.current = event.shiftKey)}
      onChange={(event) => onChange(event.target.checked, shift.current)}
    />
  );
}

export function ListTable<Row>({
  label,
  columns,
  rows,
  sort,
  onSort,
  rowId,
  rowLabel,
  rowHref,
  onRowHover,
  menu,
  selection,
  onSelect,
  compact,
  keepsTable,
  busy,
  className,
}: TableProps<Row>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const lastTicked = useRef<string | null>(null);
  const ids = rows.map(rowId);
  const grouped = columns.some((column) => column.group);
  const stickyTop = grouped ? 'top-6' : undefined;
  const hasFooter = columns.some((column) => column.footer) && rows.length > 0;
  // A stronger rule where numbers begin, where their group changes, and where they end.
  const isEdge = (index: number) => {
    const [previous, current] = [columns[index - 1], columns[index]];
    return index > 0 && (current?.num ? !previous?.num || previous.group !== current.group : Boolean(previous?.num));
  };
  const cellClass = ({ num, card = 'sub' }: Column<Row>, index: number) =>
    [num && 'numeric', isEdge(index) ? 'figure-edge' : num && 'figure-column', `card-${card}`, index === 0 && 'lead-cell']
      .filter(Boolean)
      .join(' ');

  const tick = (id: string, chosen: boolean, shift: boolean) => {
    if (!selection || !onSelect) return;
    onSelect(toggle(selection, shift ? range(ids, lastTicked.current, id) : [id], chosen));
    lastTicked.current = id;
  };

  return (
    <table
      className={['data-table list', !keepsTable && 'cards', compact && 'compact', className].filter(Boolean).join(' ')}
      // Many columns scroll sideways next to the fixed first one instead of becoming too narrow.
      style={{ '--least': `${minTableWidth(columns, (selection ? 60 : 0) + (menu ? 56 : 0))}px` } as CSSProperties}
      aria-label={label}
      aria-busy={busy}
    >
      <colgroup>
        {selection && <col className="w-[60px]" />}
        {columns.map((column) => (
          <col key={column.id} style={column.width ? { inlineSize: column.width } : undefined} />
        ))}
        {menu && <col className="w-14" />}
      </colgroup>
      <thead>
        {grouped && (
          <tr className="group-heads">
            {selection && <td className={GROUP_GAP} />}
            {groupsOf(columns).map((group) => {
              const rule = isEdge(group.startIndex) ? 'figure-edge' : undefined;
              // An empty head is a td, not a th.
              if (!group.name)
                return <td key={group.startIndex} colSpan={group.span} className={[GROUP_GAP, rule].filter(Boolean).join(' ')} />;
              return (
                <th
                  key={group.startIndex}
                  colSpan={group.span}
                  scope="colgroup"
                  className={[GROUP_HEAD, 'text-center', rule].filter(Boolean).join(' ')}
                >
                  <span className="mx-0.5 block border-b border-rule-2 pb-0.5">{group.name}</span>
                </th>
              );
            })}
            {menu && <td className={GROUP_GAP} />}
          </tr>
        )}
        <tr>
          {selection && onSelect && (
            <th scope="col" className={stickyTop}>
              <Tick
                state={pageTicks(selection, ids)}
                label={t('kit.selectPage')}
                onChange={(chosen) => onSelect(toggle(selection, ids, chosen))}
              />
            </th>
          )}
          {columns.map((column, index) => {
            const sorted = sort !== undefined && column.sort === sort.by;
            return (
              <th
                key={column.id}
                scope="col"
                className={[cellClass(column, index), stickyTop].filter(Boolean).join(' ')}
                title={column.group ? column.label : undefined}
                aria-sort={sorted ? (sort.descending ? 'descending' : 'ascending') : undefined}
              >
                {column.sort ? (
                  <button
                    type="button"
                    className={`group inline-flex min-h-6 cursor-pointer items-center gap-1 ${sorted ? 'text-ink' : ''} ${column.num ? 'ltr:flex-row-reverse' : ''}`}
                    onClick={() => onSort?.(column.sort ?? '')}
                  >
                    {column.label}
                    <Icon
                      of={sorted && sort.descending ? ArrowDown : ArrowUp}
                      size={13}
                      className={`text-ink-3 ${sorted ? '' : 'opacity-0 group-hover:opacity-60 group-focus-visible:opacity-60'}`}
                    />
                  </button>
                ) : (
                  column.label
                )}
              </th>
            );
          })}
          {menu && (
            <th scope="col" className={stickyTop}>
              <span className="sr-only">{t('kit.actions')}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const id = rowId(row);
          const href = rowHref?.(row);
          const chosen = selection ? isSelected(selection, id) : false;
          return (
            <tr
              key={id}
              data-id={id}
              aria-selected={selection ? chosen : undefined}
              className={href ? 'opens' : undefined}
              onPointerEnter={onRowHover && (() => onRowHover(row))}
              onClick={(event) => {
                if (href && isRowClick(event)) void navigate(href);
              }}
            >
              {selection && (
                <td className="card-tick">
                  <Tick
                    state={chosen ? 'all' : 'none'}
                    label={t('kit.selectRow', { name: rowLabel(row) })}
                    onChange={(ticked, shift) => tick(id, ticked, shift)}
                  />
                </td>
              )}
              {columns.map((column, index) => (
                <td
                  key={column.id}
                  className={cellClass(column, index)}
                  data-l={column.card === 'figure' || column.card === 'low' ? (column.cardLabel?.(row) ?? column.label) : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
              {menu && <td className="card-menu">{menu(row)}</td>}
            </tr>
          );
        })}
      </tbody>
      {hasFooter && (
        <tfoot>
          <tr>
            {selection && <td />}
            {columns.map((column, index) => (
              <td key={column.id} className={cellClass(column, index)}>
                {column.footer?.(rows)}
              </td>
            ))}
            {menu && <td />}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

/** The minimum width in pixels of all columns, plus the checkbox and the menu. */
function minTableWidth<Row>(columns: readonly Column<Row>[], extraWidth: number): number {
  return columns.reduce((sum, { width, minWidth = 200 }) => sum + (width?.endsWith('px') ? parseInt(width, 10) : minWidth), extraWidth);
}

function groupsOf<Row>(columns: readonly Column<Row>[]) {
  const groups: { name: string | undefined; startIndex: number; span: number; num: boolean }[] = [];
  columns.forEach((column, index) => {
    const last = groups.at(-1);
    // Columns without a group get a head cell each, so that their rules reach the top.
    if (last && column.group && last.name === column.group) last.span += 1;
    else groups.push({ name: column.group, startIndex: index, span: 1, num: Boolean(column.num) });
  });
  return groups;
}
