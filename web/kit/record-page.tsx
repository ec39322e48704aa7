import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import type { Resource } from './define.ts';
import { Found } from './found.tsx';
import { RecordForm } from './record-form.tsx';
import { RecordSheet } from './record-sheet.tsx';
import { rowQuery } from './resource-queries.ts';
import { useResourceWords } from './resource-words.ts';
import { useRecordToEdit } from './use-record-to-edit.ts';
import { useResourcePermission } from './use-resource-permission.ts';

/** The page at `/add` and `/edit/:id`. */
export function RecordPage({ resource }: { resource: Resource }) {
  const { id } = useParams();
  return id ? <Existing resource={resource} id={id} /> : <New resource={resource} />;
}

function New({ resource }: { resource: Resource }) {
  const [id] = useState(newId);
  const [params] = useSearchParams();
  return <RecordForm resource={resource} row={null} newId={id} initialValues={Object.fromEntries(params)} />;
}

function Existing({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation();
  const may = useResourcePermission(resource);
  const words = useResourceWords(resource.table);
  const row = useRecordToEdit(rowQuery(resource.table, id));
  return (
    <Found
      query={row}
      title={words.word('one')}
      fields={Object.keys(resource.fields).length}
      notFound={{ title: t('kit.notFound'), text: t('kit.gone'), href: resource.path, backLabel: t('kit.backToList') }}
    >
      {(found) =>
        may('update', found) ? (
          <RecordForm key={id} resource={resource} row={found} newId={id} initialValues={{}} />
        ) : (
          <RecordSheet resource={resource} row={found} />
        )
      }
    </Found>
  );
}
