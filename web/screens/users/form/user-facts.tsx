import type { UserDetail } from '@/db/users.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { RefName } from '@/kit/ref-name.tsx';
import { formatDateTime, timeAgo } from '@/lib/dates.ts';

/** When somebody was here last, and who changed what stands of them. */
export function UserFacts({ user }: { user: UserDetail }) {
  const { t } = useTranslation();
  return (
    <section className="sec">
      <div className="sh"><h2>{t('kit.history')}</h2></div>
      <dl className="kv stamps">
        <div>
          <dt>{t('users.lastSeen')}</dt>
          <dd>{user.last_seen_at ? timeAgo(user.last_seen_at) : user.invited_at ? t('users.invitedAgo', { ago: timeAgo(user.invited_at) }) : t('users.neverSeen')}{user.password_temporary && <small>{t('users.passwordWaits')}</small>}</dd>
        </div>
        <div>
          <dt>{t('kit.createdOn')}</dt>
          <dd><bdi>{formatDateTime(user.created_at)}</bdi></dd>
        </div>
        <div>
          <dt>{t('kit.updatedOn')}</dt>
          <dd><RefName table="profiles" id={user.updated_by} otherwise={t('kit.system')} /><small><bdi>{formatDateTime(user.updated_at)}</bdi></small></dd>
        </div>
      </dl>
    </section>
  );
}
