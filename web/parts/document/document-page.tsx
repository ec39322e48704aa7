import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useState, type ComponentProps, type ReactNode, type Ref } from 'react';
import type { AppError } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Facts } from '@/ui/facts.tsx';
import { PageHead } from '@/ui/page-head.tsx';

interface DocumentPageProps extends ComponentProps<typeof PageHead>, Pick<ComponentProps<typeof Facts>, 'facts'> {
  /** The accessible name of the body, where it is not the document's lines. */
  bodyLabel?: string;
  /** The margin, and its accessible name. */
  aside: ReactNode;
  asideLabel: string;
  /** The document's lines, and what is below them. */
  children: ReactNode;
  ref?: Ref<HTMLDivElement>;
}

/** The read-only page of a document. */
export function DocumentPage({ facts, aside, asideLabel: beside, bodyLabel, children, ref, ...head }: DocumentPageProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageHead {...head} />
      <Facts facts={facts} />
      <div className="document">
        {/* Focusable, so that keys can scroll the lines even where no line has a control. */}
        <div className="body" ref={ref} role="region" aria-label={bodyLabel ?? t('lines.label')} tabIndex={0}>
          {children}
        </div>
        <aside className="aside" aria-label={beside}>
          {aside}
        </aside>
      </div>
    </>
  );
}

/** The texts that users added to the document. */
export function Notes({ notes }: { notes: readonly (readonly [label: string, text: string | null])[] }) {
  const written = notes.filter(([, text]) => text);
  return (
    written.length > 0 && (
      <section className="section document-notes grid gap-3.5">
        {written.map(([label, text]) => (
          <div key={label}>
            <h2 className="mb-0.5 text-md">{label}</h2>
            <p className="wrap-anywhere whitespace-pre-wrap">
              <bdi>{text}</bdi>
            </p>
          </div>
        ))}
      </section>
    )
  );
}

/** A document with its first lines, or with all of them once requested; a failure of the latter leaves the page as it is. */
export function useDocument<Detail>(
  id: string,
  detailOf: (id: string, maxLines?: number) => UseQueryOptions<Detail, AppError>,
  maxLines: number,
  versionOf: (detail: Detail) => unknown,
) {
  const [wantsAll, setWantsAll] = useState(false);
  const found = useQuery(detailOf(id));
  const all = useQuery({ ...detailOf(id, maxLines), enabled: wantsAll });
  const loadAll = () => {
    setWantsAll(true);
    if (all.isError) void all.refetch();
  };
  const shown = (detail: Detail) => (all.data && versionOf(all.data) === versionOf(detail) ? all.data : detail);
  return { found, shown, loadAll, moreFailed: all.error };
}
