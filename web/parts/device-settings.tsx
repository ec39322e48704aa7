import { useState } from 'react';
import { chooseLanguage, languageNames } from '@/i18n/language.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { Language } from '@/lib/settings.ts';
import { Section } from '@/ui/section.tsx';
import { Segmented } from '@/ui/segmented.tsx';
import { chooseSounds, sound, soundsOn } from '@/ui/sound.ts';
import { Switch } from '@/ui/switch.tsx';
import { chooseTheme, useTheme } from '@/ui/theme.ts';

/** Settings of this device. */
export function DeviceSettings() {
  const { t, i18n } = useTranslation();
  const [sounds, setSounds] = useState(soundsOn);
  return (
    <Section title={t('app.settings.device')} className="settings">
      <div className="inline-group flex-wrap gap-x-5 gap-y-3">
        <Segmented<Language>
          label={t('app.settings.language')}
          value={i18n.language as Language}
          onChange={(language) => void chooseLanguage(language)}
          options={(['en', 'ar'] as const).map((value) => ({ value, label: languageNames[value] }))}
        />
        <Segmented
          label={t('app.settings.theme')}
          value={useTheme()}
          onChange={chooseTheme}
          options={(['light', 'dark', 'system'] as const).map((value) => ({ value, label: t(`app.settings.themes.${value}`) }))}
        />
        <Switch
          label={t('app.settings.sounds')}
          checked={sounds}
          onChange={(enabled) => {
            chooseSounds(enabled);
            setSounds(enabled);
            sound(true);
          }}
        />
      </div>
    </Section>
  );
}
