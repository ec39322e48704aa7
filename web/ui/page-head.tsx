import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

interface PageHeadProps {
  /** The page's only h1, and by default the tab's title and the last crumb. */
  title: string;
  /** One line of current numbers. */
  sub?: ReactNode;
  /** Beside the title, such as a Stamp. */
  stamp?: ReactNode;
  /** Before the title, such as a Thumb. */
  lead?: ReactNode;
  /** At the end of the row; exactly one of them is primary. */
  actions?: ReactNode;
  /** The tab's title where it differs from the h1. */
  tab?: string;
}

export function PageHead({ title, sub, stamp, lead, actions, tab }: PageHeadProps) {
  usePageTitle(tab ?? title);
  return (
    <header className="head">
      {lead}
      <div className="words">
        <div className="inline-group">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {stamp}
        </div>
        {sub && <p className="subtitle">{sub}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </header>
  );
}
