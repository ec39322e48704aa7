import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { asAppError, errorText } from '@/db/errors.ts';
import { everythingAt, MAX_LINES } from '@/db/transfers.ts';
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
  ends: TransferEnds;
  place: string;
  /** Why a transfer of everything cannot be created now, such as a missing destination. */
  problem: string | undefined;
  onAdd: (rows: VariantRow[]) => void;
  /** Creates the transfer of everything in the database, including its lines. */
  onCreate: () => void;
  onClose: () => void;
}

/** Adds everything at the source, after showing how much that is. What exceeds the form's limit is created directly in the database. */
export function AskEverything({ ends, place, problem, onAdd, onCreate, onClose }: AskEverythingProps) {
  const { t } = useTranslation();
  const query = useQuery(everythingAt(everythingOf(ends)));
  const [adding, setAdding] = useState(false);
  const [failed, setFailed] = useState<unknown>(null);
  const { variants = 0, pieces = 0, kept = 0, lines } = query.data ?? {};
  const fetchedAll = query.isSuccess && !lines;
  const tooMany = variants > MAX_LINES;

  const add = async () => {
    setAdding(true);
    try {
      onAdd(
        await variantsById(
          (lines ?? []).map((line) => line.variant_id),
          placesOf(ends),
        ),
      );
      onClose();
    } catch (error) {
      setFailed(asAppError(error));
      setAdding(false);
    }
  };
  const words = { count: variants, pieces: t('lines.pieces', { count: pieces }) };
  const error = failed ?? query.error;
  return (
    <Dialog
      size="small"
      onClose={onClose}
      locked={adding}
      title={t('transfers.form.everythingTitle', { place })}
      action={
        <Button
          variant="primary"
          data-autofocus
          busy={adding}
          disabled={variants === 0 || tooMany}
          reason={fetchedAll && !tooMany ? problem : undefined}
          onClick={() => {
            if (!fetchedAll) return void add();
            onCreate();
            onClose();
          }}
        >
          {t(fetchedAll ? 'transfers.form.everythingCreate' : 'transfers.form.everythingAdd', { count: variants })}
        </Button>
      }
    >
      {Boolean(error) && (
        <Banner tone="bad" onRetry={() => (failed ? void add() : void query.refetch())}>
          {errorText(t, error)}
        </Banner>
      )}
      {query.isPending && !query.error && <Skeleton height="20px" />}
      {query.isSuccess && (
        <p>{variants === 0 ? t('transfers.form.everythingNone', { place }) : t('transfers.form.everythingText', words)}</p>
      )}
      {fetchedAll && !tooMany && <p className="muted">{t('transfers.form.everythingWhole')}</p>}
      {tooMany && <Note tone="warn">{t('transfers.form.everythingTooMany', { most: formatNumber(MAX_LINES) })}</Note>}
      {kept > 0 && <Note tone="warn">{t('transfers.form.everythingKept', { count: kept })}</Note>}
    </Dialog>
  );
}
