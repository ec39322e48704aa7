import type { UseQueryResult } from '@tanstack/react-query';
import { PackageX } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText, isNotFound, type AppError } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import type { LucideIcon } from '@/ui/icon.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonForm } from '@/ui/skeleton.tsx';

interface FoundProps<Doc> {
  query: Pick<UseQueryResult<Doc, AppError>, 'data' | 'error' | 'refetch'>;
  /** While it comes, and where it cannot. */
  title: string;
  /** Over the reason why it cannot. */
  failed?: string;
  /** Absent where it is made here. */
  notFound?: { title: string; text: string; /** The way back. */ icon: LucideIcon; href: string; back: string };
  children: (doc: Doc) => ReactNode;
}

/** A document, or what stands in its place: it is coming, it was refused, it is not there. */
export function Found<Doc>({ query: { data, error, refetch }, title, failed, notFound, children }: FoundProps<Doc>) {
  const { t } = useTranslation();
  if (data) return children(data);
  const missing = isNotFound(error) && notFound;
  return (
    <>
      <PageHead title={missing ? missing.title : title} />
      {error && !missing && (
        <div className="in-page">
          <Banner tone="bad" onRetry={() => void refetch()}>
            {failed && <b>{failed}</b>}
            <p>{errorText(t, error)}</p>
          </Banner>
        </div>
      )}
      {!error && <SkeletonForm fields={4} />}
      {missing && <EmptyState icon={PackageX} title={missing.title} actions={<Button href={missing.href} icon={missing.icon}>{missing.back}</Button>}>{missing.text}</EmptyState>}
    </>
  );
}
