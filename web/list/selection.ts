// The ticked rows. They survive paging; "all that match" stands for the filter, so it includes rows never loaded.

export interface Selection {
  /** True: all matching rows except `ids`; false: only `ids`. */
  all: boolean;
  ids: ReadonlySet<string>;
}

export const NO_SELECTION: Selection = { all: false, ids: new Set() };

export function isSelected(selection: Selection, id: string): boolean {
  return selection.all !== selection.ids.has(id);
}

export function countSelected(selection: Selection, total: number): number {
  return selection.all ? Math.max(0, total - selection.ids.size) : selection.ids.size;
}

export function toggle(selection: Selection, ids: readonly string[], chosen: boolean): Selection {
  const next = new Set(selection.ids);
  for (const id of ids) {
    if (chosen === selection.all) next.delete(id);
    else next.add(id);
  }
  return { all: selection.all, ids: next };
}

export function selectAllMatching(): Selection {
  return { all: true, ids: new Set() };
}

export type Ticks = 'none' | 'some' | 'all';

/** The state of the head's checkbox, for the rows of this page. */
export function pageTicks(selection: Selection, pageIds: readonly string[]): Ticks {
  const count = pageIds.filter((id) => isSelected(selection, id)).length;
  if (count === 0) return 'none';
  return count === pageIds.length ? 'all' : 'some';
}

/** The rows from the last ticked one to this one, for a click with Shift. */
export function range(pageIds: readonly string[], from: string | null, to: string): readonly string[] {
  const start = from === null ? -1 : pageIds.indexOf(from);
  const end = pageIds.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return pageIds.slice(Math.min(start, end), Math.max(start, end) + 1);
}
