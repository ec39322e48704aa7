import { Fragment, type ReactNode } from 'react';
import type { Column } from '@/list/column.ts';
import { Code } from '@/ui/figure.tsx';

/** The width in pixels for the longest number without wrapping: it contains branch and till codes, which may be of wide letters.
    `least`: characters. */
export const numberWidth = (rows: readonly { number: string }[], least: number): number =>
  44 + Math.max(8 * least, ...rows.map(({ number }) => 8 * number.length + 6 * (number.match(/[MW]/g)?.length ?? 0)));

/** What a card on a phone says besides the number; empty parts are left out. */
interface CardFacts {
  beside: string;
  below: readonly (string | false)[];
}

/** The document's number, as a link in addition to the clickable row: for the keyboard and for opening a new tab.
    `rows`: those shown; the column is wide enough for their numbers. With `factsOf` another column is the title of a card. */
export const numberColumn = <Row extends { id: string; number: string }>(
  rows: readonly Row[],
  label: string,
  address: string,
  factsOf?: (row: Row) => CardFacts,
): Column<Row> => ({
  id: 'number',
  label,
  sort: 'number',
  width: `${numberWidth(rows, 16)}px`,
  pinned: true,
  card: factsOf ? 'facts' : 'title',
  cell: (row) => {
    const link = (
      <a className="record-name font-medium text-ink" href={address + row.id}>
        <Code>{row.number}</Code>
      </a>
    );
    return factsOf ? <Facts link={link} {...factsOf(row)} /> : link;
  },
  sheet: { value: ({ number }) => number, kind: 'code' },
});

/** The number of a document, and what else a card on a phone says. */
export function Facts({ link, beside, below }: CardFacts & { link: ReactNode }) {
  return (
    <>
      <span className="fact-line">
        {link}
        <span className="fact-beside">
          <bdi>{beside}</bdi>
        </span>
      </span>
      <span className="fact-below">
        {below.filter(Boolean).map((part, index) => (
          <Fragment key={index}>
            {index > 0 && ' · '}
            <bdi>{part}</bdi>
          </Fragment>
        ))}
      </span>
    </>
  );
}
