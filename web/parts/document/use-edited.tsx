import { useQuery } from '@tanstack/react-query';
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
interface Opened<Head, Figure extends string, Variant> {
  form: DocumentForm<Head, Figure>;
  goods: readonly Variant[];
  version: number;
}

interface Editing<Saved, Head, Figure extends string, Flat extends Values, Variant> {
  saved: Saved;
  /** The name of its draft. */
  keptAs: string;
  open: (saved: Saved) => Opened<Head, Figure, Variant>;
  /** Variants that its draft added. */
  variants: (ids: readonly string[], signal: AbortSignal) => Promise<Variant[]>;
  readAgain: () => Promise<Saved>;
  /** Who saved it last, and when. */
  last: (saved: Saved) => Promise<{ by: Person | null; at: string }>;
  flatness: Flatness<Head, Flat>;
  words: 'transfers.form' | 'purchases.form';
}

interface Begun<Saved, Head, Figure extends string, Variant> {
  round: number;
  saved: Saved;
  start: DocumentForm<Head, Figure>;
  base: DocumentForm<Head, Figure>;
  goods: readonly Variant[];
  version: number;
  notice: ReactNode;
}

/** Begins with what is saved, or with the draft of it that was kept here; and anew with both edits, when somebody saved in between. Null until the names of what the draft added are there. */
export function useEdited<Saved, Head, Figure extends string, Flat extends Values, Variant extends { variant_id: string }>({ saved: first, keptAs, open, variants, readAgain, last, flatness, words }: Editing<Saved, Head, Figure, Flat, Variant>) {
  const { t } = useTranslation();
  const { restored, ...draft } = useKeptDraft<Draft<Head, Figure>>(keptAs);
  const [{ form: base, goods: of, version }] = useState(() => open(first));
  // A draft of an older version would undo what others saved since.
  const kept = restored?.version === version ? restored : null;
  const there = new Set(of.map((variant) => variant.variant_id));
  const added = (kept?.lines ?? []).map((line) => line.variantId).filter((id) => !there.has(id));
  const found = useQuery({
    queryKey: ['variant_list', 'begin', keptAs],
    queryFn: async ({ signal }) => {
      const goods = [...of, ...(await variants(added, signal))];
      const known = new Set(goods.map((variant) => variant.variant_id));
      const lines = (kept ?? base).lines.filter((line) => known.has(line.variantId));
      const start: DocumentForm<Head, Figure> = { id: base.id, head: (kept ?? base).head, lines };
      return { start, goods, gone: (kept ?? base).lines.length - lines.length };
    },
    staleTime: Infinity,
    gcTime: 0,
    throwOnError: true,
  });
  const [met, setMet] = useState<Begun<Saved, Head, Figure, Variant> | null>(null);
  const gone = found.data?.gone ?? 0;
  const begun: Begun<Saved, Head, Figure, Variant> | null = met ?? (found.data ? {
    round: 0, saved: first, start: found.data.start, base, goods: found.data.goods, version,
    notice: gone > 0 && <div className="doc-banner"><Banner tone="warn">{t('document.goneLines', { count: gone })}</Banner></div>,
  } : null);
  const meet = async (mine: DocumentForm<Head, Figure>, goods: readonly Variant[]) => {
    if (!begun) return;
    try {
      const saved = await readAgain();
      const theirs = open(saved);
      const { form, collisions } = mergeForms([begun.base, mine, theirs.form], flatness);
      const { by, at } = await last(saved);
      setMet({
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
  if (!begun) return null;
  const { round, saved, notice, ...start } = begun;
  return { round, saved, form: { ...start, ...draft, notice, onConflict: (mine: DocumentForm<Head, Figure>, goods: readonly Variant[]) => void meet(mine, goods) } };
}
