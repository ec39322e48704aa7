import { FileText, Image as Picture } from 'lucide-react';
import type { FileRow } from '@/db/attachments.ts';
import { useBranch } from '@/db/me.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { hiddenAtFirst, momentColumn, textColumn } from '@/list/columns.tsx';
import { sizeOf } from '@/parts/attachments/file-problem.ts';
import { pageOfFile } from '@/parts/attachments/kinds.ts';
import { Code } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';

const isPicture = ({ mime_type }: FileRow) => mime_type.startsWith('image/');

export function useFileColumns(addressOf: (row: FileRow) => string): Column<FileRow>[] {
  const { t } = useTranslation();
  const { branch } = useBranch();
  const sizeText = ({ size }: FileRow) => {
    const { unit, value } = sizeOf(size);
    return t(`attachments.size.${unit}`, { value: formatNumber(value) });
  };
  return [
    {
      id: 'name',
      label: t('documents.col.name'),
      sort: 'name',
      pinned: true,
      minWidth: 220,
      card: 'title',
      cell: (row) => (
        <span className="product-cell">
          <Icon of={isPicture(row) ? Picture : FileText} />
          <a className="record-name" href={addressOf(row)} title={row.name}>
            <bdi dir="auto">{row.name}</bdi>
          </a>
        </span>
      ),
      sheet: { value: ({ name }) => name, kind: 'text' },
    },
    {
      id: 'document',
      label: t('documents.col.document'),
      width: '196px',
      card: 'sub',
      cell: (row) => (
        <a className="reason" href={pageOfFile(row)}>
          <Code>{row.document_number}</Code>
        </a>
      ),
      sheet: { value: ({ document_number }) => document_number, kind: 'code' },
    },
    textColumn('kind', t('documents.col.kind'), ({ kind }) => t(`documents.kind.${kind}`), { width: '150px' }),
    textColumn('branch', t('documents.col.branch'), (row) => nameIn(row, 'branch'), { shown: branch === null }),
    textColumn('by', t('documents.col.by'), ({ created_by }) => nameOf(created_by), { width: '140px' }),
    momentColumn('at', t('documents.col.at'), ({ created_at }) => created_at, { sort: 'created_at', width: '170px' }),
    textColumn('type', t('documents.col.type'), (row) => t(`documents.type.${isPicture(row) ? 'picture' : 'pdf'}`), {
      width: '92px',
      ...hiddenAtFirst,
    }),
    {
      id: 'size',
      label: t('documents.col.size'),
      sort: 'size',
      width: '104px',
      num: true,
      card: 'end',
      cell: (row) => <bdi>{sizeText(row)}</bdi>,
      sheet: { value: ({ size }) => size, kind: 'number' },
    },
  ];
}
