import { Dialog, DialogPanel } from '@headlessui/react';
import { CornerDownLeft, Languages, LogOut, type LucideIcon, Moon, Plus, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorText } from '@/db/errors.ts';
import { useCan } from '@/db/me.ts';
import { chooseLanguage, languageNames } from '@/i18n/language.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { holds } from '@/kit/screen.ts';
import { currencyWord } from '@/lib/currency.ts';
import { normalise, searchWords } from '@/lib/normalise.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { IconButton } from '@/ui/button.tsx';
import { Money } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { KeyHint } from '@/ui/kbd.tsx';
import { Spinner } from '@/ui/spinner.tsx';
import { chooseTheme, useIsDark } from '@/ui/theme.ts';
import { handles } from './handles.ts';
import { useRecords } from './palette-hits.ts';
import { signOut } from './session.ts';
import { useMenu } from './use-menu.ts';

interface Choice {
  id: string;
  label: string;
  hint?: string;
  /** The label is never truncated; the hint is. */
  whole?: boolean;
  /** A product's stock and price. */
  figures?: ReactNode;
  icon: LucideIcon;
  /** From the last answer, which belongs to earlier words while a search is running. */
  found?: true;
  run: () => void;
}

interface Section {
  title: string;
  choices: Choice[];
}

/** On a phone a product's code and figures stand below its name, a document's supplier and day below its number. */
const stacked = 'max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:gap-y-0';

/** A search that leads to any page or record, by name, number or barcode. */
export default function Palette({ words: first, onClose }: { words: string; onClose: () => void }) {
  const { t } = useTranslation();
  const [words, setWords] = useState(first);
  const [at, setAt] = useState(0);
  const isEnterPending = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  const { sections, searching, error } = useSections(words, onClose);
  const choices = sections.flatMap((section) => section.choices);
  const active = choices[Math.min(at, choices.length - 1)];
  const id = useId();
  const idOf = (choice: Choice) => `${id}-${choice.id}`;
  const activeId = active && idOf(active);

  // Before the browser paints, so that no key is lost.
  useLayoutEffect(() => field.current?.focus(), []);
  // On touch screens the dialog then takes the focus itself, so the field takes it back.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  // Enter pressed during a search opens its result, not one of the previous search.
  useEffect(() => {
    if (!isEnterPending.current || searching) return;
    isEnterPending.current = false;
    active?.run();
  }, [searching, active]);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  return (
    <Dialog
      open
      onClose={onClose}
      className="fixed inset-0 z-70 grid items-start justify-items-center bg-(--color-scrim) px-6 pt-[max(12vh,var(--over,0px))] pb-6 max-sm:px-0 max-sm:pt-(--over,0px) max-sm:pb-0"
      aria-label={t('app.palette.open')}
    >
      <DialogPanel className="flex max-h-[70vh] w-[min(620px,100%)] flex-col overflow-hidden rounded-lg bg-sheet shadow-float max-sm:h-[calc(100dvh-var(--over,0px))] max-sm:max-h-none max-sm:w-full max-sm:rounded-none">
        <div className="flex h-13 flex-none items-center gap-3 border-b border-rule px-4.5 text-ink-3">
          <Icon of={Search} size={18} />
          <input
            ref={field}
            className="min-w-0 flex-1 text-lg text-ink outline-none placeholder:text-ink-3"
            type="text"
            dir="auto"
            data-autofocus
            data-scans="search"
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={activeId}
            aria-label={t('app.palette.open')}
            placeholder={t('app.palette.open')}
            autoComplete="off"
            spellCheck={false}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setAt(0);
              isEnterPending.current = false;
            }}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return;
              if (event.key === 'ArrowDown') setAt((now) => Math.min(now + 1, choices.length - 1));
              else if (event.key === 'ArrowUp') setAt((now) => Math.max(now - 1, 0));
              else if (event.key === 'Enter' && searching && (!active || active.found)) isEnterPending.current = at === 0;
              else if (event.key === 'Enter') active?.run();
              else return;
              event.preventDefault();
            }}
          />
          {searching && words.trim().length > 1 ? <Spinner /> : null}
          <button type="button" className="shortcut no-phone" onClick={onClose} aria-label={t('ui.close')}>
            Esc
          </button>
          <IconButton className="only-phone" label={t('ui.close')} icon={X} variant="quiet" small onClick={onClose} />
        </div>
        <div className="overflow-auto px-2 pt-1.5 pb-2" role="listbox" id={id} aria-label={t('app.palette.results')}>
          {sections.map((section) => (
            <div key={section.title} role="group" aria-label={section.title}>
              <div className="px-2.5 pt-2 pb-1 text-sm text-ink-3" aria-hidden="true">
                {section.title}
              </div>
              {section.choices.map((choice) => (
                <div
                  key={choice.id}
                  id={idOf(choice)}
                  role="option"
                  aria-selected={choice === active}
                  className={`flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 py-1 text-ink aria-selected:bg-accent-tint-2 max-sm:min-h-12 ${choice.figures || choice.whole ? stacked : ''}`}
                  onClick={choice.run}
                  onPointerMove={() => setAt(choices.indexOf(choice))}
                >
                  <Icon of={choice.icon} className="text-ink-3" />
                  <bdi className={`max-sm:col-[2/-1] ${choice.whole ? 'flex-none whitespace-nowrap' : 'clip'}`}>{choice.label}</bdi>
                  {choice.hint && (
                    <span
                      className={`excerpt clip ms-auto text-sm text-ink-3 ${choice.figures || choice.whole ? 'max-sm:col-start-2 max-sm:ms-0' : ''}`}
                    >
                      <bdi>{choice.hint}</bdi>
                    </span>
                  )}
                  {choice.figures && (
                    <span
                      className={`flex flex-none gap-4 text-sm *:min-w-21 *:text-end max-sm:col-start-3 max-sm:*:min-w-0 ${choice.hint ? '' : 'ms-auto'}`}
                    >
                      {choice.figures}
                    </span>
                  )}
                </div>
              ))}
            </div>
          ))}
        </div>
        {choices.length === 0 && !searching && !error && <p className="px-4.5 pt-4.5 pb-5 text-ink-3">{t('ui.nothingFound')}</p>}
        {error && (
          <p className="px-4.5 pt-4.5 pb-5 text-ink-3" role="alert">
            {errorText(t, error)}
          </p>
        )}
        <div
          className="flex flex-none items-center gap-4.5 border-t border-rule bg-paper px-4.5 py-2 text-sm text-ink-3 *:inline-flex *:items-center *:gap-1.5 max-sm:hidden"
          aria-hidden="true"
        >
          <span>
            <KeyHint keys="↑" />
            <KeyHint keys="↓" />
            {t('app.palette.move')}
          </span>
          <span>
            <span className="shortcut">
              <Icon of={CornerDownLeft} size={12} />
            </span>
            {t('app.palette.openIt')}
          </span>
          <span className="ms-auto">{t('app.palette.scan')}</span>
        </div>
      </DialogPanel>
    </Dialog>
  );
}

function useSections(words: string, close: () => void): { sections: Section[]; searching: boolean; error: Error | null } {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const items = useMenu();
  const can = useCan();
  const dark = useIsDark();
  const { found, searching, error } = useRecords(words);
  const soughtWords = searchWords(words);
  const matches = (...texts: string[]) => soughtWords.every((word) => normalise(texts.join(' ')).includes(word));
  const closeAnd = (action: () => void) => () => {
    close();
    action();
  };
  const other = i18n.language === 'ar' ? 'en' : 'ar';

  const records = found.map(({ kind, hits }) => ({
    title: t(kind.title),
    choices: hits.map(({ href, label, hint, price, on_hand }) => ({
      id: href,
      label,
      hint,
      whole: kind.numbered,
      icon: kind.icon,
      found: true as const,
      run: closeAnd(() => void navigate(href)),
      figures: price !== null && (
        <>
          {on_hand !== null && (
            <span className={on_hand > 0 ? undefined : 'muted'}>{t('products.form.onHand', { n: formatNumber(on_hand) })}</span>
          )}
          <Money value={price} unit={currencyWord()} />
        </>
      ),
    })),
  }));
  const places = items.flatMap((item) => {
    if (item === 'separator') return [];
    const area = t(`app.menu.${item.key}`);
    const entries = 'entries' in item ? item.entries : [item];
    return entries
      .map((entry) => ({ entry, label: t(`app.menu.${entry.key}`) }))
      .filter(({ label }) => matches(label, area))
      .map(({ entry, label }) => ({
        id: entry.key,
        label,
        hint: label === area ? undefined : area,
        icon: item.icon ?? Search,
        run: closeAnd(() => void navigate(entry.to)),
      }));
  });
  // Pages that create a record, once something is typed.
  const createActions = [...handles].flatMap(([path, { title, permission }]) =>
    soughtWords.length > 0 && path.endsWith('/add') && holds(can, permission)
      ? [{ id: path, label: t(title), icon: Plus, run: closeAnd(() => void navigate(path)) }]
      : [],
  );
  const actions = [
    ...createActions,
    { id: 'language', label: languageNames[other], icon: Languages, run: closeAnd(() => void chooseLanguage(other)) },
    {
      id: 'theme',
      label: dark ? t('app.lightTheme') : t('app.darkTheme'),
      icon: Moon,
      run: closeAnd(() => chooseTheme(dark ? 'light' : 'dark')),
    },
    { id: 'sign-out', label: t('app.signOut'), icon: LogOut, run: closeAnd(() => void signOut()) },
  ].filter(({ label }) => matches(label));

  const sections = [...records, { title: t('app.palette.goTo'), choices: places }, { title: t('app.palette.actions'), choices: actions }];
  return { sections: sections.filter(({ choices }) => choices.length > 0), searching, error };
}
