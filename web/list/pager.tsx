import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { IconButton } from '@/ui/button.tsx';
import { lastPage, PAGE_SIZES } from './list-state.ts';
import type { List } from './use-list-state.ts';
import { useCountText } from './use-count-text.ts';

interface PagerProps {
  list: List;
  rowCount: number;
  count: number | undefined;
  /** Only where rows can be ticked. */
  selected?: number;
}

/** Rows per page, range and total, number of ticked rows, and the page buttons. */
export function Pager({ list, rowCount, count, selected }: PagerProps) {
  const { t } = useTranslation();
  const text = useCountText();
  const { page, size } = list.state;
  const first = rowCount === 0 ? 0 : (page - 1) * size + 1;
  const knownLastPage = lastPage(count ?? Infinity, size);
  const lastReachablePage = Number.isFinite(knownLastPage) ? knownLastPage : page + (rowCount === size ? 1 : 0);
  const go = (to: number) => list.change({ page: to });
  // Disabled buttons have no border.
  const [previousVariant, nextVariant] = [page > 1, page < lastReachablePage].map((isEnabled) =>
    isEnabled ? ('secondary' as const) : ('quiet' as const),
  );
  return (
    <nav
      className="pager flex h-12 flex-none items-center gap-4 border-t border-rule-2 bg-paper-2 px-gutter text-sm text-ink-3 max-sm:h-14 max-sm:gap-2.5 max-sm:whitespace-nowrap [&_.button[disabled]_.icon]:text-ink-4"
      aria-label={t('kit.pages')}
    >
      <label className="inline-group no-phone">
        <span>{t('kit.rowsPerPage')}</span>
        <span className="input h-7 w-auto ps-2 pe-1.5 text-sm">
          <select
            className="cursor-pointer appearance-none text-start text-ink outline-none"
            value={size}
            onChange={(event) => list.change({ size: Number(event.target.value) })}
          >
            {PAGE_SIZES.map((option) => (
              <option key={option} value={option}>
                {text.number(option)}
              </option>
            ))}
          </select>
        </span>
      </label>
      <span role="status">
        {count === undefined
          ? ''
          : t('kit.rangeOf', { range: text.range(first, first + Math.max(0, rowCount - 1)), total: text.capped(count) })}
      </span>
      {selected === undefined ? null : (
        <span className={selected > 0 ? 'font-high text-accent' : 'no-phone'}>
          {t('kit.selected', { count: selected, shown: text.number(selected) })}
        </span>
      )}
      {lastReachablePage > 1 && (
        <span className="ms-auto flex items-center gap-1">
          <IconButton
            small
            flip
            variant={previousVariant}
            icon={ChevronsLeft}
            label={t('kit.firstPage')}
            disabled={page <= 1}
            onClick={() => go(1)}
          />
          <IconButton
            small
            flip
            variant={previousVariant}
            icon={ChevronLeft}
            label={t('kit.previousPage')}
            disabled={page <= 1}
            onClick={() => go(page - 1)}
          />
          <span className="no-phone">
            {knownLastPage === Infinity
              ? t('kit.page', { page: text.number(page) })
              : t('kit.pageOf', { page: text.number(page), last: text.number(lastReachablePage) })}
          </span>
          <IconButton
            small
            flip
            variant={nextVariant}
            icon={ChevronRight}
            label={t('kit.nextPage')}
            disabled={page >= lastReachablePage}
            onClick={() => go(page + 1)}
          />
          <IconButton
            small
            flip
            variant={knownLastPage === Infinity ? 'quiet' : nextVariant}
            icon={ChevronsRight}
            label={t('kit.lastPage')}
            disabled={page >= lastReachablePage || knownLastPage === Infinity}
            onClick={() => go(lastReachablePage)}
          />
        </span>
      )}
    </nav>
  );
}
