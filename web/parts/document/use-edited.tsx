import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { Person } from '@/db/documents.ts';
import { asAppError, errorText, type AppError } from '@/db/errors.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatTime } from '@/lib/dates.ts';
import { useStoredDraft } from '@/parts/document/use-stored-draft.ts';
import { Banner } from '@/ui/banner.tsx';
import { toast } from '@/ui/toast.tsx';
import { hasFieldsOf, stillThere, type DocumentForm } from './form.ts';
import { goodsOf, RemovedLinesNotice, type Ask } from './use-new.tsx';

/** The saved document at this URL, for editing. Input typed during a save continues as an edit with another location key. */
export function useToEdit<Saved>(of: string, read: (id: string, signal: AbortSignal) => Promise<Saved>) {
  const { id = '' } = useParams();
  const { key } = useLocation();
  const saved = useQuery<Saved, AppError>({
    queryKey: [of, 'editing', id, key],
    queryFn: ({ signal }) => read(id, signal),
    // Read once: another user's save is noticed when this form is saved.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  return { id, key, saved };
}

/** A saved document in its form. */
interface Opened<Head, Figure extends string, Variant> {
  form: DocumentForm<Head, Figure>;
  /** The variants that came with it. */
  goods: readonly Variant[];
  version: number;
  /** The version of its last edit; later versions, such as decisions, are not edits. */
  edition: number;
}

interface Editing<Saved, Head, Figure extends string, Variant> {
  saved: Saved;
  /** The key of its draft. */
  storedAs: string;
  open: (saved: Saved) => Opened<Head, Figure, Variant>;
  /** Reads variants that did not come along or that the draft added. */
  variants: Ask<Head, Variant>;
  readAgain: () => Promise<Saved>;
  /** Who saved it last, and when. */
  last: (saved: Saved) => { by: Person | null; at: string };
  words: 'transfers.form' | 'purchases.form';
}

/** Merges another user's save into the form: `mergeRemote` of useDocumentForm. */
export type MergeIn<Head, Figure extends string, Variant> = (theirs: DocumentForm<Head, Figure>, goods: readonly Variant[]) => number;

/** Starts from the saved document or its stored draft, and merges when another user saves meanwhile. Null until the variants that the
    draft added are loaded. */
export function useEdited<Saved, Head, Figure extends string, Variant extends { variant_id: string }>({
  saved: first,
  storedAs,
  open,
  variants,
  readAgain,
  last,
  words,
}: Editing<Saved, Head, Figure, Variant>) {
  const { t } = useTranslation();
  const [opened] = useState(() => open(first));
  // An older draft would revert other users' edits.
  const { restored: kept, ...draft } = useStoredDraft<Head, Figure>(storedAs, opened.edition, hasFieldsOf(opened.form.head));
  const known = (form: DocumentForm<Head, Figure>, goods: readonly Variant[]) => ({ ...form, lines: stillThere(form.lines, goods).lines });
  const found = useQuery({
    queryKey: ['variant_page', 'begin', storedAs],
    queryFn: async ({ signal }) => {
      const { head, lines } = kept ?? opened.form;
      const goods = await goodsOf(opened.goods, { head, lines: [...opened.form.lines, ...lines] }, variants, signal);
      const left = stillThere(lines, goods);
      const start: DocumentForm<Head, Figure> = { id: opened.form.id, head, lines: left.lines };
      return { start, base: known(opened.form, goods), goods, gone: left.gone };
    },
    staleTime: Infinity,
    gcTime: 0,
    throwOnError: true,
  });
  const [merged, setMerged] = useState<{ saved: Saved; base: DocumentForm<Head, Figure>; version: number; notice: ReactNode } | null>(null);
  const onConflict = async (mergeIn: MergeIn<Head, Figure, Variant>) => {
    try {
      const saved = await readAgain();
      const { by, at } = last(saved);
      const now = open(saved);
      const goods = await goodsOf(now.goods, now.form, variants);
      const theirs = known(now.form, goods);
      // The form may have changed while this was read; mergeIn uses its current state.
      const collisions = mergeIn(theirs, goods);
      setMerged({
        saved,
        base: theirs,
        version: now.version,
        notice: (
          <div className="document-banner px-gutter pt-3.5">
            <Banner tone="warn">
              <b>{t(`${words}.mergedTitle`, { by: nameOf(by) || t('document.someone'), at: formatTime(at) })}</b>
              <p>
                {t(`${words}.merged`)} {collisions > 0 && t('document.mergedYours', { count: collisions })}
              </p>
            </Banner>
          </div>
        ),
      });
    } catch (error) {
      toast({ tone: 'bad', text: errorText(t, asAppError(error)) });
    }
  };
  if (!found.data) return null;
  const { start, base, goods, gone } = found.data;
  const { saved, ...stands } = merged ?? { saved: first, base, version: opened.version, notice: <RemovedLinesNotice count={gone} /> };
  return {
    saved,
    form: { ...draft, start, goods, ...stands, onConflict: (mergeIn: MergeIn<Head, Figure, Variant>) => void onConflict(mergeIn) },
  };
}
