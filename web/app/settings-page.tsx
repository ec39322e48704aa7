import { useState } from 'react';
import { chooseLanguage, languageNames } from '@/i18n/language.ts';
import type { PlainKeyBelow } from '@/i18n/keys.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { Language } from '@/lib/settings.ts';
import { PageHead } from '@/ui/page-head.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { chooseSounds, sound, soundsOn } from '@/ui/sound.ts';
import { Switch } from '@/ui/switch.tsx';
import { chooseTheme, useTheme } from './theme.ts';
import { useMenu } from './use-menu.ts';

/* What is set up once, wherever the menu has it, by the keys of its entries. */
const groups: Record<PlainKeyBelow<'app.settings.group'>, PlainKeyBelow<'app.settings.text'>[]> = {
  shop: ['business', 'branches', 'stockPoints'],
  money: ['priceGroups', 'taxRates', 'paymentMethods', 'expenseCategories'],
  files: ['imports'],
};

/** Leads to everything that can be set, to each reader what is open to them. */
export function Component() {
  const { t, i18n } = useTranslation();
  const entries = useMenu().flatMap((item) => (item !== 'line' && 'entries' in item ? item.entries : []));
  const [sounds, setSounds] = useState(soundsOn);
  return (
    <>
      <PageHead title={t('app.menu.allSettings')} />
      {Object.entries(groups).map(([group, keys]) => {
        const open = keys.flatMap((key) => entries.filter((entry) => entry.key === key).map(({ to }) => ({ key, to })));
        return open.length > 0 && (
          <section key={group} className="sec settings" aria-labelledby={`settings-${group}`}>
            <div className="sh">
              <h2 id={`settings-${group}`}>{t(`app.settings.group.${group as keyof typeof groups}`)}</h2>
            </div>
            <ul>
              {open.map(({ key, to }) => (
                <li key={key}>
                  <a className="a" href={to}>{t(`app.menu.${key}`)}</a>
                  <small>{t(`app.settings.text.${key}`)}</small>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      <section className="sec settings" aria-labelledby="settings-device">
        <div className="sh">
          <h2 id="settings-device">{t('app.settings.device')}</h2>
        </div>
        <div className="row">
          <Segmented<Language> label={t('app.settings.language')} value={i18n.language as Language} onChange={(language) => void chooseLanguage(language)} options={(['en', 'ar'] as const).map((value) => ({ value, label: languageNames[value] }))} />
          <Segmented label={t('app.settings.theme')} value={useTheme()} onChange={chooseTheme} options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: t(`app.settings.themes.${value}`) }))} />
          <Switch label={t('app.settings.sounds')} checked={sounds} onChange={(on) => { chooseSounds(on); setSounds(on); sound(true); }} />
        </div>
      </section>
    </>
  );
}
