import type { PlainKeyBelow } from '@/i18n/keys.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useFirstSteps } from '@/kit/use-first-steps.ts';
import { DeviceSettings } from '@/parts/device-settings.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { Section } from '@/ui/section.tsx';
import { useMenu } from './use-menu.ts';

/* The menu entries of pages that are set up once, by group. */
const groups: Record<PlainKeyBelow<'app.settings.group'>, PlainKeyBelow<'app.settings.text'>[]> = {
  shop: ['business', 'branches', 'stockPoints'],
  money: ['priceGroups', 'taxRates', 'paymentMethods', 'expenseCategories'],
  files: ['imports'],
};

/** Links to all settings the user may open. */
export function Component() {
  const { t } = useTranslation();
  const entries = useMenu().flatMap((item) => (item !== 'separator' && 'entries' in item ? item.entries : []));
  const { steps, fetch } = useFirstSteps();
  return (
    <>
      <PageHead title={t('app.menu.allSettings')} />
      {Object.entries(groups).map(([group, keys]) => {
        const open = keys.flatMap((key) => entries.filter((entry) => entry.key === key).map(({ to }) => ({ key, to })));
        return (
          open.length > 0 && (
            <Section key={group} title={t(`app.settings.group.${group as keyof typeof groups}`)} className="settings">
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-x-6 gap-y-3.5">
                {open.map(({ key, to }) => (
                  <li key={key}>
                    <a className="block font-medium" href={to}>
                      {t(`app.menu.${key}`)}
                    </a>
                    <small className="text-ink-3">{t(`app.settings.text.${key}`)}</small>
                  </li>
                ))}
                {group === 'shop' && steps && (
                  <li>
                    <a className="block font-medium" href="/dashboard" onClick={fetch}>
                      {t('app.settings.firstSteps')}
                    </a>
                    <small className="text-ink-3">{t('app.settings.firstStepsText')}</small>
                  </li>
                )}
              </ul>
            </Section>
          )
        );
      })}
      <DeviceSettings />
    </>
  );
}
