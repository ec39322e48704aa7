import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { orNull, type AppError } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { newId } from '@/lib/id.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { Found } from '@/kit/found.tsx';
import { useKeptDraft } from '@/parts/document/use-kept-draft.ts';
import { useSteady } from '@/parts/lines/use-steady.ts';
import { variantsById, type VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import { lineOf, type TransferForm as Form, type TransferHead } from './form-state.ts';
import { nowhere } from './places.ts';
import { placesOf, readSaved, variantsOfProducts } from './read-lines.ts';
import { TransferForm } from './transfer-form.tsx';

interface Asked {
  products: string[];
  variants: string[];
  copy: string | null;
}

const idsIn = (text: string | null) => (text ?? '').split(',').filter((id) => /^[0-9a-f-]{36}$/i.test(id));

/** From a link's address; the product list brings too many for one, and puts them into the entry's state. */
function askedBy({ search, state }: { search: string; state: unknown }): Asked {
  const params = new URLSearchParams(search);
  const brought = (state as { products?: string[] } | null)?.products ?? [];
  return { products: [...idsIn(params.get('products')), ...brought], variants: idsIn(params.get('variants')), copy: idsIn(params.get('copy'))[0] ?? null };
}

/* More lines than this from the product list would be no transfer that somebody checks. */
const MOST_BROUGHT = 1_000;

interface Begun {
  form: Form;
  goods: VariantRow[];
  /** Lines of the draft whose product is gone. */
  gone: number;
  /** Variants of the chosen products for which there was no room. */
  left: number;
}

/** The draft that was kept here, and on top of it what the address brings; a copy begins a draft of its own. */
async function begin(empty: Form, draft: Form | null, asked: Asked, signal: AbortSignal): Promise<Begun> {
  const copied = asked.copy && !draft ? await orNull(readSaved(asked.copy, signal)) : null;
  const before = draft ?? empty;
  const head = copied ? { ...before.head, mode: copied.form.head.mode, way: copied.form.head.way } : before.head;
  const wanted = copied?.form.lines ?? before.lines;
  const goods = copied?.goods ?? (await variantsById(wanted.map((line) => line.variantId), placesOf(head.way), signal));
  const known = new Set(goods.map((row) => row.variant_id));
  const lines = wanted.filter((line) => known.has(line.variantId));
  const named = asked.variants.length ? await variantsById(asked.variants, placesOf(head.way), signal) : [];
  const ofProducts = await variantsOfProducts(asked.products, head.way, signal);
  const fresh = [...new Map([...named, ...ofProducts].map((row) => [row.variant_id, row])).values()].filter((row) => !known.has(row.variant_id));
  const taken = fresh.slice(0, Math.max(MOST_BROUGHT - lines.length, 0));
  return { form: { id: before.id, head, lines: [...lines, ...taken.map((row) => lineOf(row.variant_id, ''))] }, goods: [...goods, ...taken], gone: wanted.length - lines.length, left: fresh.length - taken.length };
}

export function Component() {
  const { t } = useTranslation();
  const here = useLocation();
  const navigate = useNavigate();
  const [round, setRound] = useState(0);
  const asked = askedBy(here);
  const begun = useCallback(() => void navigate(here.pathname, { replace: true }), [navigate, here.pathname]);
  return <NewTransfer key={`${round} ${asked.copy}`} title={t('transfers.newTitle')} asked={asked} onBegun={begun} onAgain={asked.copy ? begun : () => setRound(round + 1)} />;
}

function NewTransfer({ title, asked: brings, onBegun, onAgain }: { title: string; asked: Asked; onBegun: () => void; onAgain: () => void }) {
  const { t } = useTranslation();
  const { first } = useBranch();
  const draft = useKeptDraft<TransferHead, 'quantity'>(brings.copy ? `transfer:copy:${brings.copy}` : 'transfer');
  const [empty] = useState<Form>(() => ({ id: newId(), head: { mode: 'branch', way: { from: { branchId: first?.id ?? null, stockPointId: null }, to: nowhere }, shipping: '', notes: '' }, lines: [] }));
  const [asked] = useState(brings);
  const start = useQuery<Begun, AppError>({
    queryKey: ['variant_list', 'begin', empty.id],
    queryFn: ({ signal }) => begin(empty, draft.restored, asked, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  // What the address brought is in the draft now: a reload must not bring it again.
  const brought = start.isSuccess && (brings.products.length > 0 || brings.variants.length > 0);
  const keep = useSteady(() => {
    if (start.data) draft.keep({ ...start.data.form, version: null, at: new Date().toISOString() });
  });
  useEffect(() => {
    if (!brought) return;
    keep();
    onBegun();
  }, [brought, keep, onBegun]);
  return (
    <Found query={start} title={title}>
      {({ form, goods, gone, left }) => (
        <TransferForm
          title={title}
          start={form}
          base={{ ...empty, id: form.id }}
          version={null}
          goods={goods}
          {...draft}
          notice={
            (gone > 0 || left > 0) && (
              <div className="doc-banner">
                {gone > 0 && <Banner tone="warn">{t('document.goneLines', { count: gone })}</Banner>}
                {left > 0 && <Banner tone="warn">{t('transfers.form.leftOut', { count: left, most: formatNumber(MOST_BROUGHT) })}</Banner>}
              </div>
            )
          }
          onDiscard={onAgain}
        />
      )}
    </Found>
  );
}
