import { Lock } from 'lucide-react';
import type { PlainRow } from '@/db/plain-rows.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Note } from '@/ui/banner.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { FieldCell } from './cells.tsx';
import type { Resource } from './define.ts';
import { MoreOfRecord, RecordHistory, RecordLayout, SummaryOfRecord } from './record-layout.tsx';
import { useResourceWords } from './resource-words.ts';

/** A read-only record for users who may not change it: text instead of disabled inputs. */
export function RecordSheet({ resource, row }: { resource: Resource; row: PlainRow }) {
  const { t } = useTranslation();
  const words = useResourceWords(resource.table);
  const lines = (aside: boolean) =>
    Object.entries(resource.fields)
      .filter(([, field]) => Boolean(field.aside) === aside)
      .map(([name, field]) => (
        <div key={name} className="contents">
          <dt>{words.label(name)}</dt>
          <dd className={aside ? undefined : 'text-start'}>
            <FieldCell name={name} field={field} value={row[name]} />
          </dd>
        </div>
      ));
  return (
    <>
      <PageHead title={nameOf(row)} sub={words.word('one')} actions={<MoreOfRecord resource={resource} id={row.id} />} />
      <SummaryOfRecord resource={resource} id={row.id} />
      <RecordLayout
        content={
          <section className="section">
            <Note icon={Lock}>{t('kit.readOnly')}</Note>
            <dl className="key-values mt-4 grid-cols-[minmax(120px,180px)_minmax(0,1fr)] gap-y-3">{lines(false)}</dl>
          </section>
        }
        aside={
          <>
            <section className="section">
              <dl className="key-values">{lines(true)}</dl>
            </section>
            <RecordHistory table={resource.table} row={row} />
          </>
        }
      />
    </>
  );
}
