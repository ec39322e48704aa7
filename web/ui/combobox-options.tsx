import { ComboboxOption as Row } from '@headlessui/react';
import { Check, Plus } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Icon } from './icon.tsx';
import { Swatch } from './swatch.tsx';

export interface ComboboxOption {
  value: string;
  label: string;
  hint?: string;
  /** Levels below the root of a tree. */
  depth?: number;
  color?: string | null;
  disabled?: boolean;
}

export interface ComboboxCreate {
  label: (words: string) => string;
  run: (words: string) => Promise<ComboboxOption | null>;
}

interface FoundOptionsProps {
  words: string;
  chosen: ComboboxOption | null;
  search: (words: string, signal: AbortSignal) => Promise<readonly ComboboxOption[]>;
  create?: ComboboxCreate;
  /** True until the current words are answered; nothing can be chosen then, as the options still belong to the words before. */
  asking: RefObject<boolean>;
}

type Found = { state: 'asking' } | { state: 'failed' } | { state: 'found'; of: string; options: readonly ComboboxOption[] };

/** Mounted only while the list is open, so that nothing is requested earlier. */
export function FoundOptions({ words, chosen, search, create, asking }: FoundOptionsProps) {
  const { t } = useTranslation();
  const [found, setFound] = useState<Found>({ state: 'asking' });
  const latestSearch = useRef(search);
  useEffect(() => {
    latestSearch.current = search;
  });
  const trimmedWords = words.trim();
  useEffect(() => {
    const stop = new AbortController();
    const wait = setTimeout(
      () => {
        latestSearch.current(trimmedWords, stop.signal).then(
          (options) => {
            if (!stop.signal.aborted) setFound({ state: 'found', of: trimmedWords, options });
          },
          () => {
            if (!stop.signal.aborted) setFound({ state: 'failed' });
          },
        );
      },
      trimmedWords ? 180 : 0,
    );
    return () => {
      clearTimeout(wait);
      stop.abort();
    };
  }, [trimmedWords]);

  const options = found.state === 'found' ? found.options : [];
  const stale = found.state === 'found' && found.of !== trimmedWords;
  // Before the browser paints: an option can be chosen as soon as it is visible.
  useLayoutEffect(() => {
    asking.current = stale || found.state === 'asking';
    return () => void (asking.current = false);
  }, [asking, stale, found.state]);
  const alreadyExists = options.some((option) => option.label.toLocaleLowerCase() === trimmedWords.toLocaleLowerCase());
  return (
    <>
      {options.map((option) => (
        <Row
          key={option.value}
          value={option}
          disabled={stale || (option.disabled ?? false)}
          className="item"
          style={option.depth ? { paddingInlineStart: 10 + option.depth * 16 } : undefined}
        >
          {option.color !== undefined && <Swatch color={option.color} />}
          <span className="min-w-0 flex-1">
            <bdi>{option.label}</bdi>
            {option.hint && <small>{option.hint}</small>}
          </span>
          {option.value === chosen?.value && <Icon of={Check} className="text-accent" />}
        </Row>
      ))}
      {found.state === 'asking' && <p className="px-2.5 py-2 text-ink-3">{t('ui.searching')}</p>}
      {found.state === 'failed' && <p className="px-2.5 py-2 text-ink-3">{t('ui.searchFailed')}</p>}
      {found.state === 'found' && options.length === 0 && <p className="px-2.5 py-2 text-ink-3">{t('ui.nothingFound')}</p>}
      {create && trimmedWords && !alreadyExists && found.state !== 'asking' && !stale && (
        <Row value="create" className="item font-medium text-accent">
          <Icon of={Plus} className="text-accent" />
          <span className="min-w-0 flex-1">{create.label(trimmedWords)}</span>
        </Row>
      )}
    </>
  );
}
