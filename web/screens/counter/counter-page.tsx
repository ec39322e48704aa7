import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useGoods } from '@/db/counter-goods.ts';
import { errorText } from '@/db/errors.ts';
import { useBranch, useMe } from '@/db/me.ts';
import type { Branch } from '@/db/me-types.ts';
import { useTill } from '@/db/tills.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { onDevice } from '@/lib/stored.ts';
import { NoBranch } from '@/parts/no-branch.tsx';
import { Button } from '@/ui/button.tsx';
import { EmptyState } from '@/ui/empty-state.tsx';
import { PageHead } from '@/ui/page-head.tsx';
import { usePageTitle } from '@/ui/page-title.ts';
import { useScansAhead } from '@/ui/scan.ts';
import { Spinner } from '@/ui/spinner.tsx';
import { Counter } from './counter.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { placeOf, type Place } from './place.ts';
import './counter.css';

export function Component() {
  const { t } = useTranslation();
  const { workBranches, defaultBranch } = useBranch();
  // A link can name the branch and till, for setting up many devices.
  const [params, setParams] = useSearchParams();
  const [requested] = useState(() => ({ returnOf: params.get('return'), heldId: params.get('held') }));
  const [place, setPlace] = useState<Place | null>(() => placeOf(params) ?? onDevice.read('counter', null));
  useEffect(() => void (place && onDevice.write('counter', place)), [place]);
  // The parameters are used once, so a reload does not repeat them.
  useEffect(() => setParams({}, { replace: true }), [setParams]);
  const [moving, setMoving] = useState(false);
  const branch = workBranches.find(({ id }) => id === place?.branchId);
  const { data: till, error, refetch } = useTill(branch ? place : null);
  const refused = error?.code === 'till_closed' || error?.code === 'till_elsewhere' ? error : null;
  usePageTitle(t('counter.title'));
  if (workBranches.length === 0)
    return <NoBranch page={t('counter.title')} title={t('counter.noBranch')} reason={t('counter.noBranchText')} />;
  return (
    <>
      {place && branch && !refused ? (
        <Open
          key={branch.id}
          branch={branch}
          till={place.till}
          tillName={till?.name ? nameOf({ ...till, name: till.name }) : null}
          {...requested}
          onMove={() => setMoving(true)}
        />
      ) : (
        <PageHead title={t('counter.title')} />
      )}
      {(!place || !branch || moving || refused) && (
        <PlaceDialog
          key={refused?.code}
          place={{ branchId: branch?.id ?? defaultBranch?.id ?? null, till: place?.till ?? null }}
          refused={refused}
          onTaken={() => void refetch()}
          onChosen={(chosen) => {
            setPlace(chosen);
            setMoving(false);
          }}
          onClose={branch && !refused ? () => setMoving(false) : undefined}
        />
      )}
    </>
  );
}

/** Prices and tax must be loaded first; the products may follow while the first sales are made. */
function Open({
  branch,
  till,
  ...rest
}: {
  branch: Branch;
  till: string;
  tillName: string | null;
  returnOf: string | null;
  heldId: string | null;
  onMove: () => void;
}) {
  const { t } = useTranslation();
  const me = useMe();
  const { goods, terms, loading, error } = useGoods(branch.id, me);
  if (terms) return <Counter branch={branch} till={till} goods={goods} terms={terms} loading={loading} {...rest} />;
  if (!error) return <Opening />;
  return (
    <EmptyState
      icon={TriangleAlert}
      title={t('counter.openFailed')}
      actions={
        <Button variant="primary" onClick={() => location.reload()}>
          {t('ui.retry')}
        </Button>
      }
    >
      {errorText(t, error)}
    </EmptyState>
  );
}

function Opening() {
  const { t } = useTranslation();
  // Otherwise a scan would open its product in place of the counter.
  useScansAhead();
  return (
    <div className="counter-wait">
      <Spinner />
      <p>{t('counter.opening')}</p>
    </div>
  );
}
