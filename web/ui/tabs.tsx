import { useRef, type KeyboardEvent, type ReactNode } from 'react';

interface Tab<Id extends string = string> {
  id: Id;
  label: string;
  /** Already formatted. */
  count?: string;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  current: Id;
  onChange: (id: Id) => void;
  /** At the end of the line. */
  end?: ReactNode;
}

/** Underlined tabs; each panel is a `<TabPanel id>`. */
export function Tabs<Id extends string>({ label, tabs, current, onChange, end }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const index = tabs.findIndex((tab) => tab.id === current);
    const to = { [forward]: (index + 1) % tabs.length, [back]: (index - 1 + tabs.length) % tabs.length, Home: 0, End: tabs.length - 1 }[
      event.key
    ];
    const next = to === undefined ? undefined : tabs[to];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[id="tab-${next.id}"]`)?.focus();
  };
  return (
    <div className="views flex flex-none gap-[22px] overflow-x-auto border-b border-rule-2 px-gutter [scrollbar-width:none]">
      <div className="flex gap-[22px]" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="cursor-pointer -mb-px flex h-9 items-center gap-[7px] border-b-2 border-transparent font-medium whitespace-nowrap text-ink-3 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:font-high aria-selected:text-ink"
            id={`tab-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? `panel-${tab.id}` : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            <span>{tab.label}</span>
            {tab.count !== undefined && <bdi className="number text-xs">{tab.count}</bdi>}
          </button>
        ))}
      </div>
      {end && <span className="ms-auto">{end}</span>}
    </div>
  );
}

export function TabPanel({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} className={className}>
      {children}
    </div>
  );
}
