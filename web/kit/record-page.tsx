import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { SkeletonForm } from '@/ui/skeleton.tsx';
import type { Resource } from './define.ts';
import { LoadFailed } from './list-states.tsx';
import { RecordForm } from './record-form.tsx';
import { RecordSheet } from './record-sheet.tsx';
import { rowQuery } from './resource-queries.ts';
import { useResourceWords } from './resource-words.ts';
import { useMay } from './use-permission.ts';
import { useSentence } from './use-sentence.ts';

/** The page of `/add` and of `/edit/:id`. */
export function RecordPage({ resource }: { resource: Resource }) {
  const { id } = useParams();
  return id ? <Existing resource={resource} id={id} /> : <New resource={resource} />;
}

function New({ resource }: { resource: Resource }) {
  const [id] = useState(newId);
  const [params] = useSearchParams();
  return <RecordForm resource={resource} row={null} newId={id} given={Object.fromEntries(params)} />;
}

function Existing({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay(resource);
  const words = useResourceWords(resource.table);
  const sentence = useSentence();
  const { data: row, isPending, error, refetch } = useQuery(rowQuery(resource.table, id));
  if (row) return may('update', row) ? <RecordForm key={id} resource={resource} row={row} newId={id} given={{}} /> : <RecordSheet resource={resource} row={row} />;
  return (
    <>
      <PageHead title={words.word('one')} />
      {error ? (
        <LoadFailed sentence={sentence(error)} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonForm fields={Object.keys(resource.fields).length} />
      ) : (
        <EmptyState icon={FileQuestion} title={t('kit.notFound')} actions={<Button onClick={() => void navigate(resource.path)}>{t('kit.backToList')}</Button>}>
          {t('kit.gone')}
        </EmptyState>
      )}
    </>
  );
}
