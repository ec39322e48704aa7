import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

interface PageHeadProps {
  /** The page's one h1, the tab's title and the last crumb. */
  title: string;
  /** One line of living numbers. */
  sub?: ReactNode;
  /** Stands beside the title, such as a Stamp. */
  stamp?: ReactNode;
  /** Stands before the title, such as a Thumb. */
  lead?: ReactNode;
  /** At the end, exactly one primary. */
  actions?: ReactNode;
  /** When the title on the page is not what the tab should say. */
  tab?: string;
}

export function PageHead({ title, sub, stamp, lead, actions, tab }: PageHeadProps) {
  usePageTitle(tab ?? title);
  return (
    <header className="head">
      {lead}
      <div className="words">
        <div className="row">
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {stamp}
        </div>
        {sub && <p className="sub">{sub}</p>}
      </div>
      {actions && <div className="acts">{actions}</div>}
    </header>
  );
}
