import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asAppError, errorText } from '@/db/errors.ts';
import { everythingAt, MOST_LINES } from '@/db/transfers.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import type { VariantRow } from '@/parts/variant-picker/variant-row.ts';
import { Banner, Note } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { variantsById } from '@/parts/variant-picker/variant-row.ts';
import { Skeleton } from '@/ui/skeleton.tsx';
import type { TransferEnds } from './places.ts';
import { everythingOf, placesOf } from './read-lines.ts';

interface AskEverythingProps {
  way: TransferEnds;
  place: string;
  /** What keeps the whole from being made at once, such as a destination not chosen. */
  problem: string | undefined;
  onAdd: (rows: VariantRow[]) => void;
  /** Makes the transfer of all there is, lines and all, in the database. */
  onCreate: () => void;
  onClose: () => void;
}

/** "Everything at this location": says how much that is before it comes in. Too much for a form is made by the database as it is. */
export function AskEverything({ way, place, problem, onAdd, onCreate, onClose }: AskEverythingProps) {
  const { t } = useTranslation();
  const found = useQuery(everythingAt(everythingOf(way)));
  const [adding, setAdding] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const { variants = 0, pieces = 0, kept = 0, lines } = found.data ?? {};
  const whole = found.isSuccess && !lines;
  const tooMany = variants > MOST_LINES;

  const add = async () => {
    setAdding(true);
    try {
      onAdd(
        await variantsById(
          (lines ?? []).map((line) => line.variant_id),
          placesOf(way),
        ),
      );
      onClose();
    } catch (error) {
      setFailed(asAppError(error));
      setAdding(false);
    }
  };
  const words = { count: variants, pieces: t('lines.pieces', { count: pieces }) };
  const error = failed ?? found.error;
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      locked={adding}
      title={t('transfers.form.everythingTitle', { place })}
      action={
        <Button
          variant="primary"
          data-autofocus
          busy={adding}
          disabled={variants === 0 || tooMany}
          reason={whole && !tooMany ? problem : undefined}
          onClick={() => {
            if (!whole) return void add();
            onCreate();
            onClose();
          }}
        >
          {t(whole ? 'transfers.form.everythingCreate' : 'transfers.form.everythingAdd', { count: variants })}
        </Button>
      }
    >
      {Boolean(error) && (
        <Banner tone="bad" onRetry={() => (failed ? void add() : void found.refetch())}>
          {errorText(t, error)}
        </Banner>
      )}
      {found.isPending && !found.error && <Skeleton height="20px" />}
      {found.isSuccess && (
        <p>{variants === 0 ? t('transfers.form.everythingNone', { place }) : t('transfers.form.everythingText', words)}</p>
      )}
      {whole && !tooMany && <p className="mut">{t('transfers.form.everythingWhole')}</p>}
      {tooMany && <Note tone="warn">{t('transfers.form.everythingTooMany', { most: formatNumber(MOST_LINES) })}</Note>}
      {kept > 0 && <Note tone="warn">{t('transfers.form.everythingKept', { count: kept })}</Note>}
    </Dialog>
  );
}
