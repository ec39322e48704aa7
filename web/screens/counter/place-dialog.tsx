import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, type AppError } from '@/db/errors.ts';
import { useBranch } from '@/db/me.ts';
import { useOnline } from '@/db/online.ts';
import { write } from '@/db/query.ts';
import { registerTill, tillsOf } from '@/db/tills.ts';
import { nameOf } from '@/i18n/name-of.ts';
import { useTranslation } from '@/i18n/use-translation.ts';
import { deviceLetters } from '@/lib/device.ts';
import { latinDigits } from '@functions/_shared/numbers.ts';
import { Banner } from '@/ui/banner.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Field } from '@/ui/field.tsx';
import { useScan } from '@/ui/scan.ts';
import { Select } from '@/ui/select.tsx';
import { sound } from '@/ui/sound.ts';
import { TextInput } from '@/ui/text-input.tsx';
import { freeTill, isTill, type Place } from './place.ts';

interface PlaceDialogProps {
  /** till: null if this device has not been a till yet. */
  place: { branchId: string | null; till: string | null };
  /** Why the device cannot use its previous till: it is closed, or another device's. */
  refused: AppError | null;
  onChosen: (place: Place) => void;
  /** Another device's till was assigned to this one. */
  onTaken: () => void;
  /** Undefined while there is no earlier till to return to. */
  onClose: (() => void) | undefined;
}

/** Asked once per device, because each till numbers its own sales. */
export function PlaceDialog({ place, refused, onChosen, onTaken, onClose }: PlaceDialogProps) {
  const { t } = useTranslation();
  const { workBranches } = useBranch();
  const online = useOnline();
  const [branchId, setBranchId] = useState(place.branchId);
  const [typed, setTyped] = useState(refused ? null : place.till);
  const [tried, setTried] = useState(false);
  const known = useQuery({ ...tillsOf(branchId ?? ''), enabled: online && branchId !== null }).data?.rows ?? [];
  const till = typed ?? freeTill(known, deviceLetters());
  const take = useMutation<unknown, AppError, Place>({
    ...write({
      run: ({ branchId: branch_id, till: code }: Place) => registerTill({ branch_id, code, take_over: true }),
      changes: ['tills'],
    }),
    onSuccess: onTaken,
  });
  const choose = () => {
    setTried(true);
    if (branchId && isTill(till)) onChosen({ branchId, till });
  };
  // A product scanned here must not become the till's name, which every sale number contains.
  useScan(() => sound(false), { dialog: true });
  const open = known.filter(({ closed_at }) => closed_at === null);
  const isNew = open.length > 0 && isTill(till) && !open.some(({ code }) => code === till);
  return (
    <Dialog
      size="small"
      title={t('counter.place.title')}
      sub={t('counter.place.text')}
      locked={!onClose}
      onClose={onClose ?? (() => undefined)}
      onSubmit={choose}
      footer={
        <>
          {onClose ? <Button onClick={onClose}>{t('ui.cancel')}</Button> : <Button href="/accounting/sales">{t('counter.leave')}</Button>}
          <Button variant="primary" type="submit">
            {t('counter.place.confirm')}
          </Button>
        </>
      }
    >
      {refused && (
        <Banner tone="warn">
          <p>{errorText(t, refused)}</p>
          {refused.code === 'till_elsewhere' && place.branchId !== null && place.till !== null && (
            <Button small busy={take.isPending} onClick={() => take.mutate({ branchId: place.branchId!, till: place.till! })}>
              {t('counter.place.takeOver')}
            </Button>
          )}
        </Banner>
      )}
      {take.error && <Banner tone="bad">{errorText(t, take.error)}</Banner>}
      {workBranches.length > 1 && (
        <Field label={t('counter.branch')} error={tried && !branchId && t('counter.place.branchMissing')}>
          <Select
            value={branchId}
            placeholder={t('counter.place.chooseBranch')}
            options={workBranches.map((branch) => ({ value: branch.id, label: nameOf(branch) }))}
            onChange={setBranchId}
          />
        </Field>
      )}
      {open.length > 0 && (
        <div className="flex flex-wrap gap-2" role="group" aria-label={t('counter.place.registered')}>
          <span className="w-full text-ink-3">{t('counter.place.registered')}</span>
          {open.map((one) => (
            <Button key={one.id} small aria-pressed={one.code === till} onClick={() => setTyped(one.code)}>
              <bdi>{one.name ? `${nameOf({ ...one, name: one.name })} · ${one.code}` : one.code}</bdi>
              {one.device === deviceLetters() && <small className="text-ink-3">{t('counter.place.thisDevice')}</small>}
            </Button>
          ))}
        </div>
      )}
      <Field
        label={t('counter.till')}
        hint={t(isNew ? 'counter.place.newTill' : 'counter.place.tillHint')}
        error={tried && !isTill(till) && t('counter.place.tillWrong')}
      >
        <TextInput
          data-autofocus
          data-figure
          value={till}
          maxLength={8}
          dir="ltr"
          onChange={(event) => setTyped(latinDigits(event.target.value).trim().toUpperCase())}
        />
      </Field>
    </Dialog>
  );
}
