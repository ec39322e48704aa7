import { useQuery } from '@tanstack/react-query';
import { Download, Eye, FileText, FolderOpen, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { allFiles, fileCount, filePage, type AttachmentKind, type FileRow } from '@/db/attachments.ts';
import type { Args } from '@/db/calls.ts';
import { errorText } from '@/db/errors.ts';
import { useBranch, useCan, useMe } from '@/db/me.ts';
import { listOf } from '@/db/tables.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { refFilter } from '@/kit/ref-filter.ts';
import { branchFilter } from '@/list/branch-filter.ts';
import { choices } from '@/list/choices.ts';
import type { Filter } from '@/list/column.ts';
import { ListPage } from '@/list/list-page.tsx';
import type { ListRules, ListState } from '@/list/list-state.ts';
import { periodFilter } from '@/list/period-filter.ts';
import { useCountText } from '@/list/use-count-text.ts';
import { useListRows } from '@/list/use-list-rows.ts';
import { useListState } from '@/list/use-list-state.ts';
import { attachmentKinds, pageOfFile } from '@/parts/attachments/kinds.ts';
import { RemoveFile } from '@/parts/attachments/remove-file.tsx';
import { StoredPreview, useDownload } from '@/parts/attachments/stored-preview.tsx';
import type { MenuEntry } from '@/ui/menu-entry.ts';
import { toast } from '@/ui/toast.tsx';
import { useFileColumns } from './columns.tsx';

const RULES: ListRules = {
  sort: { by: 'created_at', descending: true },
  sortable: ['created_at', 'name', 'size'],
  filters: ['kind', 'type', 'branch', 'by', 'uploaded'],
};

function useQuestion({ search, filters }: ListState): Args<'file_count'> {
  const { branchIds } = useBranch();
  const chosen = (name: string) => [...(filters[name] ?? [])];
  return {
    words: search,
    kinds: chosen('kind'),
    types: chosen('type'),
    at_branch_ids: filters.branch ? chosen('branch') : branchIds,
    uploader_ids: chosen('by'),
    uploaded: filters.uploaded?.[0],
  };
}

/** The opened file is kept in the URL, so that its link can be shared. */
function useShown(rows: readonly FileRow[] | undefined) {
  const [params, setParams] = useSearchParams();
  const id = params.get('file');
  const listed = rows?.find((row) => row.id === id);
  const fileQuery = useQuery({
    ...listOf<'file_list', FileRow>('file_list', { where: [['id', 'eq', id]] }, ['attachments']),
    enabled: Boolean(id && rows && !listed),
  });
  const addressOf = ({ id: of }: FileRow) => {
    const next = new URLSearchParams(params);
    next.set('file', of);
    return `/documents?${next.toString()}`;
  };
  const close = () => setParams((current) => (current.delete('file'), current), { replace: true });
  return { shown: id ? (listed ?? fileQuery.data?.rows.find((row) => row.id === id)) : undefined, addressOf, close };
}

export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const { workBranches } = useBranch();
  const text = useCountText();
  const list = useListState(RULES);
  const { state } = list;
  const question = useQuestion(state);
  const result = useListRows(
    state,
    (page) => filePage({ ...question, sort: state.sort.by, descending: state.sort.descending }, page, state.size),
    fileCount(question),
  );
  const { shown, addressOf, close } = useShown(result.rows);
  const [leaving, setLeaving] = useState<FileRow | null>(null);
  const save = useDownload();
  const columns = useFileColumns(addressOf);
  const filters = useFileFilters();

  const rowMenu = (row: FileRow): MenuEntry[] => [
    { label: t('documents.action.open'), icon: Eye, href: addressOf(row) },
    {
      label: t('attachments.download'),
      icon: Download,
      onSelect: () => save.mutate(row, { onError: (error) => toast({ tone: 'bad', text: errorText(t, error) }) }),
    },
    { label: t('documents.action.document'), icon: FolderOpen, href: pageOfFile(row) },
    ...(can('documents.files.delete') && workBranches.some(({ id }) => id === row.branch_id)
      ? (['line', { label: t('attachments.removeIt'), icon: Trash2, danger: true, onSelect: () => setLeaving(row) }] as const)
      : []),
  ];
  return (
    <>
      <ListPage<FileRow>
        name="documents"
        title={t('documents.title')}
        summary={result.count !== undefined && t('documents.summary', { count: result.count, shown: text.capped(result.count) })}
        list={list}
        result={result}
        columns={columns}
        rowLabel={({ name }) => name}
        rowHref={addressOf}
        rowMenu={rowMenu}
        filters={filters}
        views={[
          { name: t('documents.view.invoices'), query: 'kind=purchases' },
          { name: t('documents.view.payments'), query: 'kind=purchase_payments' },
        ]}
        searchHint={t('documents.search')}
        exported={{ name: t('documents.title'), rows: (signal) => allFiles(question, signal) }}
        empty={{ icon: FileText, title: t('documents.empty.title'), text: t('documents.empty.text') }}
      />
      {shown && <StoredPreview file={shown} onClose={close} />}
      {leaving && <RemoveFile file={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function useFileFilters(): Filter[] {
  const { t } = useTranslation();
  const { branches } = useMe();
  return [
    {
      name: 'kind',
      label: t('documents.col.kind'),
      options: choices<AttachmentKind>(attachmentKinds, (value) => t(`documents.kind.${value}`)),
    },
    { name: 'type', label: t('documents.col.type'), options: choices(['picture', 'pdf'], (value) => t(`documents.type.${value}`)) },
    periodFilter('uploaded', t('documents.col.at')),
    branchFilter(t('documents.col.branch'), branches),
    refFilter('profiles', 'by', t('documents.col.by')),
  ];
}
