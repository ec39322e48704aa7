import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useNavigationType } from 'react-router-dom';
import type { AppError } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatDateTime } from '@/lib/dates.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
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
  /** The URL requests lines, such as those of ticked rows. */
  asksForLines?: boolean;
  /** Adds what the URL requests to the existing content; `left`: the number of items that did not fit. */
  loadLines?: (
    before: DocumentForm<Head, Figure>,
    isDraft: boolean,
    signal: AbortSignal,
  ) => Promise<Content<Head, Figure> & { goods?: readonly Variant[]; left?: number }>;
}

/** A new document starts from its stored draft, without lines whose product no longer exists. After a reload and on the way back that is
    what the user expects; anyone else who opens the form is asked first (`question`). */
export function useNewDocument<Head, Figure extends string, Variant extends { variant_id: string }>({
  storedAs,
  empty: made,
  variants,
  asksForLines,
  loadLines,
}: Beginning<Head, Figure, Variant>) {
  const [empty] = useState(made);
  const { restored: stored, ...draft } = useStoredDraft<Head, Figure>(storedAs, null, hasFieldsOf(empty.head));
  const returns = useNavigationType() === 'POP';
  const [decision, setDecision] = useState<'open' | 'continue' | 'new'>(stored === null || returns ? 'continue' : 'open');
  const restored = decision === 'new' ? null : stored;
  const startQuery = useQuery<
    { start: DocumentForm<Head, Figure>; base: DocumentForm<Head, Figure>; goods: readonly Variant[]; gone: number; left: number },
    AppError
  >({
    queryKey: ['variant_page', 'begin', empty.id],
    enabled: decision !== 'open',
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
  const question = stored !== null && decision === 'open' && (
    <DraftQuestion
      draft={stored}
      asksForLines={asksForLines}
      onContinue={() => setDecision('continue')}
      onNew={() => {
        draft.drop();
        setDecision('new');
      }}
    />
  );
  return { begun: startQuery, draft, question };
}

interface DraftQuestionProps {
  draft: { lines: readonly unknown[]; at: string };
  asksForLines?: boolean;
  onContinue: () => void;
  onNew: () => void;
}

/** Asks whether a new document continues its draft, so that the two never mix unnoticed. Closing it leads back. */
function DraftQuestion({ draft, asksForLines, onContinue, onNew }: DraftQuestionProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Dialog
      size="small"
      title={t('document.draft.title')}
      onClose={() => void navigate(-1)}
      footer={
        <>
          <Button onClick={onNew}>{t('document.draft.startNew')}</Button>
          <Button variant="primary" data-autofocus onClick={onContinue}>
            {t(asksForLines ? 'document.draft.add' : 'document.draft.continue')}
          </Button>
        </>
      }
    >
      <p>{t('document.draft.text', { count: draft.lines.length, at: formatDateTime(draft.at) })}</p>
    </Dialog>
  );
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
