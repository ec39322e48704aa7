import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from 'lucide-react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { IconButton } from '@/ui/button.tsx';
import { lastPage, PAGE_SIZES } from './list-state.ts';
import type { List } from './use-list-state.ts';
import { useCountText } from './use-count-text.ts';

interface PagerProps {
  list: List;
  shown: number;
  count: number | undefined;
  /** Only where rows can be ticked. */
  selected?: number;
}

/** Rows per page, range and total, number of ticked rows, and the page buttons. */
export function Pager({ list, shown, count, selected }: PagerProps) {
  const { t } = useTranslation();
  const text = useCountText();
  const { page, size } = list.state;
  const first = shown === 0 ? 0 : (page - 1) * size + 1;
  const counted = lastPage(count ?? Infinity, size);
  const last = Number.isFinite(counted) ? counted : page + (shown === size ? 1 : 0);
  const go = (to: number) => list.change({ page: to });
  // Disabled buttons have no border.
  const [back, on] = [page > 1, page < last].map((there) => (there ? ('secondary' as const) : ('quiet' as const)));
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
          : t('kit.rangeOf', { range: text.range(first, first + Math.max(0, shown - 1)), total: text.capped(count) })}
      </span>
      {selected === undefined ? null : (
        <span className={selected > 0 ? 'font-high text-accent' : 'no-phone'}>
          {t('kit.selected', { count: selected, shown: text.number(selected) })}
        </span>
      )}
      {last > 1 && (
        <span className="ms-auto flex items-center gap-1">
          <IconButton small flip variant={back} icon={ChevronsLeft} label={t('kit.firstPage')} disabled={page <= 1} onClick={() => go(1)} />
          <IconButton
            small
            flip
            variant={back}
            icon={ChevronLeft}
            label={t('kit.previousPage')}
            disabled={page <= 1}
            onClick={() => go(page - 1)}
          />
          <span className="no-phone">
            {counted === Infinity
              ? t('kit.page', { page: text.number(page) })
              : t('kit.pageOf', { page: text.number(page), last: text.number(last) })}
          </span>
          <IconButton
            small
            flip
            variant={on}
            icon={ChevronRight}
            label={t('kit.nextPage')}
            disabled={page >= last}
            onClick={() => go(page + 1)}
          />
          <IconButton
            small
            flip
            variant={counted === Infinity ? 'quiet' : on}
            icon={ChevronsRight}
            label={t('kit.lastPage')}
            disabled={page >= last || counted === Infinity}
            onClick={() => go(last)}
          />
        </span>
      )}
    </nav>
  );
}
