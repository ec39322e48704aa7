import { useState, type ReactNode } from 'react';
import type { Person } from '@/db/documents.ts';
import { asAppError, errorText } from '@/db/errors.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import type { Values } from '@/kit/merge.ts';
import { formatTime } from '@/lib/dates.ts';
import { useKeptDraft } from '@/parts/document/use-kept-draft.ts';
import { Banner } from '@/ui/banner.tsx';
import { toast } from '@/ui/toast.tsx';
import { mergeForms, type DocumentForm, type Draft, type Flatness } from './form.ts';

/** A saved document as it is edited. */
export interface Opened<Head, Figure extends string, Variant> {
  form: DocumentForm<Head, Figure>;
  goods: readonly Variant[];
  version: number;
}

interface Editing<Saved, Head, Figure extends string, Flat extends Values, Variant> {
  saved: Saved;
  /** The name of its draft. */
  keptAs: string;
  open: (saved: Saved) => Opened<Head, Figure, Variant>;
  readAgain: () => Promise<Saved>;
  /** Who saved it last, and when. */
  last: (saved: Saved) => Promise<{ by: Person | null; at: string }>;
  flatness: Flatness<Head, Flat>;
  words: 'transfers.form' | 'purchases.form';
}

/** Begins with what is saved, or with the draft of it that was kept here; and anew with both edits, when somebody saved in between. */
export function useEdited<Saved, Head, Figure extends string, Flat extends Values, Variant extends { variant_id: string }>({ saved: first, keptAs, open, readAgain, last, flatness, words }: Editing<Saved, Head, Figure, Flat, Variant>) {
  const { t } = useTranslation();
  const { restored, ...draft } = useKeptDraft<Draft<Head, Figure>>(keptAs);
  const [begun, setBegun] = useState(() => {
    const { form: base, goods, version } = open(first);
    const known = new Set(goods.map((variant) => variant.variant_id));
    // A draft of an older version would undo what others saved since.
    const kept = restored?.version === version && restored.lines.every((line) => known.has(line.variantId)) ? restored : null;
    const start: DocumentForm<Head, Figure> = kept ? { id: base.id, head: kept.head, lines: kept.lines } : base;
    return { round: 0, saved: first, start, base, goods, version, notice: null as ReactNode };
  });
  const meet = async (mine: DocumentForm<Head, Figure>, goods: readonly Variant[]) => {
    try {
      const saved = await readAgain();
      const theirs = open(saved);
      const { form, collisions } = mergeForms([begun.base, mine, theirs.form], flatness);
      const { by, at } = await last(saved);
      setBegun({
        round: begun.round + 1,
        saved,
        start: form,
        base: theirs.form,
        goods: [...goods, ...theirs.goods],
        version: theirs.version,
        notice: (
          <div className="doc-banner">
            <Banner tone="warn">
              <b>{t(`${words}.mergedTitle`, { by: by ? nameOf(by) : t('document.someone'), at: formatTime(at) })}</b>
              <p>{t(`${words}.merged`)} {collisions > 0 && t('document.mergedYours', { count: collisions })}</p>
            </Banner>
          </div>
        ),
      });
    } catch (error) {
      toast({ tone: 'bad', text: errorText(t, asAppError(error)) });
    }
  };
  const { round, saved, notice, ...start } = begun;
  return { round, saved, form: { ...start, ...draft, notice, onConflict: (mine: DocumentForm<Head, Figure>, goods: readonly Variant[]) => void meet(mine, goods) } };
}
