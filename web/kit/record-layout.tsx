import { Suspense, type ReactNode } from 'react';
import { useCan } from '@/db/me.ts';
import type { PlainRow } from '@/db/plain-rows.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { Button } from '@/ui/button.tsx';
import { Section } from '@/ui/section.tsx';
import { AllChanges } from './changes/all-changes.tsx';
import type { Resource } from './define.ts';
import { RefName } from './ref-name.tsx';

/** Content and a margin column; on a phone one below the other. */
export function RecordLayout({
  content,
  aside,
  asideLabel,
}: {
  content: ReactNode;
  aside: ReactNode /** The margin's accessible name. */;
  asideLabel?: string;
}) {
  const { t } = useTranslation();
  return (
    <div className="document">
      <div className="body">{content}</div>
      <aside className="aside" aria-label={asideLabel ?? t('kit.details')}>
        {aside}
      </aside>
    </div>
  );
}

/** Who created and last saved the record, and its full history. */
export function RecordHistory({ table, row }: { table: string; row: PlainRow }) {
  const { t } = useTranslation();
  const lines = [
    { label: t('kit.createdOn'), at: String(row.created_at), by: row.created_by },
    ...(row.version > 1 ? [{ label: t('kit.updatedOn'), at: row.updated_at, by: row.updated_by }] : []),
  ];
  return (
    <Section title={t('kit.history')} end={<AllChanges table={table} id={row.id} name={nameOf(row)} />}>
      <dl className="key-values stamps">
        {lines.map(({ label, at, by }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <RefName table="profiles" id={typeof by === 'string' ? by : null} otherwise={t('kit.system')} />
              <small>
                <bdi>{formatDateTime(at)}</bdi>
              </small>
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** A link to the resource's page about one record, with permission. */
export function MoreOfRecord({ resource: { more }, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation();
  const can = useCan();
  return more && can(more.permission) ? <Button href={more.href(id)}>{t(more.label)}</Button> : null;
}

/** The summary of that page. */
export function SummaryOfRecord({ resource: { more }, id }: { resource: Resource; id: string }) {
  const can = useCan();
  return more?.Summary && can(more.permission) ? (
    <Suspense>
      <more.Summary id={id} />
    </Suspense>
  ) : null;
}
