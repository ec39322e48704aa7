import { useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab<Id extends string = string> {
  id: Id;
  label: string;
  /** Already formatted. */
  count?: string | number;
  /** A link keeps the choice in the address; without it the tab is a button. */
  href?: string;
  disabled?: boolean;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  current: Id;
  onChange?: (id: Id) => void;
  /** Stands at the end of the line. */
  end?: ReactNode;
}

/** Underlined. With links they are navigation; without, real tabs whose panel is `<TabPanel id>`. */
export function Tabs<Id extends string>({ label, tabs, current, onChange, end }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const inside = (tab: Tab<Id>) => (
    <>
      <span>{tab.label}</span>
      {tab.count !== undefined && <bdi className="n">{tab.count}</bdi>}
    </>
  );
  if (tabs.some((tab) => tab.href)) {
    return (
      <nav className="views" aria-label={label}>
        {tabs.map((tab) => (
          <a key={tab.id} href={tab.href} aria-current={tab.id === current ? 'page' : undefined} onClick={() => onChange?.(tab.id)}>
            {inside(tab)}
          </a>
        ))}
        {end && <span className="end">{end}</span>}
      </nav>
    );
  }
  const move = (event: KeyboardEvent) => {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const back = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const open = tabs.filter((tab) => !tab.disabled);
    const at = open.findIndex((tab) => tab.id === current);
    const to = { [forward]: (at + 1) % open.length, [back]: (at - 1 + open.length) % open.length, Home: 0, End: open.length - 1 }[event.key];
    const next = to === undefined ? undefined : open[to];
    if (!next) return;
    event.preventDefault();
    onChange?.(next.id);
    list.current?.querySelector<HTMLElement>(`[id="tab-${next.id}"]`)?.focus();
  };
  return (
    <div className="views">
      <div role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={tab.id === current ? `panel-${tab.id}` : undefined}
            tabIndex={tab.id === current ? 0 : -1}
            disabled={tab.disabled}
            onClick={() => onChange?.(tab.id)}
          >
            {inside(tab)}
          </button>
        ))}
      </div>
      {end && <span className="end">{end}</span>}
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
