import { useInfiniteQuery } from '@tanstack/react-query';
import { errorText, type AppError } from '@/db/errors.ts';
import { historyOf, type ChangeRow } from '@/db/history.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Skeleton } from '@/ui/skeleton.tsx';
import { ActionDone, doerOf } from './change-head.tsx';
import { useChangeWords } from './change-words.ts';
import { ChangedLines } from './changed-lines.tsx';
import { FieldChanges } from './field-changes.tsx';

const PAGE = 25;

/** The full history of a record and its parts, newest first. */
export default function AllChangesDialog({ table, id, name, onClose }: { table: string; id: string; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery<ChangeRow[], AppError>({
    queryKey: ['audit_log', 'history', table, id],
    queryFn: ({ pageParam, signal }) => historyOf(table, id, pageParam as number, PAGE, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE ? undefined : pages.length * PAGE),
    staleTime: 0,
  });
  // New entries shift the offsets, so that one entry may be on two pages.
  const rows = data && [...new Map(data.pages.flat().map((row) => [row.id, row])).values()];
  return (
    <Dialog
      size="large"
      onClose={onClose}
      title={t('history.all')}
      sub={<bdi>{name}</bdi>}
      footer={
        <>
          <a className="button" href={`/managment/audit-log?record=${table}:${id}`} onClick={onClose}>
            {t('history.inLog')}
          </a>
          <Button variant="primary" onClick={onClose} data-autofocus>
            {t('ui.close')}
          </Button>
        </>
      }
    >
      {error && (
        <Banner tone="bad" onRetry={() => void refetch()}>
          {errorText(t, error)}
        </Banner>
      )}
      {!rows && !error && <Skeleton height="240px" />}
      {rows?.length === 0 && <p className="muted">{t('history.none')}</p>}
      {/* Focusable, so that a long history scrolls by keys. */}
      <ol className="changes" tabIndex={0} aria-label={t('history.all')}>
        {rows?.map((row) => (
          <Change key={row.id} row={row} isOwn={row.table_name === table} />
        ))}
      </ol>
      {hasNextPage && (
        <Button busy={isFetching} onClick={() => void fetchNextPage()}>
          {t('history.older')}
        </Button>
      )}
    </Dialog>
  );
}

function Change({ row, isOwn }: { row: ChangeRow; isOwn: boolean }) {
  const { t } = useTranslation();
  const words = useChangeWords();
  return (
    <li className="border-b border-rule py-3 last:border-b-0">
      <div className="mb-1.5 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <ActionDone action={row.action} />
        {!isOwn && (
          <span>
            {words.table(row.table_name)}
            {row.part && (
              <>
                {' '}
                <bdi>{nameOf(row.part)}</bdi>
              </>
            )}
          </span>
        )}
        <small className="muted ms-auto">
          <bdi>{doerOf(t, row)}</bdi> · <bdi>{formatDateTime(row.at)}</bdi>
        </small>
      </div>
      <FieldChanges row={row} />
      {row.lines !== null && <ChangedLines id={row.id} lines={row.lines} />}
    </li>
  );
}
