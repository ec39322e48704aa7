import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { Suspense, useDeferredValue, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Icon } from '@/ui/icon.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { ChoiceList, ChoiceRow } from './choice-list.tsx';
import type { Choice, Filter } from './column.ts';
import { Popover } from './popover.tsx';
import type { List } from './use-list-state.ts';

interface ActiveFilter {
  filter: Filter;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
}

/** The labels of the chosen values; values from an outdated or mistyped URL are `unknown`. */
function useLabels({ filter, values }: Pick<ActiveFilter, 'filter' | 'values'>): { known: readonly Choice[]; unknown: readonly string[] } {
  const { i18n } = useTranslation();
  const isFixed = 'options' in filter;
  const found = useQuery({
    queryKey: ['filter-labels', i18n.language, filter.name, ...values],
    queryFn: () => (isFixed ? [] : filter.loadLabels(values)),
    enabled: !isFixed && values.length > 0,
    placeholderData: (previous) => previous,
  });
  const known = (isFixed ? filter.options : (found.data ?? [])).filter(({ value }) => values.includes(value));
  return {
    known,
    unknown:
      !isFixed && (found.isPending || found.isPlaceholderData)
        ? []
        : values.filter((value) => !known.some((choice) => choice.value === value)),
  };
}

const focusFirstInput = (body: HTMLElement | null) => body?.querySelector('input')?.focus();

/** Focuses its first input on mount, as the menu entry that opened it is gone. */
function FilterBody(chosen: ActiveFilter) {
  const { filter } = chosen;
  return (
    <Suspense fallback={<Spinner />}>
      <div className="contents" ref={focusFirstInput}>
        {'panel' in filter ? (
          <filter.panel label={filter.label} values={chosen.values} onChange={chosen.onChange} />
        ) : (
          <Choices {...chosen} filter={filter} />
        )}
      </div>
    </Suspense>
  );
}

function Choices({ filter, values, onChange }: ActiveFilter & { filter: Exclude<Filter, { panel: unknown }> }) {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  const [words, setWords] = useState('');
  const deferredWords = useDeferredValue(words);
  const isFixed = 'options' in filter;
  const found = useQuery({
    // Different lists may use the same filter name.
    queryKey: ['filter-choices', i18n.language, pathname, filter.name, deferredWords],
    queryFn: () => (isFixed ? filter.options : filter.search(deferredWords)),
    placeholderData: (previous) => previous,
    initialData: isFixed ? filter.options : undefined,
  });
  const { known } = useLabels({ filter, values });
  // A ticked choice stays among the others until its label is loaded, because remounting it would lose the focus.
  const notSelected = (found.data ?? []).filter((choice) => !known.some(({ value }) => value === choice.value));
  const shown = isFixed ? filter.options : [...known, ...notSelected];
  return (
    <>
      {!isFixed && (
        <TextInput
          boxClassName="mb-1 w-full"
          aria-label={t('kit.searchChoices')}
          placeholder={t('kit.searchChoices')}
          value={words}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            // Enter must not take a result of earlier words.
            if (event.key !== 'Enter' || words === '' || deferredWords !== words || found.isPlaceholderData || !notSelected[0]) return;
            onChange([...values, notSelected[0].value]);
            setWords('');
          }}
          end={found.isFetching && <Spinner />}
        />
      )}
      <ChoiceList label={filter.label}>
        {shown.map((choice) => (
          <ChoiceRow
            key={choice.value}
            checked={values.includes(choice.value)}
            onChange={(checked) => onChange(checked ? [...values, choice.value] : values.filter((value) => value !== choice.value))}
            label={choice.label}
          />
        ))}
        {found.isSuccess && shown.length === 0 && <p className="none">{t('kit.noChoice')}</p>}
      </ChoiceList>
    </>
  );
}

function FilterChip(chosen: ActiveFilter) {
  const { t } = useTranslation();
  const { known, unknown } = useLabels(chosen);
  const names = [...known.map(({ label }) => label), ...unknown.map((value) => t('kit.noSuchChoice', { value }))];
  const { filter, values, onChange } = chosen;
  return (
    <span
      className={`chip inline-flex h-7 items-center gap-1.5 rounded-[14px] border border-rule-2 bg-sheet ps-2.5 text-sm whitespace-nowrap text-ink-3 ${filter.always ? 'pe-2.5' : 'pe-1.5'}`}
    >
      <Popover
        label={filter.label}
        button={(aids) => (
          <button type="button" className="inline-flex max-w-[260px] cursor-pointer items-center gap-1.5 rounded-sm" {...aids}>
            <span>{filter.label}</span>
            <b className={`max-w-[180px] min-w-0 overflow-x-clip font-medium text-ellipsis ${unknown.length > 0 ? 'negative' : ''}`}>
              <bdi>{names.join(t('kit.listComma')) || '…'}</bdi>
            </b>
          </button>
        )}
      >
        {() => <FilterBody filter={filter} values={values} onChange={onChange} />}
      </Popover>
      {!filter.always && (
        <button
          type="button"
          className="grid size-[18px] cursor-pointer place-items-center rounded-full"
          aria-label={t('kit.removeFilter', { label: filter.label })}
          onClick={() => onChange([])}
        >
          <Icon of={X} size={13} />
        </button>
      )}
    </span>
  );
}

/** A chip for each active filter, and one to add another. */
export function FilterBar({ list, filters }: { list: List; filters: readonly Filter[] }) {
  const { t } = useTranslation();
  const [openFilterName, setOpenFilterName] = useState<string | null>(null);
  const set = (filter: Filter) => (values: readonly string[]) => list.change({ filter: filter.name, values });
  const active = filters.filter((filter) => list.state.filters[filter.name]);
  const available = filters.filter((filter) => !list.state.filters[filter.name] || filter.name === openFilterName);
  return (
    <>
      {active.map((filter) => (
        <FilterChip key={filter.name} filter={filter} values={list.state.filters[filter.name] ?? []} onChange={set(filter)} />
      ))}
      {available.length > 0 && (
        <Popover
          label={t('kit.filterBy')}
          button={(aids) => (
            <button
              type="button"
              className="inline-flex h-7 items-center gap-1.5 rounded-[14px] border border-dashed border-rule-2 ps-2 pe-[11px] text-sm font-medium whitespace-nowrap text-ink-2"
              {...aids}
              onClick={() => {
                setOpenFilterName(null);
                aids.onClick();
              }}
            >
              <Icon of={Plus} size={14} />
              {t('kit.filter')}
            </button>
          )}
        >
          {() => {
            const filter = filters.find((one) => one.name === openFilterName) ?? (filters.length === 1 ? filters[0] : undefined);
            if (filter) return <FilterBody filter={filter} values={list.state.filters[filter.name] ?? []} onChange={set(filter)} />;
            return available.map((one) => (
              <button key={one.name} type="button" className="item" onClick={() => setOpenFilterName(one.name)}>
                {one.label}
              </button>
            ));
          }}
        </Popover>
      )}
      {list.narrowed && (
        <button type="button" className="link" onClick={() => list.change({ clearFilters: true })}>
          {t('kit.clear')}
        </button>
      )}
    </>
  );
}
