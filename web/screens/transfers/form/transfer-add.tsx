import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { orNull } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import { fetchFullTransfer } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Found } from '@/kit/found.tsx';
import { RemovedLinesNotice, useNewDocument } from '@/parts/document/use-new.tsx';
import { variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import { useStableCallback } from '@/ui/use-stable-callback.ts';
import { lineOf, type TransferForm as Form, type TransferHead } from './form-state.ts';
import { emptyPlace } from './places.ts';
import { formOfTransfer, placesOf, variantsOfProducts } from './read-lines.ts';
import { TransferForm } from './transfer-form.tsx';

interface StartRequest {
  products: string[];
  variants: string[];
  copy: string | null;
}

const idsIn = (text: string | null) => (text ?? '').split(',').filter((id) => /^[0-9a-f-]{36}$/i.test(id));

/** Reads what to start from. If there are too many ids for the URL, the product list passes them in the history state. */
function readRequest({ search, state }: { search: string; state: unknown }): StartRequest {
  const params = new URLSearchParams(search);
  const fromState = (state as { products?: string[] } | null)?.products ?? [];
  return {
    products: [...idsIn(params.get('products')), ...fromState],
    variants: idsIn(params.get('variants')),
    copy: idsIn(params.get('copy'))[0] ?? null,
  };
}

/* Limit on lines added from the product list, so that a person can still review the transfer. */
const MAX_ADDED_LINES = 1_000;

/** Adds what the URL asks for to the form; a copy replaces its places and lines unless a draft exists. */
async function addRequested({ copy, variants, products }: StartRequest, before: Form, isDraft: boolean, signal: AbortSignal) {
  const saved = copy && !isDraft ? await orNull(fetchFullTransfer(copy, signal)) : null;
  const copied = saved && formOfTransfer(saved);
  const head = copied ? { ...before.head, mode: copied.head.mode, ends: copied.head.ends } : before.head;
  const lines = copied?.lines ?? before.lines;
  const known = new Set(lines.map((line) => line.variantId));
  const requested = variants.length ? await variantsById(variants, placesOf(head.ends), signal) : [];
  const added = [...requested, ...(await variantsOfProducts(products, head.ends, signal))].filter((row) => !known.has(row.variant_id));
  const uniqueRows = [...new Map(added.map((row) => [row.variant_id, row])).values()];
  const goods = uniqueRows.slice(0, Math.max(MAX_ADDED_LINES - lines.length, 0));
  return { head, lines: [...lines, ...goods.map((row) => lineOf(row.variant_id, ''))], goods, left: uniqueRows.length - goods.length };
}

export function Component() {
  const { t } = useTranslation();
  const location = useLocation();
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const request = readRequest(location);
  const clearUrl = useCallback(() => void navigate(location.pathname, { replace: true }), [navigate, location.pathname]);
  return (
    <NewTransfer
      key={`${round} ${request.copy}`}
      title={t('transfers.newTitle')}
      asked={request}
      onBegun={clearUrl}
      onAgain={request.copy ? clearUrl : () => setRound(round + 1)}
    />
  );
}

function NewTransfer({
  title,
  asked: request,
  onBegun,
  onAgain,
}: {
  title: string;
  asked: StartRequest;
  onBegun: () => void;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  const { defaultBranch } = useBranch();
  const [initialRequest] = useState(request);
  const { begun, draft, question } = useNewDocument<TransferHead, 'quantity', VariantRow>({
    storedAs: request.copy ? `transfer:copy:${request.copy}` : 'transfer',
    empty: () => ({
      id: newId(),
      head: {
        mode: 'branch',
        ends: { from: { branchId: defaultBranch?.id ?? null, stockPointId: null }, to: emptyPlace },
        shipping: '',
        notes: '',
      },
      lines: [],
    }),
    variants: (ids, { ends }, signal) => variantsById(ids, placesOf(ends), signal),
    asksForLines: initialRequest.products.length > 0 || initialRequest.variants.length > 0,
    loadLines: (before, isDraft, signal) => addRequested(initialRequest, before, isDraft, signal),
  });
  // The draft contains the URL's lines now, so a reload must not add them again.
  const hasAddedLines = begun.isSuccess && (request.products.length > 0 || request.variants.length > 0);
  const keep = useStableCallback(() => {
    if (begun.data) draft.store({ ...begun.data.start, version: null, at: new Date().toISOString() });
  });
  useEffect(() => {
    if (!hasAddedLines) return;
    keep();
    onBegun();
  }, [hasAddedLines, keep, onBegun]);
  return (
    <>
      {question}
      <Found query={begun} title={title}>
        {({ gone, left, start, base, goods }) => (
          <TransferForm
            title={title}
            {...{ start, base, goods, ...draft }}
            version={null}
            notice={
              <>
                <RemovedLinesNotice count={gone} />
                {left > 0 && (
                  <div className="document-banner px-gutter pt-3.5">
                    <Banner tone="warn">{t('transfers.form.leftOut', { count: left, most: formatNumber(MAX_ADDED_LINES) })}</Banner>
                  </div>
                )}
              </>
            }
            onDiscard={onAgain}
          />
        )}
      </Found>
    </>
  );
}
