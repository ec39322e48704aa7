import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Icon } from '@/ui/icon.tsx';
import type { GridCell, GridSheet } from './grid-types.ts';
import './variant-grid.css';
import { isInside, type Spot } from './selection.ts';
import { useGrid, type Outcome } from './use-grid.ts';

/** A grid with colours down and sizes across that works like a spreadsheet: arrows, Enter, Tab, typing, ranges, copy, paste and fill. */
export function VariantGrid(sheet: GridSheet) {
  const { t } = useTranslation();
  const [outcome, setOutcome] = useState<Outcome>({ pasted: null, outside: 0, refused: [] });
  const grid = useGrid(sheet, setOutcome);
  const message =
    outcome.outside > 0
      ? t('variants.grid.pastedOutside', { count: outcome.outside })
      : outcome.pasted === null
        ? ''
        : t('variants.grid.pasted', { count: outcome.pasted - outcome.refused.length });
  const { rows, columns, sums } = sheet;
  // Codes have no totals, and barcodes need their full width.
  const least = sums ? 84 + columns.length * 92 : columns.length * 132;
  return (
    <div className="overflow-x-auto [scrollbar-color:var(--color-rule-2)_transparent] [scrollbar-width:thin]">
      <table
        ref={grid.table}
        className="variant-grid"
        role="grid"
        aria-label={sheet.label}
        aria-multiselectable="true"
        aria-readonly={!sheet.write || undefined}
        style={{ minInlineSize: `${168 + least}px` }}
        onKeyDown={grid.onKeyDown}
      >
        <thead>
          <tr>
            <th scope="col">{sheet.corner}</th>
            {columns.map((column, index) => (
              <th key={column.id ?? ''} scope="col" className="numeric">
                <span className="variant-grid-head">
                  {column.head}
                  {sheet.columnTool?.(index)}
                </span>
              </th>
            ))}
            {sums && (
              <th scope="col" className="numeric">
                {t('variants.grid.total')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, down) => (
            <tr key={row.id ?? ''}>
              <th scope="row">
                <span className="variant-grid-head">
                  {row.head}
                  {sheet.rowTool?.(down)}
                </span>
              </th>
              {columns.map((column, across) => (
                <Cell key={column.id ?? ''} sheet={sheet} grid={grid} spot={{ row: down, column: across }} />
              ))}
              {sums && (
                <td className="numeric row-total">
                  <bdi className="number">{sums.rows[down]}</bdi>
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {sums && (
          <tfoot>
            <tr>
              <th scope="row">{t('variants.grid.total')}</th>
              {columns.map((column, across) => (
                <td key={column.id ?? ''} className="numeric">
                  <bdi className="number">{sums.columns[across]}</bdi>
                </td>
              ))}
              <td className="numeric">
                <bdi className="number">{sums.all}</bdi>
              </td>
            </tr>
          </tfoot>
        )}
      </table>
      <p className={message ? 'px-gutter py-2 text-sm text-ink-3' : 'sr-only'} role="status">
        {message}
      </p>
      {outcome.refused[0] !== undefined && (
        <p className="error-text px-gutter py-2" role="alert">
          {t('variants.grid.refused', { count: outcome.refused.length, first: outcome.refused[0] })}
        </p>
      )}
    </div>
  );
}

interface CellProps {
  sheet: GridSheet;
  grid: ReturnType<typeof useGrid>;
  spot: Spot;
}

function Cell({ sheet, grid, spot }: CellProps) {
  const { t } = useTranslation();
  const cell = sheet.cellOf(spot);
  const active = grid.range.active.row === spot.row && grid.range.active.column === spot.column;
  const editing = active && grid.draft !== null;
  const name = [sheet.rows[spot.row]?.name, sheet.columns[spot.column]?.name].filter(Boolean).join(' / ');
  return (
    <td
      role="gridcell"
      data-spot={`${spot.row}:${spot.column}`}
      tabIndex={active && !editing ? 0 : -1}
      className={classesOf(cell, active, editing)}
      aria-selected={isInside(spot, grid.range)}
      aria-invalid={cell?.error ? true : undefined}
      aria-label={cell ? undefined : t('variants.grid.missing', { name })}
      title={cell?.error}
      {...grid.cellPointer(spot)}
    >
      {!cell && !editing && (sheet.fill ? <Icon of={Plus} size={14} /> : <span aria-hidden="true">–</span>)}
      {cell && (cell.above !== undefined || !editing) && (
        <span className="number">
          {cell.above !== undefined && <span className={`block font-high ${cell.error ? 'text-bad' : 'text-ink'}`}>{cell.above}</span>}
          {!editing && (
            <span
              className={[
                'block',
                cell.above !== undefined && 'text-xs',
                (cell.above === undefined || cell.isOverridden) && 'font-high',
                cell.error ? 'text-bad' : cell.isOverridden ? 'text-accent' : cell.above === undefined ? 'text-ink' : 'text-ink-3',
              ]
                .filter(Boolean)
                .join(' ')}
            >
              {cell.value}
            </span>
          )}
          {!editing && cell.below !== undefined && <span className="variant-grid-below block text-xs text-ink-3">{cell.below}</span>}
        </span>
      )}
      {editing && (
        <input
          ref={grid.placeEditor}
          className="variant-grid-input block w-full text-end font-high text-ink outline-none select-text"
          dir="ltr"
          aria-label={name}
          data-figure={sheet.kind === 'code' ? undefined : true}
          data-scans={sheet.kind === 'code' || undefined}
          inputMode={sheet.kind === 'code' || sheet.kind === 'difference' ? 'text' : 'decimal'}
          autoComplete="off"
          value={grid.draft ?? ''}
          onChange={(event) => grid.setDraft(event.target.value)}
          onBlur={() => grid.commit()}
        />
      )}
    </td>
  );
}

function classesOf(cell: GridCell | null, active: boolean, editing: boolean): string {
  return [
    'numeric',
    !cell && !editing && 'none',
    cell?.isOverridden && 'edited',
    cell?.isInactive && 'off',
    cell?.error && 'wrong',
    active && 'active-cell',
    editing && 'actions-cell',
  ]
    .filter(Boolean)
    .join(' ');
}
