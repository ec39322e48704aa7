import { Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCan, useUserKey } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDate } from '@/lib/dates.ts';
import { PageHead } from '@/ui/page-head.tsx';
import { Status } from '@/ui/status.tsx';
import { releases } from './news.ts';
import { newsReadTo, readNews } from './unread.ts';

/** The news of each release; those since the user's last visit are marked. */
export function Component() {
  const { t } = useTranslation();
  const can = useCan();
  const person = useUserKey();
  const [readTo] = useState(() => newsReadTo(person));
  useEffect(() => void readNews(person), [person]);
  const visible = releases
    .map(({ day, notes }) => ({ day, notes: notes.filter(({ permission }) => can(permission)) }))
    .filter(({ notes }) => notes.length > 0);
  return (
    <>
      <PageHead title={t('whatsNew.title')} sub={t('whatsNew.sub')} />
      {visible.length === 0 && <p className="section muted">{t('whatsNew.none')}</p>}
      {visible.map(({ day, notes }) => (
        <section key={day} className="section" aria-labelledby={`news-${day}`}>
          <div className="section-head">
            <h2 id={`news-${day}`}>
              <bdi>{formatDate(day)}</bdi>
            </h2>
            {day > readTo && (
              <Status tone="warn" icon={Sparkles}>
                {t('app.new')}
              </Status>
            )}
          </div>
          <ul className="grid max-w-[68ch] gap-4">
            {notes.map(({ key, to }) => (
              <li key={key}>
                <a className="font-medium" href={to}>
                  {t(`whatsNew.note.${key}`)}
                </a>
                <p className="mt-0.5">{t(`whatsNew.text.${key}`)}</p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
