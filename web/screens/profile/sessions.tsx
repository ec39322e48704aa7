import { useMutation, useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { endSessions, ownSessions } from '@/db/account.ts';
import { errorText } from '@/db/errors.ts';
import { write } from '@/db/query.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime, timeAgo } from '@/lib/dates.ts';
import { deviceName, isPhone } from '@/lib/device.ts';
import { LoadFailed } from '@/list/list-states.tsx';
import { useCountText } from '@/list/use-count-text.ts';
import { Button } from '@/ui/button.tsx';
import { Icon } from '@/ui/icon.tsx';
import { toast } from '@/ui/toast.tsx';

/** The user's sessions; all others can be ended here. */
export function Sessions() {
  const { t } = useTranslation();
  const text = useCountText();
  const sessions = useQuery(ownSessions());
  const rows = sessions.data ?? [];
  const others = rows.filter(({ is_current }) => !is_current).map(({ id }) => id);
  const end = useMutation({
    ...write({ run: endSessions, changes: ['user_sessions'] }),
    onSuccess: (count) => toast({ tone: 'ok', text: t('profile.ended', { count, shown: text.number(count) }) }),
    onError: (error) => toast({ tone: 'bad', text: errorText(t, error) }),
  });
  return (
    <section className="section" aria-labelledby="sessions">
      <div className="section-head">
        <h2 id="sessions">{t('profile.sessions')}</h2>
        {others.length > 1 && (
          <Button small busy={end.isPending} onClick={() => end.mutate(others)}>
            {t('profile.endOthers')}
          </Button>
        )}
      </div>
      {sessions.error && <LoadFailed error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <ul className="document-events">
        {rows.map(({ id, device, is_current, signed_in_at, last_seen_at }) => (
          <li key={id}>
            <Icon of={isPhone(device) ? Smartphone : Monitor} />
            <span className="person">
              <b>
                <bdi>{deviceName(device) || t('profile.unknownDevice')}</bdi>
              </b>
              <small>{t('profile.since', { when: formatDateTime(signed_in_at), seen: timeAgo(last_seen_at) })}</small>
            </span>
            {is_current ? (
              <span className="muted">{t('profile.here')}</span>
            ) : (
              <Button small disabled={end.isPending} onClick={() => end.mutate([id])}>
                {t('profile.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
