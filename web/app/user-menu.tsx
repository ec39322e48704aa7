import { ChevronDown, CircleUser, Keyboard, Languages, LogOut, Monitor, Moon, Sun, Volume2, VolumeX } from 'lucide-react';
import { useMe } from '@/db/me.ts';
import { chooseLanguage, languageNames } from '@/i18n/language.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Icon } from '@/ui/icon.tsx';
import { Menu } from '@/ui/menu.tsx';
import { chooseSounds, sound, soundsOn } from '@/ui/sound.ts';
import { chooseTheme } from '@/ui/theme.ts';
import { useSignOut } from './use-sign-out.tsx';

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return /^\p{Script=Arabic}/u.test(name)
    ? name.charAt(0)
    : [words[0], words.length > 1 ? words.at(-1) : '']
        .map((word) => (word ?? '').charAt(0))
        .join('')
        .toLocaleUpperCase();
}

export function UserMenu({ onKeys }: { onKeys: () => void }) {
  const { t, i18n } = useTranslation();
  const { profile, role } = useMe();
  const name = nameOf(profile);
  const other = i18n.language === 'ar' ? 'en' : 'ar';
  const { signOut: leave, question } = useSignOut();
  return (
    <>
      <Menu
        label={t('app.userMenu')}
        trigger={
          <button
            type="button"
            className="ms-1 flex h-8.5 max-w-60 cursor-pointer items-center gap-2 border-s border-rule ps-2.5 font-medium text-ink max-lg:ms-0 max-lg:h-11 max-lg:border-0 max-lg:px-1.5 max-lg:[&>:not(.avatar)]:hidden"
            aria-label={t('app.userMenuOf', { name })}
          >
            <span
              className="avatar grid size-7.5 flex-none place-items-center rounded-full bg-paper-3 text-[11px] font-high text-ink"
              aria-hidden="true"
            >
              {initials(name)}
            </span>
            <bdi className="clip">{name}</bdi>
            <Icon of={ChevronDown} size={14} className="text-ink-3" />
          </button>
        }
        items={[
          { label: name, hint: nameOf(role), icon: CircleUser, href: '/profile' },
          'line',
          { label: languageNames[other], icon: Languages, onSelect: () => void chooseLanguage(other) },
          { label: t('app.lightTheme'), icon: Sun, onSelect: () => chooseTheme('light') },
          { label: t('app.darkTheme'), icon: Moon, onSelect: () => chooseTheme('dark') },
          { label: t('app.systemTheme'), icon: Monitor, onSelect: () => chooseTheme('system') },
          'line',
          {
            label: t(soundsOn() ? 'app.soundsOff' : 'app.soundsOn'),
            icon: soundsOn() ? VolumeX : Volume2,
            onSelect: () => {
              chooseSounds(!soundsOn());
              sound(true);
            },
          },
          { label: t('app.keys.title'), icon: Keyboard, keys: '?', onSelect: onKeys },
          { label: t('app.signOut'), icon: LogOut, flip: true, onSelect: leave },
        ]}
      />
      {question}
    </>
  );
}
