import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ScanBarcode } from 'lucide-react';
import { useEffect, useId, useImperativeHandle, useRef, useState, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { useUserKey } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { useCameraScan } from '@/ui/camera-scan.tsx';
import { Icon } from '@/ui/icon.tsx';
import { sound } from '@/ui/sound.ts';
import { Spinner } from '@/ui/spinner.tsx';
import { foundList, type Found } from './found-list.ts';
import { FoundOptions } from './found-options.tsx';
import { LookupMessages } from './lookup-messages.tsx';
import { isListOfLines, linesOfText, type ReadLines } from './read-lines.ts';
import { useVariantLookup, type PickedVariant } from './use-variant-lookup.ts';
import { fetchVariants, type FindVariants, type VariantPlaces } from './variant-row.ts';
import './variant-scanner.css';

export interface ScannerHandle {
  focus: () => void;
  scan: (code: string, quantity?: string) => void;
  /** Looks up a list from elsewhere: a sheet, or pasted text. */
  lookUpList: (read: () => Promise<ReadLines>) => void;
  /** Keeps the scanner busy until further work on a pick is done. */
  trackWork: (work: Promise<unknown>) => void;
  /** Resolves once everything has been picked; the result is the codes whose lookup failed. */
  whenIdle: () => Promise<readonly string[]>;
  /** Clears the message about a code that was not found. */
  dismiss: () => void;
  /** Also drops failed lookups: the form is discarded. */
  discardFailed: () => void;
}

interface VariantScannerProps {
  /** The places whose stock the rows include. */
  places?: VariantPlaces;
  /** Quantities must not be negative: such rows of a list are reported instead of picked. */
  noNegative?: boolean;
  disabled?: boolean;
  /** Focuses the field when it appears. */
  arrive?: boolean;
  onPick: (picked: PickedVariant[]) => void;
  /** Finds variants on the device, if they are cached: then without a delay while typing. */
  find?: FindVariants;
  /** Offers variants one by one, without an entry for all of a product. */
  single?: boolean;
  /** Answers whether the entered text is a command instead of a code. */
  onOrder?: (text: string) => boolean;
  /** Keys while the field is empty. */
  onKey?: (event: KeyboardEvent) => void;
  ref?: Ref<ScannerHandle>;
}

const PAUSE = 220;
/* A code from a scanner: if unknown, it is not searched as words. */
const isBarcode = (code: string) => /^\d{8,}$/.test(code);

/** One field to scan, search and paste a list. It keeps the focus for the next scan. */
export function VariantScanner({
  places,
  noNegative,
  disabled,
  arrive = true,
  onPick,
  find,
  single,
  onOrder,
  onKey,
  ref,
}: VariantScannerProps) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [searchedWords, setSearchedWords] = useState('');
  const [at, setAt] = useState(-1);
  const words = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSearchedWords(words), find ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [words, find]);
  useEffect(() => {
    if (arrive && !disabled) field.current?.focus();
  }, [arrive, disabled]);

  const question = { words: searchedWords, places, size: 60 };
  const search = useQuery({
    queryKey: ['variant_page', find ? 'near' : 'all', question],
    queryFn: ({ signal }) => (find ?? fetchVariants)(question, signal),
    ...(find && { staleTime: 0, gcTime: 0 }),
    enabled: searchedWords.length >= 2 && words !== '' && !isBarcode(searchedWords),
    placeholderData: keepPreviousData,
    meta: { reads: ['products', 'variants', 'stock_levels'] },
  });
  const open = words.length >= 2 && searchedWords !== '' && !isBarcode(words) && search.data !== undefined;
  const found = open ? foundList(search.data ?? [], single) : [];

  const clear = () => {
    setText('');
    setSearchedWords('');
    setAt(-1);
  };
  const choose = ({ variants }: Found) => {
    onPick(variants.map((variant) => ({ variant, quantity: '1', how: 'choose' })));
    clear();
    field.current?.focus();
  };
  const giveBack = (code: string, found: boolean) => {
    if (field.current?.value === '') {
      // Immediately, because a scanner may start typing before the next render.
      flushSync(() => {
        setText(code);
        setSearchedWords(found ? code : '');
        setAt(found ? 0 : -1);
      });
      // Selected, so that the next scan replaces it.
      if (!found) field.current.select();
    }
    return found;
  };
  /** Searches a text that is not a code: a single match is picked; for several matches the list opens, unless the next scan has begun. */
  const byWords = async (code: string, quantity: string) => {
    if (isBarcode(code)) return giveBack(code, false);
    const [variant, another] = await (find ?? fetchVariants)({ words: code, places, size: 2 });
    if (!variant || another) return giveBack(code, variant !== undefined);
    sound(true);
    onPick([{ variant, quantity, how: 'choose' }]);
    return true;
  };
  const storageKey = `missed:${useUserKey()}:${useLocation().pathname}`;
  const lookup = useVariantLookup({ storageKey, places, find, onUnknownCode: byWords, noNegative, onPick });
  const lookUp = (code: string, quantity = '1') => {
    clear();
    lookup.scan(code, quantity);
  };
  /** Handles a scan from outside the field. */
  const scan = (code: string, quantity?: string) => {
    if (quantity === undefined && onOrder?.(code)) clear();
    else lookUp(code, quantity);
  };
  const camera = useCameraScan((code) => scan(code), disabled);
  const retry = () => {
    lookup.retry();
    field.current?.focus();
  };
  const discardFailed = () => {
    lookup.discardFailed();
    lookup.dismiss();
  };
  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    scan,
    lookUpList: lookup.lookUpList,
    trackWork: lookup.trackWork,
    whenIdle: lookup.whenIdle,
    dismiss: lookup.dismiss,
    discardFailed,
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    // Options for earlier words are ignored, whichever one is highlighted.
    const chosen = searchedWords === words && !search.isPlaceholderData ? found[at] : undefined;
    // Ctrl+Enter is left to the page, which saves or sells.
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      if (onOrder?.(words)) clear();
      else if (chosen) choose(chosen);
      else if (words) lookUp(words);
      // While a code is looked up, this is the second Enter of a scanner.
      else if (!lookup.notice && !lookup.busy) lookup.askForCode();
    } else if (event.key === 'Escape' && text) {
      event.stopPropagation();
      clear();
      lookup.dismiss();
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && found.length) {
      event.preventDefault();
      setAt((now) => Math.min(Math.max(now + (event.key === 'ArrowDown' ? 1 : -1), -1), found.length - 1));
    } else if (text === '') onKey?.(event);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!isListOfLines(pasted)) return;
    event.preventDefault();
    clear();
    lookup.lookUpList(() => linesOfText(pasted));
  };

  return (
    <div className="scan variant-scanner">
      <div className="scanner-field">
        <span className={lookup.notice?.notFound ? 'input invalid' : 'input'}>
          <Icon of={ScanBarcode} />
          <input
            ref={field}
            data-scans
            dir="auto"
            role="combobox"
            aria-label={t('variants.picker.label')}
            aria-expanded={open}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={found[at] ? `${id}-${at}` : undefined}
            aria-describedby={lookup.notice ? `${id}-notice` : undefined}
            aria-invalid={lookup.notice?.notFound ? true : undefined}
            placeholder={t('variants.picker.placeholder')}
            autoComplete="off"
            autoCorrect="off"
            autoCapitalize="off"
            spellCheck={false}
            disabled={disabled}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAt(-1);
              if (lookup.notice) lookup.dismiss();
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => setSearchedWords('')}
          />
          {lookup.busy ? (
            <Spinner />
          ) : (
            !disabled && (
              <span className="inline-flex items-center gap-1.5 text-sm font-medium whitespace-nowrap before:size-[7px] before:rounded-full before:bg-current text-ok max-sm:hidden">
                {t('variants.picker.ready')}
              </span>
            )
          )}
          {camera.button}
        </span>
        {camera.view}
        {open && (
          <FoundOptions
            id={id}
            words={words}
            found={found}
            at={at}
            searching={search.isFetching}
            single={single}
            onPoint={setAt}
            onChoose={choose}
          />
        )}
        <LookupMessages id={`${id}-notice`} notice={lookup.notice} failed={lookup.failed} onRetry={retry} onDismiss={discardFailed} />
      </div>
    </div>
  );
}
