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
  /** Variants that its draft added. */
  variants: (ids: readonly string[], signal: AbortSignal) => Promise<Variant[]>;
  readAgain: () => Promise<Saved>;
  /** Who saved it last, and when. */
  last: (saved: Saved) => { by: Person | null; at: string };
  words: 'transfers.form' | 'purchases.form';
}

/** What a form takes in of a save by somebody else: see `meet` of useDocumentForm. */
export type Meet<Head, Figure extends string, Variant> = (theirs: DocumentForm<Head, Figure>, goods: readonly Variant[]) => number;

/** Begins with what is saved, or with the draft of it that was kept here; goes on upon both edits, when somebody saved in between. Null until the names of what the draft added are there. */
export function useEdited<Saved, Head, Figure extends string, Variant extends { variant_id: string }>({ saved: first, keptAs, open, variants, readAgain, last, words }: Editing<Saved, Head, Figure, Variant>) {
  const { t } = useTranslation();
  const [{ form: base, goods: of, version, edition }] = useState(() => open(first));
  // An older draft would undo what others saved since.
  const { restored: kept, ...draft } = useKeptDraft<Head, Figure>(keptAs, edition);
  const there = new Set(of.map((variant) => variant.variant_id));
  const added = (kept?.lines ?? []).map((line) => line.variantId).filter((id) => !there.has(id));
  const found = useQuery({
    queryKey: ['variant_list', 'begin', keptAs],
    queryFn: async ({ signal }) => {
      const goods = [...of, ...(await variants(added, signal))];
      const { head, lines } = kept ?? base;
      const left = stillThere(lines, goods);
      const start: DocumentForm<Head, Figure> = { id: base.id, head, lines: left.lines };
      return { start, goods, gone: left.gone };
    },
    staleTime: Infinity,
    gcTime: 0,
    throwOnError: true,
  });
  const [stands, setStands] = useState<{ saved: Saved; base: DocumentForm<Head, Figure>; version: number; notice: ReactNode }>({ saved: first, base, version, notice: null });
  const onConflict = async (meet: Meet<Head, Figure, Variant>) => {
    try {
      const saved = await readAgain();
      const { by, at } = last(saved);
      const { form: theirs, goods, version: now } = open(saved);
      // The form went on while this was read: it meets what stands there now.
      const collisions = meet(theirs, goods);
      setStands({
        saved,
        base: theirs,
        version: now,
        notice: (
          <div className="doc-banner">
            <Banner tone="warn">
              <b>{t(`${words}.mergedTitle`, { by: nameOf(by) || t('document.someone'), at: formatTime(at) })}</b>
              <p>{t(`${words}.merged`)} {collisions > 0 && t('document.mergedYours', { count: collisions })}</p>
            </Banner>
          </div>
        ),
      });
    } catch (error) {
      toast({ tone: 'bad', text: errorText(t, asAppError(error)) });
    }
  };
  if (!found.data) return null;
  const { start, goods, gone } = found.data;
  const notice = stands.notice ?? (gone > 0 && <div className="doc-banner"><Banner tone="warn">{t('document.goneLines', { count: gone })}</Banner></div>);
  return { saved: stands.saved, form: { ...draft, start, goods, base: stands.base, version: stands.version, notice, onConflict: (meet: Meet<Head, Figure, Variant>) => void onConflict(meet) } };
}
