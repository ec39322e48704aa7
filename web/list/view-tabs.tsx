import { Plus, X } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Icon } from '@/ui/icon.tsx';
import { TextInput } from '@/ui/text-input.tsx';
import { Popover } from './popover.tsx';
import { writeListState, type ListState } from './list-state.ts';
import { useCountText } from './use-count-text.ts';
import type { List } from './use-list-state.ts';

export interface SavedView {
  name: string;
  /** The URL's query, so that a view always means the same as a link. */
  query: string;
  /** The number of its rows, where known. */
  count?: number;
}

const withoutPage = (state: ListState): ListState => ({ ...state, page: 1 });

/** The query for filters and sorting; page and page size are not part of a view. */
export function queryOfView({ state, rules }: List): string {
  return writeListState({ ...withoutPage(state), size: rules.size ?? 25 }, rules).toString();
}

interface ViewTabsProps {
  list: List;
  /** The formatted number of rows in the current view. */
  count?: string;
  builtIn?: readonly SavedView[];
  /** The name of the view without filters, "All" by default. */
  all?: string;
  saved: readonly SavedView[];
  onSave: (views: readonly SavedView[]) => void;
}

/** "All", the screen's views, the user's own views, and a button to save the current one. */
export function ViewTabs({ list, count, builtIn = [], all, saved, onSave }: ViewTabsProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const currentQuery = queryOfView(list);
  const text = useCountText();
  const views: readonly SavedView[] = [{ name: all ?? t('kit.all'), query: '' }, ...builtIn, ...saved];
  const isNew = !views.some((view) => view.query === currentQuery);
  return (
    <nav
      className="views flex flex-none gap-[22px] overflow-x-auto border-b border-rule-2 px-gutter [scrollbar-width:none] sm:has-[.panel]:overflow-visible"
      aria-label={t('kit.views')}
    >
      {views.map((view, index) => (
        <span className="inline-group gap-0.5" key={`${index}-${view.name}`}>
          <Link
            className="-mb-px flex h-9 items-center gap-[7px] border-b-2 border-transparent font-medium whitespace-nowrap text-ink-3 hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:font-high aria-[current]:text-ink"
            to={{ pathname, search: view.query }}
            aria-current={view.query === currentQuery ? 'page' : undefined}
          >
            <bdi>{view.name}</bdi>
            {view.count !== undefined ? (
              <bdi className="number text-xs">{text.capped(view.count)}</bdi>
            ) : (
              view.query === currentQuery && count && <bdi className="number text-xs">{count}</bdi>
            )}
          </Link>
          {index > builtIn.length && view.query === currentQuery && (
            <button
              type="button"
              className="flex h-9 cursor-pointer items-center p-1 text-ink-3 hover:text-accent focus-visible:-outline-offset-2"
              aria-label={t('kit.deleteView', { name: view.name })}
              onClick={() => onSave(saved.filter((one) => one.name !== view.name))}
            >
              <Icon of={X} size={13} />
            </button>
          )}
        </span>
      ))}
      {isNew && (
        <Popover
          label={t('kit.saveView')}
          button={(aids) => (
            <button
              type="button"
              className="flex h-9 cursor-pointer items-center gap-1.5 p-1 font-medium whitespace-nowrap text-ink-3 hover:text-accent focus-visible:-outline-offset-2"
              {...aids}
            >
              <Icon of={Plus} size={14} />
              {t('kit.saveView')}
            </button>
          )}
        >
          {(close) => (
            <NameView
              onName={(name) => {
                onSave([...saved.filter((one) => one.name !== name), { name, query: currentQuery }]);
                close();
              }}
            />
          )}
        </Popover>
      )}
    </nav>
  );
}

function NameView({ onName }: { onName: (name: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) onName(name.trim());
  };
  return (
    <form className="grid min-w-60 gap-2.5 p-2" onSubmit={submit}>
      <Field label={t('kit.viewName')}>
        <TextInput value={name} maxLength={40} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" disabled={!name.trim()}>
        {t('kit.saveView')}
      </Button>
    </form>
  );
}
