import { useQuery } from '@tanstack/react-query';
import { ArrowRight, MapPin, Store } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { onHandAt } from '@/db/transfers.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';
import { addUp } from '@/lib/pieces.ts';
import { Field } from '@/ui/field.tsx';
import { FromAfter } from '@/ui/figure.tsx';
import { Icon } from '@/ui/icon.tsx';
import { Select, type SelectOption } from '@/ui/select.tsx';
import type { TransferHead } from './form-state.ts';
import { samePlace, turned, withBranch, type Mode, type Place, type TransferEnds } from './places.ts';
import { usePlaces } from './use-places.ts';

const FLOOR = 'floor';

interface EndFieldsProps {
  mode: Mode;
  ends: TransferEnds;
  pieces: number;
  /** The message about an invalid end, and which end it is. */
  problem: string | null;
  problemEnd: 'from' | 'to';
  onChange: (head: Partial<TransferHead>) => void;
}

/** Both ends with an arrow between them: source, destination, and their stock before and after. */
export const EndFields = memo(function EndFields({ mode, ends: ends, pieces, problem, problemEnd, onChange }: EndFieldsProps) {
  const { t } = useTranslation();
  const problemOf = (end: 'from' | 'to') => (end === problemEnd ? problem : null);
  return (
    <div className="spread grid grid-cols-[1fr] border-b border-rule-2 sm:grid-cols-[1fr_44px_1fr]">
      <div className="px-gutter py-3.5 sm:pb-4">
        <PlaceFields end="from" mode={mode} ends={ends} problem={problemOf('from')} onChange={onChange} />
        <OnHand place={ends.from} change={-pieces} />
      </div>
      <div className="relative grid place-items-center text-accent before:absolute before:inset-y-0 before:start-1/2 before:w-px before:bg-rule-2 max-sm:z-1 max-sm:h-0 max-sm:before:hidden">
        <button
          type="button"
          className="transfer-swap"
          title={t('transfers.form.swap')}
          aria-label={t('transfers.form.swap')}
          onClick={() => onChange({ ends: turned(ends) })}
        >
          <Icon of={ArrowRight} flip />
        </button>
      </div>
      <div className="px-gutter py-3.5 max-sm:border-t max-sm:border-rule-2 sm:px-5 sm:pb-4">
        <PlaceFields end="to" mode={mode} ends={ends} problem={problemOf('to')} onChange={onChange} />
        <OnHand place={ends.to} change={pieces} />
      </div>
    </div>
  );
});

interface PlaceFieldsProps extends Pick<EndFieldsProps, 'mode' | 'ends' | 'problem' | 'onChange'> {
  end: 'from' | 'to';
}

/** Between branches, each end is a branch; within one branch, the branch is chosen once and each end is a place in it. */
const PlaceFields = memo(function PlaceFields({ end, mode, ends: ends, problem, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation();
  const known = usePlaces();
  const place = ends[end];
  const labelOf = (place: { name: string; name_ar: string | null; active?: boolean }) =>
    place.active === false ? t('transfers.place.closed', { place: nameOf(place) }) : nameOf(place);
  const asOption = (branch: Parameters<typeof labelOf>[0] & { id: string }): SelectOption => ({
    value: branch.id,
    label: labelOf(branch),
    icon: Store,
  });
  // The source must be a branch the user works in; any branch can be the destination.
  const branches =
    end === 'from'
      ? known.sources.map(asOption)
      : known.targets.map(asOption).map((option) => ({ ...option, disabled: option.value === ends.from.branchId }));
  const places: SelectOption[] = [
    { value: FLOOR, label: t('stock.floor'), icon: Store },
    ...known.points
      // A place that was closed after it was chosen stays listed; saving reports it.
      .filter((point) => point.active || end === 'from' || place.stockPointId === point.id)
      .map((point) => ({ value: point.id, label: labelOf(point), icon: MapPin })),
  ];
  const error = problem ?? undefined;
  const choosePoint = (value: string) => onChange({ ends: { ...ends, [end]: { ...place, stockPointId: value === FLOOR ? null : value } } });
  const branchField = (label: string, rest: { error?: string; aside?: ReactNode } = {}) => (
    <Field label={label} {...rest}>
      <Select
        icon={Store}
        value={place.branchId}
        placeholder={t('transfers.branchPlaceholder')}
        options={branches}
        onChange={(branchId) => onChange({ ends: withBranch(mode, ends, end, branchId) })}
      />
    </Field>
  );
  if (mode === 'branch') {
    return branchField(t(`transfers.form.${end}`), {
      error,
      aside: known.points.length > 0 && place.branchId && <PointChoice place={place} places={places} onChoose={choosePoint} />,
    });
  }
  const pointField = (
    <Field label={t(`transfers.form.${end}`)} error={error}>
      <Select
        icon={MapPin}
        // The shop floor at both ends means that no place is chosen yet.
        value={place.branchId && !(end === 'to' && samePlace(ends.from, ends.to)) ? (place.stockPointId ?? FLOOR) : null}
        placeholder={t('transfers.form.stockPoint')}
        disabled={!ends.from.branchId}
        options={places}
        onChange={choosePoint}
      />
    </Field>
  );
  if (end === 'to') return pointField;
  return (
    <div className="transfer-two">
      {branchField(t('transfers.form.branch'))}
      {pointField}
    </div>
  );
});

/** Small, because most goods are on the shop floor and a stock point is the exception. */
function PointChoice({ place, places, onChoose }: { place: Place; places: readonly SelectOption[]; onChoose: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <select
      className="transfer-point"
      aria-label={t('transfers.form.stockPoint')}
      value={place.stockPointId ?? FLOOR}
      onChange={(event) => onChoose(event.target.value)}
    >
      {places.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function OnHand({ place, change }: { place: Place; change: number }) {
  const { t } = useTranslation();
  const now = useQuery({ ...onHandAt(place), enabled: place.branchId !== null });
  if (!place.branchId) return <p className="transfer-onhand muted">{'\u00a0'}</p>;
  const after = now.data == null ? null : addUp([now.data, change]);
  return (
    <p className="transfer-onhand">
      <span className="muted">{t(now.data === null ? 'transfers.form.unseen' : 'transfers.form.nowAfter')}</span>
      {now.data != null && after !== null && (
        <FromAfter from={formatNumber(now.data)} after={formatNumber(after)} tone={after < 0 ? 'negative' : undefined} />
      )}
    </p>
  );
}
