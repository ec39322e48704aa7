import { Columns3, Rows3, Rows4, Search } from 'lucide-react';
import { use, useEffect, useRef, useState, type ReactNode } from 'react';
import { UNSAFE_DataRouterContext, useLocation } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { IconButton } from '@/ui/button.tsx';
import { useShortcut } from '@/ui/shortcuts.ts';
import { TextInput } from '@/ui/text-input.tsx';
import { ChoiceList, ChoiceRow } from './choice-list.tsx';
import type { Column, Filter } from './column.ts';
import { FilterBar } from './filter-bar.tsx';
import { Popover } from './popover.tsx';
import type { List } from './use-list-state.ts';

const PAUSE = 220;

/** The search box. Input goes into the URL once typing pauses; a change of the URL from elsewhere updates the box. */
function SearchBox({ list, hint }: { list: List; hint: string }) {
  const { state, change } = list;
  const [typed, setTyped] = useState(state.search);
  const [submitted, setSubmitted] = useState(state.search);
  const box = useRef<HTMLInputElement>(null);
  if (state.search !== submitted) {
    setSubmitted(state.search);
    if (state.search !== typed.trim()) setTyped(state.search);
  }
  const router = use(UNSAFE_DataRouterContext)?.router;
  const pathname = useLocation().pathname;
  useEffect(() => {
    if (typed.trim() === submitted) return;
    const timer = setTimeout(() => {
      // While navigating away, changing the URL would cancel that. The router's state is ahead of what its hooks have rendered.
      if (router && (router.state.navigation.state !== 'idle' || router.state.location.pathname !== pathname)) return;
      setSubmitted(typed.trim());
      change({ search: typed });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, submitted, change, router, pathname]);
  useShortcut('/', () => {
    box.current?.focus();
    box.current?.select();
  });
  return (
    <TextInput
      ref={box}
      type="search"
      boxClassName="w-[280px] flex-none max-sm:w-auto max-sm:flex-[1_0_100%]"
      icon={Search}
      keys="/"
      data-search
      data-scans="search"
      aria-label={hint}
      placeholder={hint}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && typed) {
          event.stopPropagation();
          setTyped('');
        }
      }}
    />
  );
}

interface ToolsProps<Row> {
  list: List;
  filters: readonly Filter[];
  searchHint: string;
  columns: readonly Column<Row>[];
  visible: readonly Column<Row>[];
  onToggleColumn: (id: string, shown: boolean) => void;
  compact: boolean;
  onCompactChange: (compact: boolean) => void;
  exportMenu?: ReactNode;
}

export function ListTools<Row>({
  list,
  filters,
  searchHint,
  columns,
  visible,
  onToggleColumn,
  compact,
  onCompactChange,
  exportMenu,
}: ToolsProps<Row>) {
  const { t } = useTranslation();
  const choosable = columns.filter((column) => !column.pinned);
  return (
    <div className="tools" role="search">
      <SearchBox list={list} hint={searchHint} />
      <FilterBar list={list} filters={filters} />
      <span className="inline-group ms-auto no-phone">
        {choosable.length > 1 && (
          <Popover
            label={t('kit.columns')}
            align="end"
            button={(aids) => <IconButton variant="quiet" icon={Columns3} label={t('kit.columns')} {...aids} />}
          >
            {() => (
              <ChoiceList label={t('kit.columns')}>
                {choosable.map((column) => (
                  <ChoiceRow
                    key={column.id}
                    checked={visible.includes(column)}
                    onChange={(shown) => onToggleColumn(column.id, shown)}
                    label={column.label}
                  />
                ))}
              </ChoiceList>
            )}
          </Popover>
        )}
        <IconButton
          variant="quiet"
          icon={compact ? Rows4 : Rows3}
          label={compact ? t('kit.compactOff') : t('kit.compactOn')}
          aria-pressed={compact}
          onClick={() => onCompactChange(!compact)}
        />
        {exportMenu}
      </span>
    </div>
  );
}
