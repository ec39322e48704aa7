import { useQuery } from '@tanstack/react-query';
import { AppError, errorText } from '@/db/errors.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { variantName } from '@/parts/variant-name.ts';
import { variantsById } from '@/parts/variant-picker/variant-row.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { goodsOf } from './line-views.ts';
import type { useTallies } from './use-tallies.ts';

/** Tallies that the server refused, each with the reason: they are sent again or dropped, and what they counted can be counted again. */
export function SetAside({ tallies: { setAside, sendAgain, dropOne } }: { tallies: ReturnType<typeof useTallies> }) {
  const { t } = useTranslation();
  const ids = [...new Set(setAside.map(({ variant_id }) => variant_id))];
  const variants = useQuery({
    queryKey: ['variant_page', 'set_aside', ids],
    queryFn: ({ signal }) => variantsById(ids, undefined, signal),
    enabled: ids.length > 0,
  });
  const nameOf = (id: string) => {
    const found = variants.data?.find(({ variant_id }) => variant_id === id);
    return found ? variantName(goodsOf(found)) : t('counts.setAside.unknown');
  };
  return setAside.map(({ id, variant_id, quantity, refusal }) => (
    <div key={id} className="section">
      <Banner
        tone="warn"
        actions={
          <>
            <Button small onClick={() => sendAgain(id)}>
              {t('counts.setAside.sendAgain')}
            </Button>
            <Button small onClick={() => dropOne(id)}>
              {t('counts.setAside.drop')}
            </Button>
          </>
        }
      >
        <b>{t('counts.setAside.title', { name: nameOf(variant_id), n: formatNumber(quantity) })}</b>
        {refusal && <p>{errorText(t, new AppError(refusal.code, refusal))}</p>}
        <p>{t('counts.setAside.whatToDo')}</p>
      </Banner>
    </div>
  ));
}
