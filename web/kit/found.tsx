import type { UseQueryResult } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { isNotFound, type AppError } from '@/db/errors.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import type { LucideIcon } from '@/ui/icon.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonForm } from '@/ui/skeleton.tsx';

interface FoundProps<Doc> {
  query: Pick<UseQueryResult<Doc | null, AppError>, 'data' | 'error' | 'refetch'>;
  /** The page title while loading and after a failure. */
  title: string;
  /** The heading above the error message. */
  failed?: string;
  /** Absent where nothing can be missing: a new record, the account of a found party. */
  notFound?: { title: string; text: string /** The link back to the list. */; href: string; backLabel: string; icon?: LucideIcon };
  /** The number of fields, for the skeleton. */
  fields?: number;
  children: (doc: Doc) => ReactNode;
}

/** A record or document, or in its place a skeleton, an error or "not found". */
export function Found<Doc>({ query: { data, error, refetch }, title, failed, notFound, fields = 4, children }: FoundProps<Doc>) {
  if (data) return children(data);
  const missing = (data === null || isNotFound(error)) && notFound;
  return (
    <>
      <PageHead title={missing ? missing.title : title} />
      {error && !missing && <LoadFailed error={error} title={failed} onRetry={() => void refetch()} />}
      {!error && !missing && <SkeletonForm fields={fields} />}
      {missing && (
        <EmptyState
          icon={FileQuestion}
          title={missing.title}
          actions={
            <Button href={missing.href} icon={missing.icon}>
              {missing.backLabel}
            </Button>
          }
        >
          {missing.text}
        </EmptyState>
      )}
    </>
  );
}
