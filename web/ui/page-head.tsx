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
  // The number of a document stays in one line; where it leaves no room for the actions, they go below it.
  const isNumber = /^[A-Z]{2}(-[A-Z0-9]+){1,2}-\d{4}-\d+$/.test(title);
  return (
    <header
      className={`head flex flex-none items-end gap-4 px-gutter pt-[22px] pb-4 max-lg:flex-wrap max-lg:gap-3 max-sm:pt-4 max-sm:pb-3 ${isNumber ? 'flex-wrap' : ''}`}
    >
      {lead}
      <div className="min-w-0">
        <div className="inline-group">
          <h1 className={isNumber ? 'whitespace-nowrap' : 'wrap-anywhere'}>
            <bdi>{title}</bdi>
          </h1>
          {stamp}
        </div>
        {sub && <p className="subtitle mt-0.5 text-ink-3">{sub}</p>}
      </div>
      {actions && <div className="actions ms-auto flex items-center gap-2 max-sm:ms-0 max-sm:w-full max-sm:flex-wrap">{actions}</div>}
    </header>
  );
}
