import { Menu as MenuIcon, Moon, Search, Sun } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { useTranslation } from '@/i18n/use-translation.ts';
import { IconButton } from '@/ui/button.tsx';
import { Crumbs } from '@/ui/crumbs.tsx';
import { Icon } from '@/ui/icon.tsx';
import { KeyHint } from '@/ui/kbd.tsx';
import { chooseTheme, useIsDark } from '@/ui/theme.ts';
import { BranchSwitcher } from './branch-switcher.tsx';
import { ClockButton } from './clock-button.tsx';
import { LanguageButton } from './language-button.tsx';
import { useMenu } from './use-menu.ts';
import { useTrail } from './use-trail.ts';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  onMenu: () => void;
  onPalette: () => void;
  onKeys: () => void;
}

export function TopBar({ onMenu, onPalette, onKeys }: TopBarProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const trail = useTrail(useMenu(), pathname);
  const dark = useIsDark();
  return (
    <header className="top-bar flex h-(--top) flex-none items-center gap-2 border-b border-rule ps-gutter pe-4 max-sm:gap-[3px] max-sm:ps-2 max-sm:pe-2.5">
      <IconButton
        className="min-[1280px]:hidden"
        variant="quiet"
        icon={MenuIcon}
        label={t('app.openMenu')}
        onClick={onMenu}
        aria-haspopup="dialog"
      />
      <div className="flex min-w-0 flex-1 sm:w-50 sm:flex-none min-[1280px]:hidden">
        <BranchSwitcher />
      </div>
      <Crumbs items={trail} />
      <button
        type="button"
        className="flex h-8.5 w-75 cursor-pointer items-center gap-2 rounded-md border border-rule-2 bg-sheet ps-2.5 pe-1.5 text-start text-ink-3 max-[1280px]:w-55 max-[1280px]:min-w-11 max-[1021px]:flex-1 max-sm:size-11 max-sm:flex-none max-sm:justify-center max-sm:border-transparent max-sm:bg-transparent max-sm:p-0"
        onClick={onPalette}
        aria-haspopup="dialog"
        aria-label={t('app.palette.open')}
      >
        <Icon of={Search} />
        <span className="clip min-w-0 flex-1 max-sm:hidden">{t('app.palette.open')}</span>
        <span className="contents max-lg:hidden">
          <KeyHint keys="Mod+K" />
        </span>
      </button>
      <span className="no-phone inline-group">
        <LanguageButton />
        <IconButton
          variant="quiet"
          icon={dark ? Sun : Moon}
          label={dark ? t('app.lightTheme') : t('app.darkTheme')}
          onClick={() => chooseTheme(dark ? 'light' : 'dark')}
        />
      </span>
      <ClockButton />
      <UserMenu onKeys={onKeys} />
    </header>
  );
}
