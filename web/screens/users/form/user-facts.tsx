import type { UserDetail } from '@/db/users.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { AllChanges } from '@/kit/changes/all-changes.tsx';
import { RefName } from '@/kit/ref-name.tsx';
import { formatDateTime, timeAgo } from '@/lib/dates.ts';
import { Section } from '@/ui/section.tsx';

/** The user's last visit, last change, and full history. */
export function UserFacts({ user }: { user: UserDetail }) {
  const { t } = useTranslation();
  return (
    <Section title={t('kit.history')} end={<AllChanges table="profiles" id={user.id} name={nameOf(user)} />}>
      <dl className="key-values stamps">
        <div>
          <dt>{t('users.lastSeen')}</dt>
          <dd>
            {user.sessions_online
              ? t('users.signedInNow')
              : user.last_seen_at
                ? timeAgo(user.last_seen_at)
                : user.invited_at
                  ? t('users.invitedAgo', { ago: timeAgo(user.invited_at) })
                  : t('users.neverSeen')}
            {user.password_temporary && <small>{t('users.passwordWaits')}</small>}
          </dd>
        </div>
        {user.signed_in_at && (
          <div>
            <dt>{t('users.lastSignIn')}</dt>
            <dd>
              <bdi>{formatDateTime(user.signed_in_at)}</bdi>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('kit.createdOn')}</dt>
          <dd>
            <bdi>{formatDateTime(user.created_at)}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('kit.updatedOn')}</dt>
          <dd>
            <RefName table="profiles" id={user.updated_by} otherwise={t('kit.system')} />
            <small>
              <bdi>{formatDateTime(user.updated_at)}</bdi>
            </small>
          </dd>
        </div>
      </dl>
    </Section>
  );
}
