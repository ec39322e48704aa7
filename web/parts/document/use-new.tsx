import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppError } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { Banner } from '@/ui/banner.tsx';
import { hasFieldsOf, stillThere, type DocumentForm, type FormLine } from './form.ts';
import { useStoredDraft } from './use-stored-draft.ts';

/** Reads variants by id, as a document with this head shows them. */
export type Ask<Head, Variant> = (ids: readonly string[], head: Head, signal?: AbortSignal) => Promise<Variant[]>;

interface Content<Head, Figure extends string> {
  head: Head;
  lines: readonly FormLine<Figure>[];
}

/** The variants of these lines: those given, and the others from the server. */
export async function goodsOf<Head, Figure extends string, Variant extends { variant_id: string }>(
  given: readonly Variant[],
  { head, lines }: Content<Head, Figure>,
  ask: Ask<Head, Variant>,
  signal?: AbortSignal,
): Promise<Variant[]> {
  const givenIds = new Set(given.map((variant) => variant.variant_id));
  const others = new Set(lines.map((line) => line.variantId).filter((id) => !givenIds.has(id)));
  return others.size === 0 ? [...given] : [...given, ...(await ask([...others], head, signal))];
}

interface Beginning<Head, Figure extends string, Variant> {
  /** The key of its draft. */
  storedAs: string;
  empty: () => DocumentForm<Head, Figure>;
  variants: Ask<Head, Variant>;
  /** Adds what the URL requests to the existing content; `left`: the number of items that did not fit. */
  loadLines?: (
    before: DocumentForm<Head, Figure>,
    isDraft: boolean,
    signal: AbortSignal,
  ) => Promise<Content<Head, Figure> & { goods?: readonly Variant[]; left?: number }>;
}

/** A new document starts from its stored draft, without lines whose product no longer exists. */
export function useNewDocument<Head, Figure extends string, Variant extends { variant_id: string }>({
  storedAs,
  empty: made,
  variants,
  loadLines,
}: Beginning<Head, Figure, Variant>) {
  const [empty] = useState(made);
  const { restored, ...draft } = useStoredDraft<Head, Figure>(storedAs, null, hasFieldsOf(empty.head));
  const startQuery = useQuery<
    { start: DocumentForm<Head, Figure>; base: DocumentForm<Head, Figure>; goods: readonly Variant[]; gone: number; left: number },
    AppError
  >({
    queryKey: ['variant_page', 'begin', empty.id],
    queryFn: async ({ signal }) => {
      const initial = restored ?? empty;
      const {
        head,
        lines: wanted,
        goods: given = [],
        left = 0,
      } = loadLines ? await loadLines(initial, restored !== null, signal) : { ...initial };
      const goods = await goodsOf(given, { head, lines: wanted }, variants, signal);
      const { lines, gone } = stillThere(wanted, goods);
      return { start: { id: initial.id, head, lines }, base: { ...empty, id: initial.id }, goods, gone, left };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  return { begun: startQuery, draft };
}

/** Reports the number of draft lines left out because their product no longer exists. */
export function RemovedLinesNotice({ count }: { count: number }) {
  const { t } = useTranslation();
  return (
    count > 0 && (
      <div className="document-banner px-gutter pt-3.5">
        <Banner tone="warn">{t('document.goneLines', { count })}</Banner>
      </div>
    )
  );
}
