import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import type { Person } from '@/db/documents.ts';
import { asAppError, errorText, type AppError } from '@/db/errors.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatTime } from '@/lib/dates.ts';
import { useKeptDraft } from '@/parts/document/use-kept-draft.ts';
import { Banner } from '@/ui/banner.tsx';
import { toast } from '@/ui/toast.tsx';
import { stillThere, type DocumentForm } from './form.ts';
import { goodsOf, GoneLines, type Ask } from './use-new.tsx';

/** The saved document of this address, to be edited. What was written during a save goes on as an edit of its own, under another key. */
export function useToEdit<Saved>(of: string, read: (id: string, signal: AbortSignal) => Promise<Saved>) {
  const { id = '' } = useParams();
  const { key } = useLocation();
  const saved = useQuery<Saved, AppError>({
    queryKey: [of, 'editing', id, key],
    queryFn: ({ signal }) => read(id, signal),
    // What is being edited stays what it was; a save by somebody else is noticed when this one is saved.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  return { id, key, saved };
}

/** A saved document as it is edited. */
interface Opened<Head, Figure extends string, Variant> {
  form: DocumentForm<Head, Figure>;
  /** The variants that came with it. */
  goods: readonly Variant[];
  version: number;
  /** The version that its last edit made; what came of it and was decided since is nobody's edit. */
  edition: number;
}

interface Editing<Saved, Head, Figure extends string, Variant> {
  saved: Saved;
  /** The name of its draft. */
  keptAs: string;
  open: (saved: Saved) => Opened<Head, Figure, Variant>;
  /** Those that did not, or that its draft added, as a document of this head shows them. */
  variants: Ask<Head, Variant>;
  readAgain: () => Promise<Saved>;
  /** Who saved it last, and when. */
  last: (saved: Saved) => { by: Person | null; at: string };
  words: 'transfers.form' | 'purchases.form';
}

/** What a form takes in of a save by somebody else: see `mergeIn` of useDocumentForm. */
export type MergeIn<Head, Figure extends string, Variant> = (theirs: DocumentForm<Head, Figure>, goods: readonly Variant[]) => number;

/** Begins with what is saved, or with the draft of it that was kept here; goes on upon both edits, when somebody saved in between. Null until the names of what the draft added are there. */
export function useEdited<Saved, Head, Figure extends string, Variant extends { variant_id: string }>({
  saved: first,
  keptAs,
  open,
  variants,
  readAgain,
  last,
  words,
}: Editing<Saved, Head, Figure, Variant>) {
  const { t } = useTranslation();
  const [opened] = useState(() => open(first));
  // An older draft would undo what others saved since.
  const { restored: kept, ...draft } = useKeptDraft<Head, Figure>(keptAs, opened.edition);
  const known = (form: DocumentForm<Head, Figure>, goods: readonly Variant[]) => ({ ...form, lines: stillThere(form.lines, goods).lines });
  const found = useQuery({
    queryKey: ['variant_list', 'begin', keptAs],
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
      // The form went on while this was read: it meets what stands there now.
      const collisions = mergeIn(theirs, goods);
      setMerged({
        saved,
        base: theirs,
        version: now.version,
        notice: (
          <div className="doc-banner">
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
  const { saved, ...stands } = merged ?? { saved: first, base, version: opened.version, notice: <GoneLines count={gone} /> };
  return {
    saved,
    form: { ...draft, start, goods, ...stands, onConflict: (mergeIn: MergeIn<Head, Figure, Variant>) => void onConflict(mergeIn) },
  };
}
