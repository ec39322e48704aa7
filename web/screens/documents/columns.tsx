import { FileText, Image as Picture } from 'lucide-react';
import type { FileRow } from '@/db/attachments.ts';
import { useBranch } from '@/db/me.ts';
import { nameIn, nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { Column } from '@/list/column.ts';
import { sizeOf } from '@/parts/attachments/file-problem.ts';
import { pageOfFile } from '@/parts/attachments/kinds.ts';
import { Code, Nil } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';

const isPicture = ({ mime_type }: FileRow) => mime_type.startsWith('image/');

export function useFileColumns(addressOf: (row: FileRow) => string): Column<FileRow>[] {
  const { t } = useTranslation();
  const { branch } = useBranch();
  const sizeText = ({ size }: FileRow) => {
    const { unit, value } = sizeOf(size);
    return t(`attachments.size.${unit}`, { value: formatNumber(value) });
  };
  const typeText = (row: FileRow) => t(`documents.type.${isPicture(row) ? 'picture' : 'pdf'}`);
  return [
    {
      id: 'name', label: t('documents.col.name'), sort: 'name', pinned: true, least: 220, card: 'title',
      cell: (row) => (
        <span className="prod">
          <Icon of={isPicture(row) ? Picture : FileText} />
          <a className="nm" href={addressOf(row)} title={row.name}><bdi dir="auto">{row.name}</bdi></a>
        </span>
      ),
      sheet: { value: ({ name }) => name, kind: 'text' },
    },
    {
      id: 'document', label: t('documents.col.document'), width: '196px', card: 'sub',
      cell: (row) => <a className="why" href={pageOfFile(row)}><Code>{row.document_number}</Code></a>,
      sheet: { value: ({ document_number }) => document_number, kind: 'code' },
    },
    { id: 'kind', label: t('documents.col.kind'), width: '150px', cell: ({ kind }) => t(`documents.kind.${kind}`), card: 'sub', sheet: { value: ({ kind }) => t(`documents.kind.${kind}`), kind: 'text' } },
    { id: 'branch', label: t('documents.col.branch'), width: '130px', shown: branch === null, card: 'sub', cell: (row) => <bdi className="clip">{nameIn(row, 'branch')}</bdi>, sheet: { value: (row) => nameIn(row, 'branch'), kind: 'text' } },
    { id: 'by', label: t('documents.col.by'), width: '140px', card: 'sub', cell: ({ created_by }) => (created_by ? <bdi className="clip">{nameOf(created_by)}</bdi> : <Nil />), sheet: { value: ({ created_by }) => nameOf(created_by), kind: 'text' } },
    { id: 'at', label: t('documents.col.at'), sort: 'created_at', width: '170px', card: 'sub', cell: ({ created_at }) => <bdi>{formatDateTime(created_at)}</bdi>, sheet: { value: ({ created_at }) => new Date(created_at), kind: 'date' } },
    { id: 'type', label: t('documents.col.type'), width: '92px', shown: false, card: 'none', cell: typeText, sheet: { value: typeText, kind: 'text' } },
    { id: 'size', label: t('documents.col.size'), sort: 'size', width: '104px', num: true, card: 'end', cell: (row) => <bdi>{sizeText(row)}</bdi>, sheet: { value: ({ size }) => size, kind: 'number' } },
  ];
}
